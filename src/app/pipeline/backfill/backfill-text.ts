import { HOUR_MS, MINUTE_MS, type Millis } from '../../../core/time.ts';
import { FIRST_ASSETS, LARGEST_ASSETS } from './backfill-plan.ts';
import type { PresentPast } from './backfill-state.ts';
import type { Stage } from './stages.ts';
import { dayText } from '../../../values/export/day-files.ts';

const LARGEST = `the ${LARGEST_ASSETS} largest assets`;
const FIRST = `the ${FIRST_ASSETS} largest assets`;

export const STAGE_TEXTS: Readonly<Record<Stage, string>> = {
  'largest-records': `end-of-day records of ${LARGEST}`,
  today: 'values of today before the first tick',
  'first-values': `30-second values of ${FIRST}`,
  'largest-values': `30-second values of ${LARGEST}`,
  'everything-values': '30-second values of everything',
  'everything-records': 'end-of-day records of everything',
};

/**
 * Describes stored history: `end-of-day records of the 50 largest assets since 2014-01-01, of everything
 * since ...`.
 */
export function presentText({ records, values }: PresentPast): string {
  const texts = [
    listText('end-of-day records', [
      [LARGEST, records.largest],
      ['everything', records.everything],
    ]),
    listText('30-second values', [
      [FIRST, values.first],
      [LARGEST, values.largest],
      ['everything', values.everything],
    ]),
  ];
  return texts.filter((text) => text !== '').join('; ') || 'nothing yet';
}

/** Omits a part if a larger one begins on the same day. */
function listText(
  what: string,
  parts: readonly (readonly [of: string, since: Millis | undefined])[],
): string {
  const shown = parts.filter(
    ([, since], i) => since !== undefined && !parts.slice(i + 1).some(([, later]) => later === since),
  );
  const texts = shown.map(([of, since]) => `of ${of} since ${dayText(since!)}`);
  return texts.length === 0 ? '' : `${what} ${texts.join(', ')}`;
}

/** `about 3 min left`; empty if unknown. */
export function leftText(leftMs: number | undefined): string {
  if (leftMs === undefined) return '';
  if (leftMs < MINUTE_MS) return 'less than a minute left';
  if (leftMs < 2 * HOUR_MS) return `about ${Math.ceil(leftMs / MINUTE_MS)} min left`;
  return `about ${Math.ceil(leftMs / HOUR_MS)} h left`;
}
