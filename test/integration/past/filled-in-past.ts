import {
  candlesSettledFrom,
  readProgress,
  valuesSettledFrom,
  writeProgress,
} from '../../../src/app/pipeline/backfill/backfill-progress.ts';
import { exportedText } from '../../support/exported-text.ts';

/**
 * A world with a short past: nothing is modelled in steps of 30 seconds before June of 2019. Of the many days before, a month is
 * enough.
 */
export const YOUNG_WORLD = {
  start: ['--start', '2019-06-03T00:30:05Z'],
  firstTick: Date.parse('2019-06-03T00:30:00Z'),
  firstModelled: Date.parse('2019-06-01T00:00:30Z'),
  days: 2,
} as const;

const LAST_MODELLED = '2019-06-03T00:29:30Z';
const RECORDED_FROM = '2019-05-01T00:00:00Z';
const LAST_DAY = '2019-06-02T00:00:00Z';
/** Whether the compared part is completely filled in. */
export function isFilledIn(folder: string): boolean {
  const progress = readProgress(folder);
  if (!progress?.plan || valuesSettledFrom(progress, YOUNG_WORLD.firstTick) > -Infinity) return false;
  return candlesSettledFrom(progress, YOUNG_WORLD.firstTick) <= Date.parse(RECORDED_FROM);
}

/** The past of a directory as text: end-of-day records of all series, 30-second values of some. */
export async function pastOf(folder: string): Promise<string> {
  const [from, to] = [Date.parse(RECORDED_FROM), Date.parse(LAST_DAY)];
  const days = await exportedText({ data: folder, kind: 'ohlcv', format: 'csv', from, to });
  const indexIds = [
    ...new Set(
      days
        .split('\n')
        .slice(1, -1)
        .map((line) => line.split(',')[1]!),
    ),
  ].toSorted();
  const some = indexIds.filter((_, place) => place % 40 === 0);
  const until = Date.parse(LAST_MODELLED);
  return (
    days + (await exportedText({ data: folder, kind: 'ticks', format: 'csv', indexIds: some, to: until }))
  );
}

/** Some days before the end, because the whole year would take long. */
export function skipToTheEnd(folder: string): void {
  const progress = readProgress(folder)!;
  const done = { ...progress.done, 'everything-records': Date.parse('2018-06-09T00:00:00Z') };
  writeProgress(folder, { ...progress, done });
}
