import type { Page, Tidemark } from '../../../sdk/src/node.ts';
import { formatDatetime, type Millis } from '../../core/time.ts';
import { optionName, primaryOf } from './get-options.ts';
import type { Route, RouteParameter } from './route.ts';

type Value = string | number | boolean;
export type Query = Readonly<Record<string, Value>>;

interface Wanted {
  readonly route: Route;
  /** As options were read. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly name: string | undefined;
  readonly signal: AbortSignal;
  readonly now: () => Millis;
}

/** The parameters of a request, with ids in place of names. */
export async function queryOf(tidemark: Tidemark, wanted: Wanted): Promise<Query> {
  const { route, options, name, signal, now } = wanted;
  const primary = route.one === undefined ? primaryOf(route) : undefined;
  const entries = await Promise.all(
    route.parameters.map(async (parameter): Promise<[string, Value][]> => {
      const value = parameter === primary ? name : options[optionName(parameter.name)];
      if (value === undefined || value === false) return [];
      return [[parameter.name, await valueOf(tidemark, parameter, value, signal)]];
    }),
  );
  const query = Object.fromEntries(entries.flat());
  const { last, to } = options;
  if (typeof last !== 'number') return query;
  const end = typeof to === 'number' ? to : ((await newest(tidemark, route, query, signal)) ?? now());
  return { ...query, from: formatDatetime(end - last) };
}

const TIMES = ['endTimestamp', 'timestamp', 'startTimestamp'];

/**
 * Of one index, its newest record, asked of the route itself: others need other scopes. A simulated or replayed market may have
 * another time than this machine. Undefined where the route does not say.
 */
async function newest(
  tidemark: Tidemark,
  { operation, isPaged }: Route,
  whole: Query,
  signal: AbortSignal,
): Promise<Millis | undefined> {
  const { order: _, ...query } = whole;
  if (!isPaged || typeof query['indexId'] !== 'string') return undefined;
  const asked = { ...query, size: 1 } as never;
  const page: unknown = await tidemark.read(operation, asked, { signal });
  const [record] = (page as Page<Readonly<Record<string, unknown>>>).content;
  const at = TIMES.map((name) => record?.[name]).find((value) => typeof value === 'string');
  return at === undefined ? undefined : Date.parse(at);
}

async function valueOf(
  tidemark: Tidemark,
  { name, kind }: RouteParameter,
  value: unknown,
  signal: AbortSignal,
): Promise<Value> {
  if (kind === 'date-time') return formatDatetime(value as Millis);
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

/** One record of a list, by what it is called. */
export function oneOf(tidemark: Tidemark, route: Route, name: string, signal: AbortSignal): Promise<object> {
  const find = ONE[route.record];
  if (find) return find(tidemark, name, { signal });
  return tidemark.read(route.one!, { id: name } as never, { signal }) as Promise<object>;
}
