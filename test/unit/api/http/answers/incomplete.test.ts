import { describe, expect, test } from 'vitest';
import {
  IncompleteRanges,
  isToBeFilled,
  joinIncomplete,
  type IncompleteParts,
} from '../../../../../src/api/http/answers/incomplete.ts';
import type { CoverageRange } from '../../../../../src/values/coverage/coverage.ts';
import type { Gap } from '../../../../../src/core/gap.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../../../../src/core/time.ts';
import type { StoredRecord } from '../../../../../src/history/history-store.ts';
import type { ModelledSpan } from '../../../../../src/history/modelled-past.ts';
import { ReadBudget } from '../../../../../src/history/read-budget.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

const SERIES = { indexType: 'GWA', indexId: 'a' } as const;
const AT = Date.parse('2026-03-01T12:00:00Z');
const WINDOW_FROM = AT - 200 * DAY_MS;
const MOMENT = { at: AT, windowFrom: WINDOW_FROM };
const GONE = new AbortController().signal;
const iso = (at: Millis) => new Date(at).toISOString();
const item = (reason: string, from: Millis, to: Millis) => `${reason};from="${iso(from)}";to="${iso(to)}"`;

interface Stored {
  readonly gaps?: readonly Gap[];
  /** Times of the first value, and of the first end-of-day record. */
  readonly firstValue?: Millis;
  readonly firstRecord?: Millis;
  /** First tick of the service, whichever index has a value in it. */
  readonly firstTick?: Millis;
  readonly span?: ModelledSpan;
  readonly pendingBefore?: Millis;
  readonly recordsPendingBefore?: Millis;
  readonly isTooMuch?: boolean;
}

const aBudget = () => new ReadBudget(new ManualClock(0), 1000, { client: '', signal: GONE });

function rangesOver({
  gaps = [],
  firstValue,
  firstRecord,
  firstTick,
  span,
  pendingBefore,
  recordsPendingBefore,
  isTooMuch,
}: Stored) {
  const asked: CoverageRange[] = [];
  const parts: IncompleteParts = {
    coverage: {
      of: async (_series, range) => {
        asked.push(range);
        if (isTooMuch) return 'too-many-gaps';
        return { days: [], gaps: gaps.filter(({ from, to }) => from <= range.upTo && to > range.from) };
      },
    },
    history: {
      readSeriesInto: async ({ atOrBefore }) =>
        firstValue !== undefined && firstValue <= atOrBefore ? 1 : 0,
      readCandles: async ({ startAtOrBefore }) =>
        firstRecord !== undefined && firstRecord <= startAtOrBefore ? ([{}] as never) : [],
      records: async function* () {
        if (firstTick !== undefined) yield { at: firstTick } as StoredRecord;
      },
    },
    ...(span && { modelled: async () => span }),
    pendingBefore: () => pendingBefore ?? -Infinity,
    recordsPendingBefore: () => recordsPendingBefore ?? -Infinity,
    wallClock: new ManualClock(0),
  };
  return { ranges: new IncompleteRanges(parts), asked };
}

