import { describe, expect, test } from 'vitest';
import {
  DEFAULT_KEEP_PLAN,
  keepPlan,
  KeepSchedule,
  parseKeepPlan,
} from '../../../../src/app/config/keep-plan.ts';
import { formatDatetime } from '../../../../src/core/time.ts';

describe('the setting keepReceipts', () => {
  test('is read, and shown as written', () => {
    expect(parseKeepPlan('BTC,ETH,BTC_USD@00:00 UTC,16:00 Europe/London')).toEqual(DEFAULT_KEEP_PLAN);
    expect(keepPlan.format!(DEFAULT_KEEP_PLAN)).toBe('BTC,ETH,BTC_USD@00:00 UTC,16:00 Europe/London');
    expect(parseKeepPlan(' BTC @ 16:00 Europe/London ; BLX@12:00 UTC,12:00 UTC')).toEqual([
      { names: ['BTC'], times: ['16:00 Europe/London'] },
      { names: ['BLX'], times: ['12:00 UTC'] },
    ]);
  });

  test.each(['off', '', '  '])('%j keeps nothing', (text) => {
    expect(keepPlan.parse(text)).toEqual([]);
    expect(keepPlan.format!([])).toBe('off');
  });

  test.each([
    ['BTC', /names, one @ and times/],
    ['BTC@', /is not a time/],
    ['@16:00 UTC', /"" is not a name/],
    ['BTC,@16:00 UTC', /"" is not a name/],
    ['BTC@16:00 UTC@17:00 UTC', /names, one @ and times/],
    ['BTC USD@16:00 UTC', /"BTC USD" is not a name/],
    ['BTC@16:00 Europe/Nowhere', /no time zone Europe\/Nowhere/],
    ['BTC@16:00 UTC;', /names, one @ and times/],
  ])('%j is refused', (text, message) => {
    expect(keepPlan.parse(text)).toBeUndefined();
    expect(keepPlan.explainError!(text)).toMatch(message);
  });

  test('more than 250 receipts per day are refused', () => {
    const names = Array.from({ length: 126 }, (_, i) => `N${i}`).join();
    expect(keepPlan.explainError!(`${names}@00:00 UTC,12:00 UTC`)).toBe(
      'the plan keeps 252 receipts per day: the maximum is 250',
    );
  });
});

describe('a schedule', () => {
  const schedule = new KeepSchedule(parseKeepPlan('BTC@00:00 UTC,16:00 Europe/London; BTC,BLX@15:00 UTC'));

  test('returns due names, and for which times', () => {
    expect(schedule.dueAt(Date.parse('2026-11-18T16:00:00Z'))).toEqual([
      { name: 'BTC', times: ['16:00 Europe/London'] },
    ]);
    expect(schedule.dueAt(Date.parse('2026-11-18T16:00:30Z'))).toEqual([]);
    // In summer both are the same instant.
    expect(schedule.dueAt(Date.parse('2026-07-01T15:00:00Z'))).toEqual([
      { name: 'BTC', times: ['16:00 Europe/London', '15:00 UTC'] },
      { name: 'BLX', times: ['15:00 UTC'] },
    ]);
  });

  test('lists the instants of a range once each', () => {
    const from = Date.parse('2026-07-01T00:00:00Z');
    expect(schedule.between(from, from + 86_400_000).map(formatDatetime)).toEqual([
      '2026-07-01T00:00:00.000Z',
      '2026-07-01T15:00:00.000Z',
      '2026-07-02T00:00:00.000Z',
    ]);
  });
});
