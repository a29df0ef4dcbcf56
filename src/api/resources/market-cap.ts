import { flag, size, textParameter, uuid } from '../../contract/parameter-kinds.ts';
import { MarketCapSchema } from '../../contract/records/market-cap.ts';
import { MarketCapTotalSchema } from '../../contract/records/market-cap-total.ts';
import { listOf } from '../../contract/schemas.ts';
import { STALE_VALUE_MS } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import { IndexNames } from '../../latest/indices/index-names.ts';
import type { IndexTickers } from '../../latest/indices/index-tickers.ts';
import type { CapSelection, MarketCaps } from '../../latest/market-caps/market-caps.ts';
import type { PreparedAnswer } from '../../latest/answers/prepared-answer.ts';
import { unavailable, type ApiError } from '../http/errors.ts';
import { freshUntilNextTick } from '../http/answers/freshness.ts';
import { assetSelectors } from './index-selectors.ts';
import { dataRoute, type DataRoute } from '../http/routing/route.ts';
import type { SeriesVersions } from '../pages/series-cursors.ts';

export interface AnswerWithChanges {
  readonly prepared: PreparedAnswer;
  /** Whether changes are known: history may not yet reach back far enough. */
  readonly isKnown: boolean;
}

export interface MarketCapParts {
  readonly marketCaps: MarketCaps;
  /** The same with changes, which require reading history. */
  readonly marketCapsWithChanges: {
    answer(selection: CapSelection, isLowPriority?: boolean): Promise<AnswerWithChanges>;
  };
  readonly marketSpeed: number;
  readonly versions: SeriesVersions;
  readonly indexTickers: IndexTickers;
}

export function marketCapRoutes({
  marketCaps,
  marketCapsWithChanges,
  marketSpeed,
  versions,
  indexTickers,
}: MarketCapParts): DataRoute[] {
  const selectors = assetSelectors(new IndexNames(versions, indexTickers), 'MarketCap');
  /** For how many seconds the current values stay fresh. Throws 503 if they are too old. */
  const freshness = (marketTime: Millis) => {
    const { at } = marketCaps;
    // Serve nothing rather than an older value.
    if (marketTime - at > STALE_VALUE_MS) throw notFresh();
    return (now: Millis) => freshUntilNextTick(at, now, marketSpeed);
  };
  return [
    dataRoute({
      path: '/market-cap',
      operationId: 'listMarketCaps',
      summary: 'Market caps of all assets, sorted by rank',
      tag: 'Market caps',
      object: 'MarketCap',
      access: ['read:market-cap'],
      query: {
        assetId: { kind: uuid, description: 'Only this asset; its ranks are still those among all assets' },
        symbol: {
          kind: textParameter,
          description: 'Only the asset with this symbol, such as BTC; case-sensitive',
        },
        slugName: { kind: textParameter, description: 'Only the asset with this slug, such as bitcoin' },
        percentChange: {
          kind: flag,
          description:
            'Include the changes over 24 hours, 7 days and 30 days (default: false). They are omitted in the first seconds of a new installation, while history is being read',
        },
        top: { kind: size, description: 'Only this many assets, from rank 1' },
      },
      together: (query) => selectors.problems(query),
      response: listOf(MarketCapSchema),
      alsoAnswers: [503],
      handle: ({ query, marketTime, marketNow, asker }) => {
        const selection = { assetId: selectors.idOf(query), top: query.top };
        const freshAt = freshness(marketTime);
        if (query.percentChange)
          return marketCapsWithChanges.answer(selection, asker().isVisitor).then(({ prepared, isKnown }) => ({
            prepared,
            maxAgeSeconds: isKnown ? freshAt(marketNow()) : 0,
          }));
        return { prepared: marketCaps.of(selection), maxAgeSeconds: freshAt(marketTime) };
      },
    }),
    dataRoute({
      path: '/market-cap/total',
      operationId: 'getMarketCapTotal',
      summary: 'Total market cap and volume of all established assets, and the share of Bitcoin',
      tag: 'Market caps',
      object: 'MarketCap',
      access: ['read:market-cap'],
      response: MarketCapTotalSchema,
      alsoAnswers: [503],
      handle: ({ marketTime }) => {
        const freshAt = freshness(marketTime);
        const { total } = marketCaps;
        if (!total) throw notFresh();
        return { prepared: total, maxAgeSeconds: freshAt(marketTime) };
      },
    }),
  ];
}

function notFresh(): ApiError {
  return unavailable('market caps are not fresh', 30);
}
