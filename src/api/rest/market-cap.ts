import { flag, uuid } from '../../contract/parameter-kinds.ts';
import { MarketCap } from '../../contract/records/market-cap.ts';
import { listOf } from '../../contract/schemas.ts';
import { MINUTE_MS } from '../../core/time.ts';
import type { MarketCaps } from '../../latest/market-caps.ts';
import type { PreparedAnswer } from '../../latest/prepared-answer.ts';
import { ApiError } from '../errors.ts';
import { freshUntilNextTick } from './freshness.ts';
import { dataRoute, type DataRoute } from './route.ts';

/** Rather nothing than something older. */
const STALE_AFTER_MS = 5 * MINUTE_MS;

export interface MarketCapParts {
  readonly marketCaps: MarketCaps;
  /** The same with changes, which take a look into history. */
  readonly marketCapsWithChanges: { answer(assetId: string | undefined): Promise<PreparedAnswer> };
  readonly marketSpeed: number;
}

export function marketCapRoutes({
  marketCaps,
  marketCapsWithChanges,
  marketSpeed,
}: MarketCapParts): DataRoute[] {
  return [
    dataRoute({
      path: '/market-cap',
      operationId: 'listMarketCaps',
      summary: 'Market caps in ascending rank',
      tag: 'Market caps',
      object: 'MarketCap',
      access: ['read:market-cap'],
      pathParameters: {},
      query: {
        assetId: { kind: uuid, description: 'Only this asset; its ranks stay those among all' },
        percentChange: { kind: flag, description: 'Also the changes over 24 hours, 7 and 30 days (false)' },
      },
      response: listOf(MarketCap),
      alsoAnswers: [503],
      handle: ({ query: { assetId, percentChange }, marketTime }) => {
        if (marketTime - marketCaps.at > STALE_AFTER_MS) {
          throw new ApiError('SERVICE_UNAVAILABLE', 'market caps are not fresh', {
            headers: { 'retry-after': '30' },
          });
        }
        const maxAgeSeconds = freshUntilNextTick(marketCaps.at, marketTime, marketSpeed);
        if (percentChange) {
          return marketCapsWithChanges.answer(assetId).then((prepared) => ({ prepared, maxAgeSeconds }));
        }
        return {
          prepared: assetId === undefined ? marketCaps.all() : marketCaps.ofAsset(assetId),
          maxAgeSeconds,
        };
      },
    }),
  ];
}
