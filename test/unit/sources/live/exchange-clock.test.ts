import { beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../../../src/core/time.ts';
import {
  ExchangeClock,
  type ReplyTimestamps,
} from '../../../../src/sources/live/understand/times/exchange-clock.ts';

const START = Date.UTC(2026, 4, 6, 12);
const CYCLE = 30 * SECOND_MS;

let clock: ExchangeClock;
let at: number;
beforeEach(() => {
  clock = new ExchangeClock();
  at = START;
});

type Answer = Partial<ReplyTimestamps> & { readonly ages: readonly number[] };

/**
 * One response whose tickers are this many seconds old by the exchange's clock. Returns its assumed age in seconds; 0: as read.
 */
function read({ ages, ...more }: Answer, afterMs = CYCLE): number {
  at += afterMs;
  const timestamps = ages.map((age) => at - age * SECOND_MS);
  const asOf = clock.take({ hasMoved: true, ...more, timestamps }, at);
  return asOf === undefined ? 0 : Math.round((at - asOf) / SECOND_MS);
}

const several = (count: number, answer: Answer) => Array.from({ length: count }, () => read(answer));
/** Busy markets, and some that did not trade for long. */
const busy = (age: number) => [0, 0.3, 1, 1.2, 2, 3, 4, 5, 60, 3000].map((each) => each + age);

describe('an exchange with timestamps in its responses', () => {
  test('is current while its newest timestamp is, however quiet other markets are', () => {
    expect(several(20, { ages: busy(1) })).toEqual(Array(20).fill(0));
    expect(clock.oldMs).toBe(0);
  });

  test('is old if its answers are five minutes behind, from the first one on and for ever', () => {
    expect(several(60, { ages: busy(300) })).toEqual(Array(60).fill(300));
    expect(clock.offsetMs).toBe(0);
    expect(several(3, { ages: busy(1) })).toEqual([0, 0, 0]);
  });

  test('is old if it falls behind later', () => {
    several(10, { ages: busy(1) });
    expect(several(50, { ages: busy(200) }).at(-1)).toBe(200);
  });

  test('is old if all its timestamps are those of the answer', () => {
    expect(several(4, { ages: [300, 300, 300, 300] })).toEqual([300, 300, 300, 300]);
  });

  test('is old if its answer is frozen', () => {
    several(10, { ages: busy(1) });
    const frozen = [31, 61, 91, 121].map((age) => read({ ages: busy(age), hasMoved: false }));
    expect(frozen).toEqual([0, 0, 91, 121]);
  });

  test('is old for ever if its answer is frozen, also if it is less busy', () => {
    const lessBusy = (age: number) => [0, 4, 8, 12, 16, 20, 24, 28].map((each) => each + age);
    several(10, { ages: lessBusy(1) });
    const frozen = Array.from({ length: 40 }, (_, i) =>
      read({ ages: lessBusy(1 + (i + 1) * 30), hasMoved: false }),
    );
    expect(frozen.slice(4).every((age) => age > 90)).toBe(true);
  });

  test('is old in every second answer if every second server is five minutes behind', () => {
    several(10, { ages: busy(1) });
    const ages = Array.from({ length: 20 }, (_, i) => read({ ages: busy(i % 2 === 0 ? 300 : 1) }));
    expect(ages).toEqual(Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 300 : 0)));
  });

  test('is old if it returns from a pause as old as the pause', () => {
    several(10, { ages: busy(1) });
    expect(read({ ages: busy(300) }, 6 * MINUTE_MS)).toBe(300);
    expect(read({ ages: busy(1) })).toBe(0);
  });

  test('is old from the second response on if it has only one market', () => {
    expect(several(3, { ages: [300] })).toEqual([0, 300, 300]);
  });

  test('is old if a cache has kept the response, whatever its timestamps', () => {
    expect(read({ ages: [], cachedMs: 5 * MINUTE_MS })).toBe(300);
    expect(read({ ages: busy(0), cachedMs: 59 * SECOND_MS })).toBe(0);
  });

  test('is never fresher than our reading', () => {
    expect(several(5, { ages: busy(-30) })).toEqual([0, 0, 0, 0, 0]);
    expect(several(5, { ages: busy(-3000) })).toEqual([0, 0, 0, 0, 0]);
  });
});

