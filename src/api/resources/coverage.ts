import type { Grant } from '../../auth/tokens/token-verifier.ts';
import { datetimeParameter, uuid } from '../../contract/parameter-kinds.ts';
import { SeriesCoverageSchema } from '../../contract/records/series-coverage.ts';
import { TICKER_SCOPES } from '../../contract/scopes.ts';
import { INDEX_WINDOW_MS, type SeriesId } from '../../core/index-value.ts';
import { formatDatetime, lastPassedSlot, slotAtOrBefore, type Millis } from '../../core/time.ts';
import type {
  Coverage,
  CoverageRange,
  SeriesCoverage as CountedCoverage,
} from '../../values/coverage/coverage.ts';
import type { IndexTickers } from '../../latest/indices/index-tickers.ts';
import { PreparedAnswer } from '../../latest/answers/prepared-answer.ts';
import { ApiError, tooManyRequests, unavailable, validationError } from '../http/errors.ts';
import { freshUntilNextTick } from '../http/answers/freshness.ts';
import { requireType } from '../pages/index-access.ts';
import { rangeProblems, type RangeQuery } from '../pages/range.ts';
import { dataRoute, type DataRoute } from '../http/routing/route.ts';
import type { SeriesVersions } from '../pages/series-cursors.ts';
import { FairQueue } from '../http/limits/fair-queue.ts';

/** Complete days do not change, but the past may still be filled in. */
const PAST_SECONDS = 300;
const MAX_GAPS = 10_000;
/** A request reads up to 200 days: while one waits for the disk, the other continues. */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 32;
const MAX_PER_CLIENT = 2;

const BUSY = () => unavailable('coverage is being computed for other clients: try again', 2);
const TOO_MANY = () =>
  tooManyRequests(`this client already has ${MAX_PER_CLIENT} such requests in progress`, 1);

export interface CoverageParts {
  readonly coverage: Coverage;
  readonly indexTickers: IndexTickers;
  readonly versions: SeriesVersions;
  readonly marketSpeed: number;
}

export function coverageRoutes({
  coverage,
  indexTickers,
  versions,
  marketSpeed,
}: CoverageParts): DataRoute[] {
  const line = new FairQueue({
    maxRunning: MAX_AT_ONCE,
    maxWaiting: MAX_WAITING,
    queueFull: BUSY,
    maxPerClient: MAX_PER_CLIENT,
    clientLimitReached: TOO_MANY,
  });
  return [
    dataRoute({
      path: '/series/{indexId}/coverage',
      operationId: 'getSeriesCoverage',
      summary: 'Completeness of an index by day, and why values are missing',
      tag: 'Index tickers',
      object: 'Coverage',
      access: ['read:index-ticker', 'read:LX'],
      pathParameters: { indexId: { kind: uuid, description: 'Id of an index', required: true } },
      query: {
        from: {
          kind: datetimeParameter,
          description: 'Only slots at or after this time (default: the oldest value)',
        },
        to: { kind: datetimeParameter, description: 'Only slots before this time (default: now)' },
      },
      together: (query) => rangeProblems(query, 'Coverage'),
      response: SeriesCoverageSchema,
      alsoAnswers: [404, 503],
      handle: async ({ path: { indexId }, query, grant, marketTime, marketNow, asker }) => {
        const indexType = versions.current.series.typeOf(indexId);
        requireType(grant as Grant, indexType, TICKER_SCOPES);
        if (!indexType) throw new ApiError('NOT_FOUND', 'there is no index with this id');
        const series = { indexType, indexId };
        const range = rangeAt(query, indexTickers.at, marketTime);
        const whose = asker();
        const found = await line.run(whose, () => coverage.of(series, range, MAX_GAPS, whose.gone));
        if (found === 'too-many-gaps') throw tooManyGaps(query);
        const isPast = range.upTo < range.at;
        return {
          prepared: PreparedAnswer.ofJson(coverageJson(series, found)),
          maxAgeSeconds: isPast ? PAST_SECONDS : freshUntilNextTick(range.at, marketNow(), marketSpeed),
        };
      },
    }),
  ];
}

/** Slots inside the window with from <= t < to, up to the last one that has its tick or is missing. */
function rangeAt({ from, to }: RangeQuery, at: Millis, marketTime: Millis): CoverageRange {
  const newest = lastPassedSlot(at, marketTime);
  const before = to === undefined ? Infinity : slotAtOrBefore(to - 1);
  const oldest = marketTime - INDEX_WINDOW_MS;
  return {
    from: Math.max(from ?? oldest, oldest),
    upTo: Math.min(newest, before),
    fromFirst: from === undefined,
    at,
  };
}

function tooManyGaps({ from }: RangeQuery): ApiError {
  const rejectedValue = from === undefined ? '' : formatDatetime(from);
  const message = `there are more than ${MAX_GAPS} gaps: request a shorter range`;
  return validationError([{ object: 'Coverage', field: 'from', rejectedValue, message }]);
}

const DATE_LENGTH = 'YYYY-MM-DD'.length;

/** Coverage as JSON: counts are quantities, which are strings. */
function coverageJson(
  { indexId, indexType }: SeriesId,
  { first, last, days, gaps }: CountedCoverage,
): string {
  return JSON.stringify({
    indexId,
    indexType,
    ...(first !== undefined && { first: formatDatetime(first) }),
    ...(last !== undefined && { last: formatDatetime(last) }),
    days: days.map(({ day, expected, ticks, carried, modelled, seeded, missing }) => ({
      day: dateOf(day),
      expected: String(expected),
      ticks: String(ticks),
      carried: String(carried),
      modelled: String(modelled),
      seeded: String(seeded),
      missing: String(missing),
    })),
    gaps: gaps.map(({ from, to, reason }) => ({
      from: formatDatetime(from),
      to: formatDatetime(to),
      reason,
    })),
  });
}

function dateOf(day: Millis): string {
  return formatDatetime(day).slice(0, DATE_LENGTH);
}
