import { CANDLE_NUMBERS, type Candle } from '../core/candle.ts';
import { DAY_MS } from '../core/time.ts';
import type { PastYear } from './history-store.ts';

type CandleNumbers = Record<(typeof CANDLE_NUMBERS)[number], number>;

/** Converts columns of end-of-day records to records. */
export function* candlesIn({ startAt, series }: PastYear): Generator<Candle> {
  for (const { indexType, indexId, days, numbers, flags } of series) {
    for (let row = 0; row < days.length; row++) {
      const candle = {
        indexType,
        indexId,
        startAt: startAt + days[row]! * DAY_MS,
        ...NO_NUMBERS,
        flags: flags[row]!,
      };
      // Assigned one by one instead of through entries: a first start waits for thousands of them.
      for (let c = 0; c < CANDLE_NUMBERS.length; c++) candle[CANDLE_NUMBERS[c]!] = numbers[c]![row]!;
      yield candle;
    }
  }
}

const NO_NUMBERS: Readonly<CandleNumbers> = {
  close: 0,
  open: 0,
  high: 0,
  low: 0,
  twap: 0,
  vwap: 0,
  volume: 0,
  volumeUsd: 0,
  ticks: 0,
  carried: 0,
  volumeRest: 0,
};
