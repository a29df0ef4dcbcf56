import { NameError, type Page, type Tidemark } from '../../../sdk/src/node.ts';
import { INTERVALS, type Interval } from '../../core/candle-interval.ts';
import { DAY_MS, formatDatetime, type Millis } from '../../core/time.ts';
import { allFound } from '../client/suggesting-tidemark.ts';
import { serviceNow } from '../client/service-now.ts';
import { UsageError } from '../command.ts';
import { instantOf, type Moment } from '../times.ts';
import { hasRange, optionName, primaryOf } from './get-options.ts';
import type { Route, RouteParameter } from './route.ts';

type Value = string | number | boolean;
export type Query = Readonly<Record<string, Value>>;

interface Wanted {
  readonly route: Route;
  /** Parsed options. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly name: string | undefined;
  readonly signal: AbortSignal;
}

/** The parameters of a request, with ids instead of names. */
export async function queryOf(tidemark: Tidemark, wanted: Wanted): Promise<Query> {
  const { route, options, name, signal } = wanted;
  const primary = route.one === undefined ? primaryOf(route) : undefined;
  const valueIn = (parameter: RouteParameter) =>
    (parameter === primary ? name : undefined) ?? options[optionName(parameter.name)];
  const entries = await allFound([
    ...route.parameters
      .filter((parameter) => !SYMBOLS.includes(parameter.name))
      .map(async (parameter): Promise<[string, Value][]> => {
        const value = valueIn(parameter);
        if (value === undefined || value === false || parameter.kind === 'date-time') return [];
        return [[parameter.name, await valueOf(tidemark, parameter, value, signal)]];
      }),
    marketOf(tidemark, options, signal),
  ]);
  const query: Query = Object.fromEntries(entries.flat());
  const times = await timesOf(tidemark, wanted, query);
  return { ...query, ...times, ...asRange(route, options, { ...query, ...times }) };
}

const SYMBOLS = ['baseSymbol', 'quoteSymbol'];

/**
 * Finds a market by its two symbols, like any other name. If several markets have them, the symbols are sent
 * instead.
 */
async function marketOf(
  tidemark: Tidemark,
  { baseSymbol, quoteSymbol }: Wanted['options'],
  signal: AbortSignal,
): Promise<[string, Value][]> {
  if (typeof baseSymbol !== 'string' || typeof quoteSymbol !== 'string') return [];
  try {
    const { id } = await tidemark.market(`${baseSymbol}_${quoteSymbol}`, { signal });
    return [['marketId', id]];
  } catch (error) {
    if (!(error instanceof NameError) || error.candidates.length === 0) throw error;
    return [
      ['baseSymbol', baseSymbol],
      ['quoteSymbol', quoteSymbol],
    ];
  }
}

/** Resolves instants. Spans count back from the newest record, which is requested only if needed. */
async function timesOf(tidemark: Tidemark, { route, options, signal }: Wanted, query: Query): Promise<Query> {
  const given = route.parameters.flatMap(({ name, kind }): [string, Moment][] => {
    const value = kind === 'date-time' ? options[name] : undefined;
    return value === undefined ? [] : [[name, value as Moment]];
  });
  const last = options['last'] as Millis | undefined;
  const isCounted = given.some(([, when]) => !('at' in when));
  const needsNow = isCounted || (last !== undefined && options['to'] === undefined);
  const now = needsNow ? await newest(tidemark, route, query, signal) : 0;
  const times = new Map(given.map(([name, when]) => [name, instantOf(when, now)]));
  if (last !== undefined)
    times.set('from', startOf(route, query, last, { to: times.get('to'), newest: now }));
  const [from, to] = [times.get('from'), times.get('to')];
  if (from !== undefined && to !== undefined && from > to) throw new UsageError('--from is after --to');
  return Object.fromEntries([...times].map(([name, at]) => [name, formatDatetime(at)]));
}

/**
 * `from` is inclusive and the newest tick is part of the range, so a range of ticks begins an instant later.
 */
function startOf(
  route: Route,
  query: Query,
  last: Millis,
  { to, newest }: { readonly to: Millis | undefined; readonly newest: Millis },
): Millis {
  const minimum = minimumRange(route, query);
  if (to !== undefined) return to - Math.max(last, minimum);
  return newest - Math.max(last, minimum) + (route.record === 'IndexTicker' ? 1 : 0);
}

/** The shortest range with at minimum one record: candles and days begin at multiples of their length. */
function minimumRange({ record }: Route, { interval }: Query): Millis {
  if (record === 'Candle') return INTERVALS[interval as Interval];
  return record === 'OpenHighLowCloseVolume' ? DAY_MS : 0;
}

const RANGE = ['from', 'to', 'timestamp', 'order'];

/** With a limit on one index, requests a range: without one a service sends only the latest record. */
function asRange(route: Route, options: Wanted['options'], query: Query): Query {
  const isOfOne = route.isPaged && hasRange(route) && 'indexId' in query;
  const isWanted = options['limit'] !== undefined && !RANGE.some((name) => name in query);
  return isOfOne && isWanted ? { order: 'desc' } : {};
}

const TIMES = ['endTimestamp', 'timestamp', 'startTimestamp'];

/**
 * For one index, its newest record, read from the same route: others need other scopes. Otherwise the current
 * time of the service.
 */
async function newest(
  tidemark: Tidemark,
  { operation, isPaged }: Route,
  whole: Query,
  signal: AbortSignal,
): Promise<Millis> {
  const { order: _, ...query } = whole;
  if (!isPaged || typeof query['indexId'] !== 'string') return serviceNow(tidemark, signal);
  const firstQuery = { ...query, size: 1 } as never;
  const page: unknown = await tidemark.read(operation, firstQuery, { signal });
  const [record] = (page as Page<Readonly<Record<string, unknown>>>).content;
  const at = TIMES.map((name) => record?.[name]).find((value) => typeof value === 'string');
  const found = at === undefined ? Number.NaN : Date.parse(at);
  return Number.isFinite(found) ? found : serviceNow(tidemark, signal);
}

async function valueOf(
  tidemark: Tidemark,
  { name, kind }: RouteParameter,
  value: unknown,
  signal: AbortSignal,
): Promise<Value> {
  return kind === 'uuid' ? idOf(tidemark, name, String(value), { signal }) : (value as Value);
}

async function idOf(
  tidemark: Tidemark,
  parameter: string,
  name: string,
  options: { readonly signal: AbortSignal },
): Promise<string> {
  if (parameter === 'indexId') return (await tidemark.find(name, options)).indexId;
  if (/assetId$/i.test(parameter)) return (await tidemark.asset(name, options)).id;
  if (parameter === 'marketId') return (await tidemark.market(name, options)).id;
  if (parameter === 'exchangeId') return (await tidemark.exchange(name, options)).id;
  return name;
}

const ONE: Readonly<
  Record<
    string,
    (tidemark: Tidemark, name: string, options: { readonly signal: AbortSignal }) => Promise<object>
  >
> = {
  Asset: (tidemark, name, options) => tidemark.asset(name, options),
  Market: (tidemark, name, options) => tidemark.market(name, options),
  Exchange: (tidemark, name, options) => tidemark.exchange(name, options),
};

/** One record of a list, by name. */
export function oneOf(tidemark: Tidemark, route: Route, name: string, signal: AbortSignal): Promise<object> {
  const find = ONE[route.record];
  if (find) return find(tidemark, name, { signal });
  return tidemark.read(route.one!, { id: name } as never, { signal }) as Promise<object>;
}
