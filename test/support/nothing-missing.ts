import { IncompleteRanges } from '../../src/api/http/answers/incomplete.ts';
import { ManualClock } from './manual-clock.ts';

/** For pages whose test is not about what they lack: every series is complete. */
export function nothingMissing(): IncompleteRanges {
  return new IncompleteRanges({
    coverage: { of: async () => ({ days: [], gaps: [] }) },
    history: { readSeriesInto: async () => 0, readCandles: async () => [], records: async function* () {} },
    pendingBefore: () => -Infinity,
    recordsPendingBefore: () => -Infinity,
    wallClock: new ManualClock(0),
  });
}
