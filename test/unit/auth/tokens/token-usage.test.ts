import { expect, test } from 'vitest';
import { usageIn, usageRecord } from '../../../../src/app/operate/audit/usage-entries.ts';
import { TokenUsage, type UsagePeriod } from '../../../../src/auth/tokens/token-usage.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/core/time.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const NOON = Date.UTC(2026, 0, 31, 12);

function open() {
  const clock = new ManualClock(NOON);
  const days: UsagePeriod[] = [];
  return { clock, days, usage: new TokenUsage(clock, [], (period) => days.push(period)) };
}

test('tokens are counted by client, with the time of the last one', () => {
  const { clock, usage } = open();
  usage.count('a');
  clock.advance(1000);
  usage.count('a');
  usage.count('b');
  expect(usage.of('a')).toEqual({ tokens: 2, lastAt: NOON + 1000 });
  expect(usage.of('b')).toEqual({ tokens: 1, lastAt: NOON + 1000 });
  expect(usage.of('c')).toBeUndefined();
});

test('counts of a day are returned with the first token of a later one', () => {
  const { clock, days, usage } = open();
  usage.count('a');
  clock.advance(12 * HOUR_MS - 1);
  usage.count('a');
  expect(days).toEqual([]);
  clock.advance(1);
  usage.count('b');
  const lastAt = NOON + 12 * HOUR_MS - 1;
  expect(days).toEqual([{ from: NOON, to: lastAt, clients: [{ client: 'a', tokens: 2, lastAt }] }]);
  clock.advance(3 * DAY_MS);
  usage.count('b');
  expect(days).toHaveLength(2);
});

test('pending counts are returned once', () => {
  const { usage } = open();
  expect(usage.take()).toBeUndefined();
  usage.count('a');
  expect(usage.take()).toEqual({ from: NOON, to: NOON, clients: [{ client: 'a', tokens: 1, lastAt: NOON }] });
  expect(usage.take()).toBeUndefined();
  expect(usage.of('a')?.tokens).toBe(1);
});

test('entries of the audit log restore earlier counts', () => {
  const { clock, days, usage } = open();
  const by = { user: 'x' };
  for (let day = 0; day < 3; day++, clock.advance(DAY_MS)) {
    usage.count('a');
    if (day === 1) usage.count('b');
  }
  const last = usage.take();
  const entries = [...days, ...(last ? [last] : [])].map((period, i) => ({
    number: i + 1,
    at: '',
    by,
    ...usageRecord(period),
  }));
  const known = usageIn([...entries, { number: 9, at: '', by, event: 'clients.add', details: {} }]);
  expect(known.get('a')).toEqual({ tokens: 3, lastAt: NOON + 2 * DAY_MS });
  expect(known.get('b')).toEqual({ tokens: 1, lastAt: NOON + DAY_MS });
  const next = new TokenUsage(clock, known, () => {});
  next.count('a');
  expect(next.of('a')).toEqual({ tokens: 4, lastAt: NOON + 3 * DAY_MS });
  expect(next.take()?.clients).toEqual([{ client: 'a', tokens: 1, lastAt: NOON + 3 * DAY_MS }]);
});
