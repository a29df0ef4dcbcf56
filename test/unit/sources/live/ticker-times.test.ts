import { beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../../../src/core/time.ts';
import { TickerTimes } from '../../../../src/sources/live/understand/times/ticker-times.ts';

const CYCLE = 30 * SECOND_MS;
/** Not a whole minute, and neither is any timestamp below unless a test says so. */
const START = Date.UTC(2026, 4, 6, 12) + 123;

let ticker: TickerTimes;
let at: number;
beforeEach(() => {
  ticker = new TickerTimes();
  at = START;
});

interface Answer {
  /** Of the ticker, by the clock of the exchange, in seconds. */
  readonly age?: number;
  readonly timestamp?: number;
  /** How old the newest ticker of the answer is. */
  readonly newestAge?: number;
  readonly offsetMs?: number;
}

/** How old the ticker counts, in seconds; 0: as its answer. */
function read({ age, timestamp, newestAge = 1, offsetMs = 0 }: Answer): number {
  at += CYCLE;
  const own = timestamp ?? (age === undefined ? undefined : at - age * SECOND_MS);
  const asOf = ticker.take(own, { at, asOf: at - newestAge * SECOND_MS, offsetMs });
  return asOf === undefined ? 0 : Math.round((at - asOf) / SECOND_MS);
}

const several = (count: number, answer: () => Answer) => Array.from({ length: count }, () => read(answer()));

describe('a ticker is late', () => {
  test('if it is new and much older than the answer before', () => {
    expect(several(5, () => ({ age: 300 }))).toEqual([0, 300, 300, 300, 300]);
  });

  test('until it is current again', () => {
    several(5, () => ({ age: 300 }));
    expect(several(3, () => ({ age: 20 }))).toEqual([0, 0, 0]);
  });

  test('between its late trades too, for ten minutes', () => {
    const trade = () => at - 300 * SECOND_MS;
    several(2, () => ({ timestamp: trade() }));
    const timestamp = trade();
    expect(several(23, () => ({ timestamp })).map((age) => age > 90)).toEqual([
      ...Array<boolean>(21).fill(true),
      false,
      false,
    ]);
  });

  test('in each answer that is older than what was shown before', () => {
    let turn = 0;
    const found = several(10, () => ({ age: turn++ % 2 === 0 ? 2 : 300 }));
    expect(found).toEqual([0, 300, 0, 300, 0, 300, 0, 300, 0, 300]);
  });

  test('by the corrected clock of its exchange', () => {
    expect(several(3, () => ({ age: 120, offsetMs: -180_000 }))).toEqual([0, 300, 300]);
    ticker = new TickerTimes();
    expect(several(3, () => ({ age: 190, offsetMs: 180_000 }))).toEqual([0, 0, 0]);
  });
});

describe('a ticker is not late', () => {
  test('if it has not traded for long, and then does', () => {
    const timestamp = START - 3 * 60 * MINUTE_MS;
    expect(several(20, () => ({ timestamp }))).toEqual(Array(20).fill(0));
    // The trade was just after the answer before.
    expect(read({ age: 29 })).toBe(0);
  });

  test('if the whole answer before was 59 seconds old, such as one out of a cache', () => {
    several(3, () => ({ timestamp: START - MINUTE_MS, newestAge: 59 }));
    expect(read({ age: 89 })).toBe(0);
  });

  test('if its timestamps are the begins of candles', () => {
    const candle = 15 * MINUTE_MS;
    // One trade in each candle, in its tenth minute.
    const begin = () => Math.floor((at - 9.5 * MINUTE_MS) / candle) * candle;
    expect(several(120, () => ({ timestamp: begin() }))).toEqual(Array(120).fill(0));
  });

  test('if its answer was not read for long', () => {
    read({ age: 1 });
    at += 10 * MINUTE_MS;
    expect(read({ age: 300 })).toBe(0);
  });

  test('if it gives no time, or one in the future', () => {
    expect(several(3, () => ({}))).toEqual([0, 0, 0]);
    expect(several(3, () => ({ age: -3000 }))).toEqual([0, 0, 0]);
    expect(several(3, () => ({ age: 1 }))).toEqual([0, 0, 0]);
  });
});
