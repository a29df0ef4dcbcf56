import { describe, expect, test } from 'vitest';
import { DailyInstants, parseDailyTime } from '../../../../src/core/clocks/daily-time.ts';
import { formatDatetime } from '../../../../src/core/time.ts';

function next(time: string, after: string): string {
  return formatDatetime(new DailyInstants(parseDailyTime(time)).atOrAfter(Date.parse(after)));
}

describe('instants of a daily time', () => {
  test.each([
    ['00:00 UTC', '2026-11-18T00:00:00Z', '2026-11-18T00:00:00.000Z'],
    ['00:00 UTC', '2026-11-18T00:00:30Z', '2026-11-19T00:00:00.000Z'],
    ['16:00 Europe/London', '2026-11-18T00:00:00Z', '2026-11-18T16:00:00.000Z'],
    ['16:00 Europe/London', '2026-07-01T00:00:00Z', '2026-07-01T15:00:00.000Z'],
    ['16:00 America/New_York', '2026-07-01T20:00:30Z', '2026-07-02T20:00:00.000Z'],
    ['00:30 Pacific/Auckland', '2026-11-18T00:00:00Z', '2026-11-18T11:30:00.000Z'],
    ['23:45 Asia/Kathmandu', '2026-11-18T18:00:30Z', '2026-11-19T18:00:00.000Z'],
  ])('%s after %s is %s', (time, after, expected) => {
    expect(next(time, after)).toBe(expected);
  });

  test('a skipped time is moved forward by the length of the gap', () => {
    // Clocks in London go from 01:00 to 02:00 on 29 March 2026: 01:30 becomes 02:30 summer time.
    expect(next('01:30 Europe/London', '2026-03-29T00:00:00Z')).toBe('2026-03-29T01:30:00.000Z');
    expect(next('01:30 Europe/London', '2026-03-29T01:30:30Z')).toBe('2026-03-30T00:30:00.000Z');
    // New York skips from 02:00 to 03:00 on 8 March 2026.
    expect(next('02:30 America/New_York', '2026-03-08T00:00:00Z')).toBe('2026-03-08T07:30:00.000Z');
    // Half an hour on Lord Howe Island on 4 October 2026: 02:15 becomes 02:45.
    expect(next('02:15 Australia/Lord_Howe', '2026-10-03T12:00:00Z')).toBe('2026-10-03T15:45:00.000Z');
  });

  test('the first of a repeated time counts', () => {
    // 25 October 2026: 01:30 summer time, and an hour later 01:30 winter time.
    expect(next('01:30 Europe/London', '2026-10-25T00:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(next('01:30 Europe/London', '2026-10-25T00:30:30Z')).toBe('2026-10-26T01:30:00.000Z');
    expect(next('01:30 America/New_York', '2026-11-01T00:00:00Z')).toBe('2026-11-01T05:30:00.000Z');
  });

  test('each day of two years has one instant, in order', () => {
    const instants = new DailyInstants(parseDailyTime('01:30 Europe/London'));
    let at = Date.parse('2026-01-01T00:00:00Z');
    const found: number[] = [];
    for (; found.length < 730; at = found.at(-1)! + 1) found.push(instants.atOrAfter(at));
    expect(formatDatetime(found.at(-1)!).slice(0, 10)).toBe('2027-12-31');
    for (const each of found) expect(each % 1_800_000).toBe(0);
  });

  test('caching the next instant changes nothing', () => {
    const instants = new DailyInstants(parseDailyTime('16:00 Europe/London'));
    const first = instants.atOrAfter(Date.parse('2026-11-18T10:00:00Z'));
    expect(instants.atOrAfter(Date.parse('2026-11-17T10:00:00Z'))).toBe(first - 86_400_000);
    expect(instants.atOrAfter(first)).toBe(first);
  });
});

describe('an invalid daily time', () => {
  test.each([
    ['16:00', /is not a time such as/],
    ['24:00 UTC', /is not a time such as/],
    ['4pm Europe/London', /is not a time such as/],
    ['16:00 EST', /is not a time such as/],
    ['16:00 Europe/Londn', /there is no time zone Europe\/Londn/],
  ])('%s', (text, message) => {
    expect(() => parseDailyTime(text)).toThrow(message);
  });
});
