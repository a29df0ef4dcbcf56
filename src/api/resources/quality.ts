import type { Grant } from '../../auth/tokens/token-verifier.ts';
import { oneOf, uuid } from '../../contract/parameter-kinds.ts';
import { ExchangeQuality } from '../../contract/records/exchange-quality.ts';
import { IndexQuality } from '../../contract/records/index-quality.ts';
import { listOf } from '../../contract/schemas.ts';
import { TICKER_SCOPES } from '../../contract/scopes.ts';
import { INDEX_TYPES } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import { IndexNames } from '../../latest/indices/index-names.ts';
import type { IndexTickers } from '../../latest/indices/index-tickers.ts';
import type { Quality } from '../../latest/quality/quality.ts';
import { unavailable } from '../http/errors.ts';
import { freshUntilNextTick } from '../http/answers/freshness.ts';
import { wantedBy } from '../pages/index-access.ts';
import { INDEX_SELECTORS, indexSelectors } from './index-selectors.ts';
import { dataRoute, type DataRoute } from '../http/routing/route.ts';
import type { SeriesVersions } from '../pages/series-cursors.ts';

export interface QualityParts {
  readonly quality: Quality;
  readonly indexTickers: IndexTickers;
  readonly versions: SeriesVersions;
  readonly marketSpeed: number;
}

export function qualityRoutes({ quality, indexTickers, versions, marketSpeed }: QualityParts): DataRoute[] {
  const selectors = indexSelectors(new IndexNames(versions, indexTickers), 'Quality');
  const maxAge = (marketTime: Millis) => freshUntilNextTick(lastTickOf(quality), marketTime, marketSpeed);
  return [
    dataRoute({
      path: '/quality',
      operationId: 'listIndexQuality',
      summary: 'Quality of each index at the last tick: its exchanges, their agreement and its flags',
      tag: 'Quality',
      object: 'Quality',
      access: ['read:index-ticker', 'read:LX'],
      query: {
        indexType: { kind: oneOf(INDEX_TYPES), description: 'Only indices of this type' },
        ...INDEX_SELECTORS,
      },
      together: (query) => selectors.problems(query),
      response: listOf(IndexQuality),
      alsoAnswers: [503],
      handle: ({ query, grant, marketTime }) => {
        const { types, series } = wantedBy(
          { indexType: query.indexType, indexId: selectors.idOf(query) },
          grant as Grant,
          versions.current.series,
          TICKER_SCOPES,
        );
        const maxAgeSeconds = maxAge(marketTime);
        return { prepared: series ? quality.ofSeries(series) : quality.ofTypes(types), maxAgeSeconds };
      },
    }),
    dataRoute({
      path: '/quality/exchange',
      operationId: 'listExchangeQuality',
      summary: 'What each exchange contributes, and which of its tickers were rejected in the last 24 hours',
      tag: 'Quality',
      object: 'Quality',
      access: ['read:exchange-ticker'],
      query: { exchangeId: { kind: uuid, description: 'Only this exchange' } },
      response: listOf(ExchangeQuality),
      alsoAnswers: [503],
      handle: ({ query: { exchangeId }, marketTime }) => {
        const maxAgeSeconds = maxAge(marketTime);
        const prepared = exchangeId === undefined ? quality.ofExchanges() : quality.ofExchange(exchangeId);
        return { prepared, maxAgeSeconds };
      },
    }),
  ];
}

/** After a restart there is none until the last tick is recomputed or the next one is published. */
function lastTickOf({ at }: Quality): Millis {
  if (at !== undefined) return at;
  throw unavailable('the last tick has not been computed yet', 30);
}
