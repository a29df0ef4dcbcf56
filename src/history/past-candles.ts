import { CANDLE_NUMBERS, type Candle } from '../core/candle.ts';
import { DAY_MS } from '../core/time.ts';
import type { PastYear } from './history-store.ts';

/** Columns of end-of-day records as records, one after the other. */
export function* candlesIn({ startAt, series }: PastYear): Generator<Candle> {
  for (const { indexType, indexId, days, numbers, flags } of series) {
    for (const [row, day] of days.entries()) {
      const named = Object.fromEntries(CANDLE_NUMBERS.map((name, c) => [name, numbers[c]![row]!]));
      const id = { indexType, indexId, startAt: startAt + day * DAY_MS };
      yield { ...id, ...named, flags: flags[row]! } as unknown as Candle;
    }
  }
}
