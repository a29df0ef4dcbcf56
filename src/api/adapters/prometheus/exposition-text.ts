import { errorCodeOf } from '../../../contract/errors.ts';
import type { ErrorBodyOf, ErrorForm } from '../../http/routing/error-handling.ts';

/** Media type of the text format of Prometheus. */
export const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

export type Labels = Readonly<Record<string, string>>;

export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  /** `value`: a plain decimal, so that no digit is lost before Prometheus makes a float of it. */
  readonly samples: readonly { readonly labels: Labels; readonly value: string }[];
}

/** Gauges in the text format of Prometheus. */
export function expositionText(families: readonly MetricFamily[]): string {
  const lines = families.flatMap(({ name, help, samples }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...samples.map(({ labels, value }) => `${name}{${labelText(labels)}} ${value}`),
  ]);
  return `${lines.join('\n')}\n`;
}

function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join();
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

/** An error as text, a line for each invalid parameter. */
const errorLines: ErrorBodyOf = ({ status, message, errors }, _at, requestId) =>
  [
    `${status} ${errorCodeOf(status)}: ${message}`,
    ...errors.map(({ field, message: why }) => `${field} ${why}`),
    ...(requestId === undefined ? [] : [`request ${requestId}`]),
    '',
  ].join('\n');

export const PROMETHEUS_ERRORS: ErrorForm = { bodyOf: errorLines, contentType: TEXT_TYPE };
