import { DAY_MS, INTERVAL_MS, INTERVALS } from '../../chart/intervals.ts';
import type { Operation, Parameter } from './documents.ts';

/** Texts by parameter; empty ones are not sent. */
export type Values = Readonly<Record<string, string>>;

/** A complete request: the same for the page and for all code samples. */
export interface Request {
  readonly operation: Operation;
  /** Includes the path parameters; begins with a slash. */
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly values: Values;
  /** Undefined for the default. */
  readonly accept: string | undefined;
  /** JSON; undefined if the route takes none. */
  readonly body: string | undefined;
}

export function requestOf(operation: Operation, values: Values, accept: string | undefined): Request {
  let path = operation.path;
  const query: [string, string][] = [];
  for (const { name, in: place } of operation.parameters) {
    const value = values[name] ?? '';
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '') query.push([name, value]);
  }
  for (const [name, value] of new URLSearchParams(values[OTHERS] ?? '')) query.push([name, value]);
  const body = operation.body === undefined ? undefined : (values[BODY] ?? operation.body);
  return { operation, path, query, values, accept, body };
}

/** Key for further parameters, written as in a URL: services report parameters that they ignored. */
export const OTHERS = '?';

/** Its response is a token, which the page does not show. */
export const isTokenRoute = ({ path }: Pick<Operation, 'path'>): boolean => path.endsWith('/oauth/token');

/** Key of the body among the values. No parameter has this name. */
export const BODY = '{}';

/** `base`: URL of the service, with a trailing slash. */
export function urlOf({ path, query }: Pick<Request, 'path' | 'query'>, base: string): string {
  const url = new URL(path.slice(1), base);
  for (const [name, value] of query) url.searchParams.append(name, value);
  return url.href;
}

/** Required parameters without a value. */
export function missingIn({ parameters }: Operation, values: Values): string[] {
  return parameters.filter(({ name, required }) => required && !values[name]).map(({ name }) => name);
}

/** A range must have a start; receipts cover one hour at most. */
const RECENT_MS = 1_800_000;
/** Days or candles that an example requests. */
const RECORDS = 30;

/**
 * Initial values with which a request can be sent and returns records: the examples of the document fit
 * together.
 */
export function firstValues(operation: Pick<Operation, 'path' | 'parameters'>, now: number): Values {
  const { parameters } = operation;
  const from = new Date(now - exampleMs(operation)).toISOString();
  return Object.fromEntries(parameters.map((parameter) => [parameter.name, exampleOf(parameter, from)]));
}

function exampleOf({ example, required, schema }: Parameter, from: string): string {
  if (example !== undefined) return String(example);
  return required && schema.format === 'date-time' ? from : '';
}

/** Length of the example range: a daily record only exists once its day is over. */
function exampleMs({ path, parameters }: Pick<Operation, 'path' | 'parameters'>): number {
  if (path.endsWith('/ohlcv')) return RECORDS * DAY_MS;
  const interval = INTERVALS.find((each) => parameters.some(({ example }) => example === each));
  return interval === undefined ? RECENT_MS : RECORDS * INTERVAL_MS[interval];
}

/**
 * Each selects the subject of the response: if the reader fills in one, examples in the others are removed.
 */
const SELECTORS: ReadonlySet<string> = new Set(['indexId', 'symbol', 'slugName', 'marketName', 'name']);

/** The values after the reader changed one. */
export function withValue(values: Values, first: Values, name: string, value: string): Values {
  const now: Record<string, string> = { ...values, [name]: value };
  if (!SELECTORS.has(name) || value === '') return now;
  for (const other of SELECTORS)
    if (other !== name && first[other] && now[other] === first[other]) now[other] = '';
  return now;
}

/** Describes a parameter briefly, such as "integer, 1 to 2000". */
export function kindText({ type, format, enum: values, minimum, maximum }: Parameter['schema']): string {
  if (values) return values.join(' | ');
  const kind = format === 'date-time' ? 'time in UTC' : format === 'uuid' ? 'id' : (type ?? 'text');
  const range = minimum !== undefined && maximum !== undefined ? `, ${minimum} to ${maximum}` : '';
  return `${kind === 'string' ? 'text' : kind}${range}`;
}