describe('timestamps of trades', () => {
  test('do not make a quiet exchange stale: a new trade is shown with the next response', () => {
    const ages: number[] = [];
    // One trade in seven minutes, in one of three markets; quotes move all the time.
    for (let cycle = 0; cycle < 60; cycle++) {
      const since = (cycle % 14) * 30 + 10;
      ages.push(read({ ages: [since, since + 420, since + 840] }));
    }
    expect(ages).toEqual(Array(60).fill(0));
  });

  test('nor if quotes do not move either', () => {
    for (let cycle = 0; cycle < 60; cycle++) {
      const since = (cycle % 14) * 30 + 10;
      expect(read({ ages: [since, since + 420, since + 840], hasMoved: cycle % 14 === 0 })).toBe(0);
    }
  });

  test('make a quiet exchange stale if its trades arrive five minutes late', () => {
    const ages: number[] = [];
    for (let cycle = 0; cycle < 28; cycle++) {
      const since = 300 + (cycle % 14) * 30 + 10;
      ages.push(read({ ages: [since, since + 420, since + 840] }));
    }
    // From its first new trade on.
    expect(ages.slice(14).every((age) => age >= 300)).toBe(true);
  });

  test('do not count if they stay constant while prices move, such as the start of the day', () => {
    const begins = START - 5 * 3600 * SECOND_MS;
    const found = Array.from({ length: 5 }, () => {
      at += CYCLE;
      return clock.take({ timestamps: [begins, begins, begins], hasMoved: at > START + CYCLE }, at);
    });
    expect(found.slice(1)).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('that are invalid are ignored', () => {
    for (const timestamp of [0, -1, Number.NaN, Infinity, 1_770_000_000, at + 9e9])
      expect(clock.take({ timestamps: [timestamp], hasMoved: true }, (at += CYCLE))).toBeUndefined();
    expect(clock.offsetMs).toBeUndefined();
  });
});

describe('a clock that is wrong', () => {
  test('by 20 seconds in either direction changes nothing', () => {
    expect(several(10, { ages: busy(20) })).toEqual(Array(10).fill(0));
    clock = new ExchangeClock();
    expect(several(10, { ages: busy(-20) })).toEqual(Array(10).fill(0));
    expect(clock.offsetMs).toBe(-20 * SECOND_MS);
  });

  test('by three minutes behind counts as old until its Date headers have confirmed it for two minutes', () => {
    const slow = { ages: busy(181), serverBehindMs: 180 * SECOND_MS };
    expect(several(10, slow)).toEqual([181, 181, 181, 0, 0, 0, 0, 0, 0, 0]);
    expect(clock.offsetMs).toBe(180 * SECOND_MS);
    // Its feed falls behind as well.
    expect(read({ ...slow, ages: busy(481) })).toBe(301);
  });

  test('is not assumed for a delayed feed with right Date headers', () => {
    expect(several(20, { ages: busy(181), serverBehindMs: 400 }).every((age) => age > 180)).toBe(true);
  });

  test('is not assumed for a cache that repeats old headers', () => {
    const ages = Array.from({ length: 20 }, (_, i) => {
      const age = 200 + i * 30;
      return read({ ages: busy(age), serverBehindMs: age * SECOND_MS, hasMoved: false });
    });
    expect(ages.every((age) => age >= 200)).toBe(true);
  });

  test('by three minutes ahead is learned, so that a delay shows', () => {
    expect(several(10, { ages: busy(-180) })).toEqual(Array(10).fill(0));
    expect(clock.offsetMs).toBe(-180 * SECOND_MS);
    expect(several(5, { ages: busy(120) })).toEqual([300, 300, 300, 300, 300]);
  });

  test('that is corrected is learned within 20 minutes', () => {
    several(10, { ages: busy(-180) });
    expect(several(45, { ages: busy(1) }).at(-1)).toBe(0);
  });
});

describe('single timestamps ahead of our reading', () => {
  test.each([1, 30, 3540])('by %s seconds hide no delay of the others', (ahead) => {
    const found = several(60, { ages: [-ahead, ...busy(300), ...busy(300)] });
    // One of a second may be the time of the ticker; the others are judged one by one then.
    expect(found).toEqual(Array(60).fill(ahead === 1 ? 0 : 300));
    expect(Math.abs(clock.offsetMs!)).toBeLessThanOrEqual(SECOND_MS);
  });

  test('make no current answer old, also once their time has come', () => {
    const early = at + 10 * MINUTE_MS;
    const found = Array.from({ length: 60 }, () =>
      read({ ages: [(at + CYCLE - early) / SECOND_MS, ...busy(1), ...busy(2)] }),
    );
    expect(found).toEqual(Array(60).fill(0));
  });
});