describe('missing slots of an answer', () => {
  const from = AT - DAY_MS;
  const slots = (stored: Stored, range = { from, to: AT + 1 }, budget = aBudget()) =>
    rangesOver(stored).ranges.slotGaps(SERIES, range, MOMENT, budget, GONE);

  test('are none if all of them exist', async () => {
    expect(await slots({ firstValue: 0 })).toBeUndefined();
  });

  test('are named by their reason', async () => {
    const gap = { from: from + 5 * SLOT_MS, to: from + 9 * SLOT_MS, reason: 'DOWN' } as const;
    expect(await slots({ gaps: [gap], firstValue: 0 })).toBe(item('DOWN', gap.from, gap.to));
  });

  test('before the first value are BEFORE_FIRST, whatever else is known about them', async () => {
    const gap = { from, to: from + 9 * SLOT_MS, reason: 'UNKNOWN' } as const;
    expect(await slots({ gaps: [gap], firstValue: gap.to })).toBe(item('BEFORE_FIRST', gap.from, gap.to));
    expect(await slots({ gaps: [gap], firstValue: from - SLOT_MS })).toBe(item('UNKNOWN', gap.from, gap.to));
  });

  test('before the first tick of the service are BEFORE_FIRST, also after single values', async () => {
    const gap = { from: from + SLOT_MS, to: from + 9 * SLOT_MS, reason: 'DOWN' } as const;
    const [firstValue, firstTick] = [from, gap.to];
    expect(await slots({ gaps: [gap], firstValue, firstTick })).toBe(item('BEFORE_FIRST', gap.from, gap.to));
    const later = { from: gap.to + SLOT_MS, to: gap.to + 3 * SLOT_MS, reason: 'DOWN' } as const;
    expect(await slots({ gaps: [later], firstValue, firstTick })).toBe(item('DOWN', later.from, later.to));
    const both = { ...gap, to: later.to };
    expect(await slots({ gaps: [both], firstValue, firstTick })).toBe(
      `${item('BEFORE_FIRST', gap.from, firstTick)}, ${item('DOWN', firstTick, later.to)}`,
    );
    const source = { ...gap, reason: 'SOURCE' } as const;
    expect(await slots({ gaps: [source], firstValue, firstTick })).toBe(item('SOURCE', gap.from, gap.to));
    expect(await slots({ gaps: [gap], firstValue, firstTick, pendingBefore: firstTick })).toBe(
      item('BACKFILL', gap.from, gap.to),
    );
  });

  test('before the window are no longer kept', async () => {
    const old = WINDOW_FROM - 3 * DAY_MS;
    expect(await slots({ firstValue: 0 }, { from: old, to: AT })).toBe(item('RETENTION', old, WINDOW_FROM));
    expect(await slots({ firstValue: 0 }, { from: old, to: old + DAY_MS })).toBe(
      item('RETENTION', old, old + DAY_MS),
    );
  });

  test('that could not be modelled are named from the start of the window, and all parts from a slot on', async () => {
    const old = WINDOW_FROM - 3 * DAY_MS;
    const budget = aBudget();
    budget.omit(WINDOW_FROM - 9 * SLOT_MS, WINDOW_FROM + DAY_MS);
    expect(await slots({ firstValue: 0 }, { from: old + 1, to: AT }, budget)).toBe(
      [
        item('RETENTION', old + SLOT_MS, WINDOW_FROM),
        item('BACKFILL', WINDOW_FROM, WINDOW_FROM + DAY_MS),
      ].join(', '),
    );
  });

  test('that could not be modelled in time are to be filled in', async () => {
    const budget = aBudget();
    budget.omit(from + 4 * SLOT_MS, AT);
    budget.omit(from - 9 * SLOT_MS, from + 4 * SLOT_MS);
    expect(await slots({ firstValue: 0 }, { from, to: AT }, budget)).toBe(item('BACKFILL', from, AT));
  });

  test('that a back-fill has not reached yet are to be filled in, later ones are not', async () => {
    const gap = { from: from + SLOT_MS, to: from + 9 * SLOT_MS, reason: 'UNKNOWN' } as const;
    const pendingBefore = from + 3 * SLOT_MS;
    expect(await slots({ gaps: [gap], firstValue: 0, pendingBefore })).toBe(
      `${item('BACKFILL', gap.from, pendingBefore)}, ${item('UNKNOWN', pendingBefore, gap.to)}`,
    );
  });

  test('are at most five items: neighbours are merged, and slots to be filled in are always named', async () => {
    const gaps = Array.from({ length: 9 }, (_, i) => {
      const start = from + (1 + 20 * i) * SLOT_MS;
      return { from: start, to: start + (i + 1) * SLOT_MS, reason: 'SOURCE' } as const;
    });
    const named = (await slots({ gaps, firstValue: 0 }))!;
    expect(named.split(', ').length).toBe(5);
    for (const gap of gaps)
      expect(
        named.split(', ').some((one) => {
          const [, begin, end] = /from="(.*)";to="(.*)"/.exec(one)!;
          return Date.parse(begin!) <= gap.from && Date.parse(end!) >= gap.to;
        }),
      ).toBe(true);
    const budget = aBudget();
    budget.omit(from + SLOT_MS / 2, from + SLOT_MS);
    const pending = await slots({ gaps, firstValue: 0 }, { from, to: AT + 1 }, budget);
    expect(isToBeFilled(pending)).toBe(true);
    expect(isToBeFilled(named)).toBe(false);
    expect(await slots({ isTooMuch: true, firstValue: 0 })).toBe(item('UNKNOWN', from, AT + SLOT_MS));
  });

  test('end with the last published tick', async () => {
    const { ranges, asked } = rangesOver({ firstValue: 0 });
    await ranges.slotGaps(SERIES, { from, to: AT + DAY_MS }, MOMENT, undefined, GONE);
    expect(asked).toEqual([{ from, upTo: AT, fromFirst: false, at: AT }]);
  });
});

