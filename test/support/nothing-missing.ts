import { IncompleteRanges } from '../../src/api/http/answers/incomplete.ts';
import { ManualClock } from './manual-clock.ts';

/** For tests of pages that are not about missing data: every series is complete. */
export function nothingMissing(): IncompleteRanges {
  return new IncompleteRanges({
    coverage: { of: async () => ({ days: [], gaps: [] }) },
    history: { readSeriesInto: async () => 0, readCandles: async () => [], records: async function* () {} },
    pendingBefore: () => -Infinity,
    recordsPendingBefore: () => -Infinity,
    wallClock: new ManualClock(0),
  });
}
