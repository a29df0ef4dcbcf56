import type { Grant } from '../../auth/tokens/token-verifier.ts';
import { oneOf } from '../../contract/parameter-kinds.ts';
import { Sparkline } from '../../contract/records/sparkline.ts';
import { listOf } from '../../contract/schemas.ts';
import { TICKER_SCOPES } from '../../contract/scopes.ts';
import { INTERVALS } from '../../core/candle-interval.ts';
import { INDEX_TYPES } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import type { IndexTickers } from '../../latest/indices/index-tickers.ts';
import type { Sparklines } from '../../latest/indices/sparklines.ts';
import { unavailable } from '../http/errors.ts';
import { freshUntil, freshUntilNextTick } from '../http/answers/freshness.ts';
import { wantedBy } from '../pages/index-access.ts';
import { dataRoute, type DataRoute } from '../http/routing/route.ts';
import type { SeriesVersions } from '../pages/series-cursors.ts';

/** Limits caching, because a running back-fill may still change a line. */
const MAX_AGE_SECONDS = 300;
/** Failed preparation is retried with the next tick. */
const RETRY_AFTER_SECONDS = 30;

/** Prepared sparklines. */
export interface PreparedSparklines {
  readonly lines: Pick<Sparklines, 'ofTypes'>;
  /** End of their last candle. */
  readonly endAt: Millis;
  /** Whether they are final until the next candle. */
  readonly isSettled: boolean;
  /** Resolves after the first preparation; rejects if that fails and will be retried. */
  readonly ready: Promise<void>;
}

export interface SparklineParts {
  readonly sparklines: PreparedSparklines;
  readonly indexTickers: IndexTickers;
  readonly versions: SeriesVersions;
  readonly marketSpeed: number;
}

export function sparklineRoutes({
  sparklines,
  indexTickers,
  versions,
  marketSpeed,
}: SparklineParts): DataRoute[] {
  return [
    dataRoute({
      path: '/sparklines',
      operationId: 'listSparklines',
      summary: 'Closes of the last 42 complete four-hour candles of every index, which is one week',
      tag: 'Candles',
      object: 'Candle',
      access: ['read:index-ticker', 'read:LX'],
      query: { indexType: { kind: oneOf(INDEX_TYPES), description: 'Only indices of this type' } },
      response: listOf(Sparkline),
      alsoAnswers: [503],
      handle: async ({ query, grant, marketTime }) => {
        const { types } = wantedBy(query, grant as Grant, versions.current.series, TICKER_SCOPES);
        await prepared(sparklines);
        const next = sparklines.endAt + INTERVALS['4h'];
        return {
          prepared: sparklines.lines.ofTypes(types),
          maxAgeSeconds: sparklines.isSettled
            ? freshUntil(next, marketTime, marketSpeed, MAX_AGE_SECONDS)
            : freshUntilNextTick(indexTickers.at, marketTime, marketSpeed),
        };
      },
    }),
  ];
}

async function prepared({ ready }: PreparedSparklines): Promise<void> {
  try {
    await ready;
  } catch {
    // The error is in the log.
    throw unavailable('the sparklines are not prepared yet', RETRY_AFTER_SECONDS);
  }
}