describe('an answer that cannot name its missing slots', () => {
  test('is refused if some are missing, with what to do', () => {
    const { ranges } = rangesOver({});
    const budget = ranges.budget(false, { clientId: 'c', gone: GONE });
    expect(() => ranges.requireComplete(budget)).not.toThrow();
    budget.omit(0, SLOT_MS);
    expect(() => ranges.requireComplete(budget)).toThrow('give from to get what is there');
  });
});

describe('missing days of an answer', () => {
  const today = Date.parse('2026-03-01T00:00:00Z');
  const ago = (days: number) => today - days * DAY_MS;
  const days = (stored: Stored, has: readonly number[], from: Millis, budget = aBudget()) =>
    rangesOver(stored).ranges.dayGaps(SERIES, { from, to: AT }, has.map(ago), FINAL, budget, GONE);
  const FINAL = { ...MOMENT, lastDay: ago(1) };

  test('are none if each has its record', async () => {
    expect(await days({ firstRecord: ago(3) }, [1, 2, 3], ago(3))).toBeUndefined();
  });

  test('before the first record are BEFORE_FIRST', async () => {
    expect(await days({ firstRecord: ago(2) }, [1, 2], ago(9))).toBe(item('BEFORE_FIRST', ago(9), ago(2)));
    expect(await days({}, [], ago(4))).toBe(item('BEFORE_FIRST', ago(4), today));
  });

  test('between records have the reason of their slots', async () => {
    const gap = { from: ago(2) + SLOT_MS, to: ago(1) + SLOT_MS, reason: 'DOWN' } as const;
    expect(await days({ firstRecord: ago(9), gaps: [gap] }, [1, 3], ago(3))).toBe(
      item('DOWN', ago(2), ago(1)),
    );
  });

  test('before the modelled past do not exist, and those not modelled in time will', async () => {
    const span = { valuesFrom: 0, firstTick: AT, recordsFrom: ago(20), recordsUpTo: ago(1) };
    const budget = aBudget();
    budget.omit(ago(20), ago(1));
    expect(await days({ firstRecord: ago(1), span }, [1], ago(30), budget)).toBe(
      `${item('BEFORE_FIRST', ago(30), ago(20))}, ${item('BACKFILL', ago(20), ago(1))}`,
    );
  });

  test('that are still to be seeded or filled in are marked so', async () => {
    expect(await days({ firstRecord: ago(1), recordsPendingBefore: ago(1) }, [1], ago(5))).toBe(
      item('BACKFILL', ago(5), ago(1)),
    );
  });

  test('include a past day that is held until all of it is filled in', async () => {
    const { ranges } = rangesOver({ firstRecord: ago(9) });
    const held = { ...MOMENT, lastDay: ago(2), finalDay: ago(1) };
    const has = [ago(2), ago(3)];
    const asked = (to: Millis) => ranges.dayGaps(SERIES, { from: ago(3), to }, has, held, aBudget(), GONE);
    expect(await asked(ago(1) + 1)).toBe(item('BACKFILL', ago(1), today));
    expect(await asked(ago(2) + 1)).toBeUndefined();
  });

  test('include the current one, if it has no values yet', async () => {
    const budget = aBudget();
    budget.omit(today + SLOT_MS, AT);
    expect(await days({ firstRecord: ago(9) }, [1, 2], ago(2), budget)).toBe(
      item('BACKFILL', today + SLOT_MS, AT),
    );
    const pendingBefore = AT - 30 * SLOT_MS;
    expect(await days({ firstRecord: ago(9), pendingBefore }, [1, 2], ago(2))).toBe(
      item('BACKFILL', today, pendingBefore),
    );
  });
});

describe('joined values of several answers', () => {
  const minute = (number: number) => AT + number * 60_000;

  test('are ascending, with touching and equal parts of the same reason as one', () => {
    const [a, b] = [item('DOWN', minute(0), minute(1)), item('DOWN', minute(1), minute(2))];
    const other = item('SOURCE', minute(5), minute(6));
    expect(joinIncomplete([`${b}, ${other}`, undefined, a, other])).toBe(
      `${item('DOWN', minute(0), minute(2))}, ${other}`,
    );
    expect(joinIncomplete([undefined, undefined])).toBeUndefined();
  });

  test('are at most five, and still say that a part will be filled in', () => {
    const parts = [0, 1, 2, 3, 4, 5].map((number) =>
      item(number === 0 ? 'BACKFILL' : `REASON_${number}`, minute(10 * number), minute(10 * number + 1)),
    );
    const joined = joinIncomplete([parts.slice(3).join(', '), parts.slice(0, 3).join(', ')]);
    expect(joined?.split(', ')).toHaveLength(5);
    expect(isToBeFilled(joined)).toBe(true);
  });
});
