import { Type } from 'typebox';
import { MINUTE_MS } from '../../core/time.ts';
import type { MarketCaps } from '../../latest/market-caps.ts';
import type { PreparedAnswer } from '../../latest/prepared-answer.ts';
import { ApiError } from '../errors.ts';
import { freshUntilNextTick } from './freshness.ts';
import { flag, uuid } from './parameters.ts';
import { dataRoute, type DataRoute } from './route.ts';
import { datetime, listOf, quantity, Uuid } from './schemas.ts';

const PercentChange = Type.Object(
  {
    change24h: Type.Optional(quantity('Over 24 hours')),
    change7d: Type.Optional(quantity('Over 7 days')),
    change30d: Type.Optional(quantity('Over 30 days')),
  },
  {
    title: 'PercentChange',
    description: 'In percent, two decimals; a span is left out where history is too short',
    additionalProperties: false,
  },
);

export const MarketCap = Type.Object(
  {
    id: Uuid,
    assetId: Uuid,
    timestamp: datetime('The tick for which it was computed'),
    marketCapRank: quantity('Among all ranked assets'),
    volumeRank: quantity('By USD volume'),
    price: quantity('The GWA of the tick, in USD'),
    volume: quantity('Base units traded in the trailing 24 hours'),
    totalSupply: quantity('Units that exist'),
    freeFloatSupply: quantity('Units that circulate'),
    marketCap: quantity('price x freeFloatSupply'),
    totalMarketCap: quantity('price x totalSupply'),
    marketCapPercentChange: Type.Optional(PercentChange),
    totalMarketCapPercentChange: Type.Optional(PercentChange),
    volumePercentChange: Type.Optional(PercentChange),
    pricePercentChange: Type.Optional(PercentChange),
  },
  { title: 'MarketCap', additionalProperties: false },
);

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
