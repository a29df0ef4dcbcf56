import type { SeriesId } from '../../core/index-value.ts';
import { formatDatetime, type Millis } from '../../core/time.ts';
import type { SeriesCoverage } from '../../values/coverage/coverage.ts';

const DATE_LENGTH = 'YYYY-MM-DD'.length;

/** Coverage as it is served: counts are quantities, which are strings. */
export function coverageJson(
  { indexId, indexType }: SeriesId,
  { first, last, days, gaps }: SeriesCoverage,
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
