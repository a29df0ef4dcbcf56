import { type FieldError, cutRejected } from '../../contract/errors.ts';
import { size, textParameter, uuid } from '../../contract/parameter-kinds.ts';
import { ExchangeTicker } from '../../contract/records/exchange-ticker.ts';
import { pageOf } from '../../contract/schemas.ts';
import type { ExchangeTickers } from '../../latest/tickers/exchange-tickers.ts';
import type { IndexNames } from '../../latest/indices/index-names.ts';
import type { Lookups } from '../../latest/market/lookups.ts';
import { freshUntilNextTick } from '../http/answers/freshness.ts';
import { dataRoute, type DataRoute } from '../http/routing/route.ts';

const DEFAULT_SIZE = 10;

interface Symbols {
  readonly baseSymbol?: string | undefined;
  readonly quoteSymbol?: string | undefined;
}

/** Ids of the named exchange and market; undefined for absent fields. */
type NamedIds = Readonly<Record<'exchange' | 'marketName' | 'baseSymbol', readonly string[] | undefined>>;

/** `names` decides which market a `marketName` selects, as on the routes of indices. */
export function exchangeTickerRoutes(
  lookups: Lookups,
  tickers: ExchangeTickers,
  speed: number,
  names: Pick<IndexNames, 'indicesNamed'>,
): DataRoute[] {
  const namedIn = (query: Query): NamedIds => ({
    exchange: exchangesNamed(query.exchange, lookups),
    marketName:
      query.marketName === undefined
        ? undefined
        : names.indicesNamed('marketName', query.marketName).map(({ series }) => series.indexId),
    baseSymbol: marketsOfSymbols(query, lookups),
  });
  return [
    dataRoute({
      path: '/exchange-ticker',
      operationId: 'listExchangeTickers',
      summary: 'The latest ticker of each market on each exchange',
      tag: 'Exchange tickers',
      object: 'Tick',
      access: ['read:exchange-ticker'],
      query: {
        exchangeId: { kind: uuid, description: 'Only tickers of this exchange' },
        marketId: { kind: uuid, description: 'Only tickers of this market' },
        exchange: {
          kind: textParameter,
          description:
            'Only tickers of the exchange with exactly this name, such as Kraken; not case-sensitive',
        },
        marketName: {
          kind: textParameter,
          description: 'Only tickers of the market with this name, such as BTC_USD; case-sensitive',
        },
        baseSymbol: {
          kind: textParameter,
          description: 'Only the market with this base symbol; requires quoteSymbol',
        },
        quoteSymbol: {
          kind: textParameter,
          description: 'Only the market with this quote symbol; requires baseSymbol',
        },
        startAfter: { kind: uuid, description: 'Continue after this record: nextId of the previous page' },
        size: {
          kind: size,
          description: `Enables paging: maximum number of records per page (default with startAfter: ${DEFAULT_SIZE})`,
        },
      },
      together: (query) => [
        ...symbolProblems(query),
        ...ambiguousNames(query, namedIn(query)),
        ...cursorProblems(query.startAfter, tickers),
      ],
      response: pageOf(ExchangeTicker),
      handle: ({ query, marketTime }) => {
        const { exchangeId, marketId, startAfter } = query;
        const after = startAfter === undefined ? undefined : tickers.cursorOf(startAfter);
        const paged = startAfter !== undefined || query.size !== undefined;
        const page = paged ? { after, size: query.size ?? DEFAULT_SIZE } : undefined;
        const named = namedIn(query);
        const filter = {
          exchangeId: onlyId(exchangeId, named.exchange),
          marketId: onlyId(marketId, named.marketName, named.baseSymbol),
        };
        return {
          prepared: tickers.find(filter, page, marketTime),
          maxAgeSeconds: freshUntilNextTick(tickers.at, marketTime, speed),
        };
      },
    }),
  ];
}

type Query = Symbols & {
  readonly exchange?: string | undefined;
  readonly marketName?: string | undefined;
};

/** No exchange or market has this id, so a filter with it matches nothing. */
const NO_ID = '';

/** The id that all given filters agree on; undefined without any, `NO_ID` if they contradict each other. */
function onlyId(id: string | undefined, ...named: readonly (readonly string[] | undefined)[]) {
  const byName = named.flatMap((ids) => (ids === undefined ? [] : [ids[0] ?? NO_ID]));
  const wanted = id === undefined ? byName : [id, ...byName];
  return wanted.every((each) => each === wanted[0]) ? wanted[0] : NO_ID;
}

function exchangesNamed(name: string | undefined, { catalogue }: Lookups): string[] | undefined {
  return name === undefined ? undefined : catalogue.findExchanges({ name }).map(({ id }) => id);
}

function marketsOfSymbols(
  { baseSymbol, quoteSymbol }: Symbols,
  { catalogue }: Lookups,
): string[] | undefined {
  if (baseSymbol === undefined || quoteSymbol === undefined) return undefined;
  const quoteIds = new Set(catalogue.findAssets({ symbol: quoteSymbol }).map(({ id }) => id));
  return catalogue
    .findAssets({ symbol: baseSymbol })
    .flatMap(({ id }) => catalogue.findMarkets({ baseAssetId: id }))
    .filter(({ quoteAssetId }) => quoteIds.has(quoteAssetId))
    .map(({ id }) => id);
}

function symbolProblems({ baseSymbol, quoteSymbol }: Symbols): FieldError[] {
  if ((baseSymbol === undefined) === (quoteSymbol === undefined)) return [];
  const [field, other] =
    baseSymbol === undefined ? ['baseSymbol', 'quoteSymbol'] : ['quoteSymbol', 'baseSymbol'];
  return [{ object: 'Tick', field, rejectedValue: '', message: `is required with ${other}` }];
}

/** One problem per name that matches several exchanges or markets. */
function ambiguousNames(query: Query, named: NamedIds): FieldError[] {
  const { exchange = '', marketName = '', baseSymbol = '', quoteSymbol } = query;
  const filters = { exchange, marketName, baseSymbol };
  return (Object.keys(filters) as (keyof typeof filters)[]).flatMap((field) => {
    const ids = named[field] ?? [];
    if (ids.length < 2) return [];
    const name = field === 'baseSymbol' ? `${baseSymbol}_${quoteSymbol}` : filters[field];
    const [what, idField] = field === 'exchange' ? ['exchanges', 'exchangeId'] : ['markets', 'marketId'];
    const message = `${name} matches several ${what}: use ${idField} with one of ${ids.join(', ')}`;
    return [{ object: 'Tick' as const, field, rejectedValue: cutRejected(filters[field]), message }];
  });
}

function cursorProblems(startAfter: string | undefined, tickers: ExchangeTickers): readonly FieldError[] {
  if (startAfter === undefined || tickers.cursorOf(startAfter)) return [];
  const message = 'must be the id of an exchange ticker';
  return [{ object: 'Tick', field: 'startAfter', rejectedValue: startAfter, message }];
}
