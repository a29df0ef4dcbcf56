import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { GroupedResult } from './batch.ts';

export interface MeasuredBatch {
  readonly batch: number;
  /** `rulesHash` of the engine that was measured. */
  readonly rules: string;
  /** Absent in older files, which means false. */
  readonly isQuick?: boolean;
  readonly cpuSeconds: number;
  readonly results: readonly GroupedResult[];
}

/** JSON numbers are finite. */
const SPECIAL = new Map([
  ['Infinity', Infinity],
  ['NaN', NaN],
]);

function line(batch: MeasuredBatch): string {
  return JSON.stringify(batch, (_, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value,
  );
}

function parsed(text: string): MeasuredBatch {
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === 'string' ? (SPECIAL.get(value) ?? value) : value,
  ) as MeasuredBatch;
}

/** The batches in a file, by number. Batches measured with other rules, or in a quick run, are left out. */
export function readBatches(file: string, rules: string, isQuick = false): Map<number, MeasuredBatch> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const batches = lines
    .map(parsed)
    .filter((each) => each.rules === rules && (each.isQuick ?? false) === isQuick);
  return new Map(batches.map((each) => [each.batch, each]));
}

export function appendBatch(file: string, batch: MeasuredBatch): void {
  appendFileSync(file, `${line(batch)}\n`);
}
