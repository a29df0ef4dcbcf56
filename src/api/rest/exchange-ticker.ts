import { type FieldError, cutRejected } from '../../contract/errors.ts';
import { size, text, uuid } from '../../contract/parameter-kinds.ts';
import { ExchangeTicker } from '../../contract/records/exchange-ticker.ts';
import { pageOf } from '../../contract/schemas.ts';
import type { ExchangeTickers } from '../../latest/exchange-tickers.ts';
import type { Lookups } from '../../latest/lookups.ts';
import { freshUntilNextTick } from './freshness.ts';
import { dataRoute, type DataRoute } from './route.ts';

const DEFAULT_SIZE = 10;

interface Symbols {
  readonly baseSymbol?: string | undefined;
  readonly quoteSymbol?: string | undefined;
}

export function exchangeTickerRoutes(lookups: Lookups, tickers: ExchangeTickers, speed: number): DataRoute[] {
  return [
    dataRoute({
      path: '/exchange-ticker',
      operationId: 'listExchangeTickers',
      summary: 'The latest ticker of each market on each exchange',
      tag: 'Exchange tickers',
      object: 'Tick',
      access: ['read:exchange-ticker'],
      pathParameters: {},
      query: {
        exchangeId: { kind: uuid, description: 'Only tickers of this exchange' },
        marketId: { kind: uuid, description: 'Only tickers of this market' },
        baseSymbol: { kind: text, description: 'With quoteSymbol: only the market that bears these symbols' },
        quoteSymbol: { kind: text, description: 'With baseSymbol' },
        startAfter: { kind: uuid, description: 'Go on after this record: nextId of the page before' },
        size: {
          kind: size,
          description: `Turns paging on; records on a page (${DEFAULT_SIZE} with startAfter alone)`,
        },
      },
      together: (query) => [...symbolProblems(query, lookups), ...cursorProblems(query.startAfter, tickers)],
      response: pageOf(ExchangeTicker),
      handle: ({ query, marketTime }) => {
        const { exchangeId, marketId, startAfter } = query;
        const after = startAfter === undefined ? undefined : tickers.cursorOf(startAfter);
        const paged = startAfter !== undefined || query.size !== undefined;
        const page = paged ? { after, size: query.size ?? DEFAULT_SIZE } : undefined;
        const byName = marketsNamed(query, lookups);
        const wanted = byName === undefined ? marketId : onlyMarket(byName, marketId);
        return {
          prepared: tickers.find({ exchangeId, marketId: wanted }, page, marketTime),
          maxAgeSeconds: freshUntilNextTick(tickers.at, marketTime, speed),
        };
      },
    }),
  ];
}

/** No market has it: the answer to a filter that nothing can pass. */
const NO_MARKET = '';

function onlyMarket(named: readonly string[], marketId: string | undefined): string {
  const [only = NO_MARKET] = named;
  return marketId === undefined || marketId === only ? only : NO_MARKET;
}

/** Ids of the markets that bear a pair of symbols; undefined where none was asked for. */
function marketsNamed({ baseSymbol, quoteSymbol }: Symbols, { catalogue }: Lookups): string[] | undefined {
  if (baseSymbol === undefined || quoteSymbol === undefined) return undefined;
  const quoteIds = new Set(catalogue.findAssets({ symbol: quoteSymbol }).map(({ id }) => id));
  return catalogue
    .findAssets({ symbol: baseSymbol })
    .flatMap(({ id }) => catalogue.findMarkets({ baseAssetId: id }))
    .filter(({ quoteAssetId }) => quoteIds.has(quoteAssetId))
    .map(({ id }) => id);
}

function symbolProblems(query: Symbols, lookups: Lookups): FieldError[] {
  const { baseSymbol, quoteSymbol } = query;
  if ((baseSymbol === undefined) !== (quoteSymbol === undefined)) {
    const [field, other] =
      baseSymbol === undefined ? ['baseSymbol', 'quoteSymbol'] : ['quoteSymbol', 'baseSymbol'];
    return [{ object: 'Tick', field, rejectedValue: '', message: `is required with ${other}` }];
  }
  const named = marketsNamed(query, lookups) ?? [];
  if (named.length < 2) return [];
  const message = `${baseSymbol}_${quoteSymbol} names several markets: use marketId with one of ${named.join(', ')}`;
  return [{ object: 'Tick', field: 'baseSymbol', rejectedValue: cutRejected(baseSymbol ?? ''), message }];
}

function cursorProblems(startAfter: string | undefined, tickers: ExchangeTickers): readonly FieldError[] {
  if (startAfter === undefined || tickers.cursorOf(startAfter)) return [];
  const message = 'must be the id of an exchange ticker';
  return [{ object: 'Tick', field: 'startAfter', rejectedValue: startAfter, message }];
}
