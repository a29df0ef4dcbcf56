import { oneOf, textParameter, uuid } from '../../contract/parameter-kinds.ts';
import { AssetSchema } from '../../contract/records/asset.ts';
import { ExchangeSchema } from '../../contract/records/exchange.ts';
import { MarketSchema } from '../../contract/records/market.ts';
import type { TSchema } from '../../contract/schema.ts';
import { listOf } from '../../contract/schemas.ts';
import { ASSET_STATUSES, ASSET_TYPES } from '../../core/asset.ts';
import type { LoopTurns } from '../../core/async/loop-turns.ts';
import { EXCHANGE_STATUSES } from '../../core/exchange.ts';
import type { PreparedAnswer } from '../../latest/answers/prepared-answer.ts';
import type { LookupFilters } from '../../latest/market/lookup-answers.ts';
import type { Lookups } from '../../latest/market/lookups.ts';
import { ApiError } from '../http/errors.ts';
import type { Parameters, Values } from '../http/routing/parameters.ts';
import { dataRoute, type Answer, type DataRoute, type Freshness } from '../http/routing/route.ts';

/** Listings and statuses change rarely, but a client should see it within a minute. */
export const LOOKUP_FRESHNESS: Freshness = { maxAgeSeconds: 60 };

interface LookupTable<Q extends Parameters> {
  readonly object: 'Asset' | 'Market' | 'Exchange';
  readonly listSummary: string;
  readonly summary: string;
  readonly query: Q;
  readonly record: TSchema;
  readonly list: (query: Values<Q>) => PreparedAnswer | Promise<PreparedAnswer>;
  readonly one: (id: string) => PreparedAnswer | undefined;
}

/** Assets, markets and exchanges: a filtered list, and one by its id. */
export function lookupRoutes(lookups: Lookups, turns: Pick<LoopTurns, 'next'>): DataRoute[] {
  const list = <K extends keyof LookupFilters>(table: K, filter: LookupFilters[K]) =>
    lookups.answers.listInTurns(table, filter, () => turns.next());
  return [
    ...tableRoutes({
      object: 'Asset',
      listSummary: 'Fiat and crypto assets',
      summary: 'One asset',
      query: {
        type: { kind: oneOf(ASSET_TYPES), description: 'Only assets of this type' },
        symbol: { kind: textParameter, description: 'Only assets with this symbol; case-sensitive' },
        status: { kind: oneOf(ASSET_STATUSES), description: 'Only assets with this status' },
      },
      record: AssetSchema,
      list: (query) => list('assets', query),
      one: (id) => lookups.answers.asset(id),
    }),
    ...tableRoutes({
      object: 'Market',
      listSummary: 'Markets: a base asset priced in a quote asset, on any exchange',
      summary: 'One market',
      query: {
        baseAssetId: { kind: uuid, description: 'Only markets with this base asset' },
        quoteAssetId: { kind: uuid, description: 'Only markets with this quote asset' },
        marketName: {
          kind: textParameter,
          description: 'Only markets with this name, such as BTC_USD; case-sensitive',
        },
      },
      record: MarketSchema,
      list: (query) => list('markets', query),
      one: (id) => lookups.answers.market(id),
    }),
    ...tableRoutes({
      object: 'Exchange',
      listSummary: 'Exchanges with their markets',
      summary: 'One exchange with its markets',
      query: {
        status: { kind: oneOf(EXCHANGE_STATUSES), description: 'Only exchanges with this status' },
        name: {
          kind: textParameter,
          description: 'Only the exchange with exactly this name; not case-sensitive',
        },
      },
      record: ExchangeSchema,
      list: (query) => list('exchanges', query),
      one: (id) => lookups.answers.exchange(id),
    }),
  ];
}

function tableRoutes<Q extends Parameters>(table: LookupTable<Q>): DataRoute[] {
  const { object, query, record } = table;
  const name = object.toLowerCase();
  const shared = { tag: 'Look-ups', object, access: 'lookup' } as const;
  return [
    dataRoute({
      path: `/${name}`,
      operationId: `list${object}s`,
      summary: table.listSummary,
      ...shared,
      query,
      response: listOf(record),
      handle: (call) => lookupAnswer(table.list(call.query)),
    }),
    dataRoute({
      path: `/${name}/{id}`,
      operationId: `get${object}`,
      summary: table.summary,
      ...shared,
      pathParameters: { id: { kind: uuid, description: `Id of the ${name}`, required: true } },
      response: record,
      handle: ({ path }) => found(name, table.one(path.id)),
    }),
  ];
}

export function found(what: string, prepared: PreparedAnswer | undefined): Answer {
  if (!prepared) throw new ApiError('NOT_FOUND', `there is no ${what} with this id`);
  return { prepared, ...LOOKUP_FRESHNESS };
}

/** A list of look-ups, cached or written in turns of the event loop. */
function lookupAnswer(prepared: PreparedAnswer | Promise<PreparedAnswer>): Answer | Promise<Answer> {
  if (!(prepared instanceof Promise)) return { prepared, ...LOOKUP_FRESHNESS };
  return prepared.then((ready) => ({ prepared: ready, ...LOOKUP_FRESHNESS }));
}
