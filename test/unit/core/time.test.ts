import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  DAY_MS,
  dayStart,
  formatDatetime,
  parseDatetime,
  SLOT_MS,
  slotAfter,
  slotAtOrBefore,
  dayOfTick,
} from '../../../src/core/time.ts';

const instant = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) });

describe('parseDatetime', () => {
  test.each([
    ['2026-01-31T12:00:30Z', '2026-01-31T12:00:30.000Z'],
    ['2026-01-31T12:00:30.000Z', '2026-01-31T12:00:30.000Z'],
    ['2026-01-31T12:00:30+00:00', '2026-01-31T12:00:30.000Z'],
    ['2026-01-31T12:00:30 00:00', '2026-01-31T12:00:30.000Z'],
    ['2026-01-31T12:00:30.5Z', '2026-01-31T12:00:30.500Z'],
    ['2026-01-31T12:00:30.25+00:00', '2026-01-31T12:00:30.250Z'],
    ['2026-01-31T12:00:30.123456789Z', '2026-01-31T12:00:30.123Z'],
    ['2026-01-31T12:00:30.999999999Z', '2026-01-31T12:00:30.999Z'],
    ['2026-01-31T00:00:00Z', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T23:59:59.999Z', '2026-01-31T23:59:59.999Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
    ['0050-03-01T00:00:00Z', '0050-03-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
  ])('reads %s', (text, normal) => {
    expect(formatDatetime(parseDatetime(text) ?? Number.NaN)).toBe(normal);
  });

  test.each([
    ['a date alone', '2026-01-31'],
    ['no offset', '2026-01-31T12:00:30'],
    ['no seconds', '2026-01-31T12:00Z'],
    ['another offset', '2026-01-31T12:00:30+02:00'],
    ['a negative offset', '2026-01-31T12:00:30-05:00'],
    ['minus zero', '2026-01-31T12:00:30-00:00'],
    ['an offset without a colon', '2026-01-31T12:00:30+0000'],
    ['an offset of hours alone', '2026-01-31T12:00:30+00'],
    ['second 60', '2026-01-31T23:59:60Z'],
    ['hour 24', '2026-01-31T24:00:00Z'],
    ['minute 60', '2026-01-31T12:60:00Z'],
    ['a space for T', '2026-01-31 12:00:30Z'],
    ['a small t', '2026-01-31t12:00:30Z'],
    ['a small z', '2026-01-31T12:00:30z'],
    ['ten fraction digits', '2026-01-31T12:00:30.1234567890Z'],
    ['a point without digits', '2026-01-31T12:00:30.Z'],
    ['a comma for the point', '2026-01-31T12:00:30,5Z'],
    ['a short month', '2026-1-31T12:00:30Z'],
    ['a five-digit year', '12026-01-31T12:00:30Z'],
    ['a signed year', '+002026-01-31T12:00:30Z'],
    ['month 0', '2026-00-31T12:00:30Z'],
    ['month 13', '2026-13-01T12:00:30Z'],
    ['day 0', '2026-01-00T12:00:30Z'],
    ['day 32', '2026-01-32T12:00:30Z'],
    ['31 April', '2026-04-31T12:00:30Z'],
    ['30 February', '2024-02-30T12:00:30Z'],
    ['29 February of a common year', '2026-02-29T12:00:30Z'],
    ['29 February 1900', '1900-02-29T12:00:30Z'],
    ['29 February 2100', '2100-02-29T12:00:30Z'],
    ['a space before', ' 2026-01-31T12:00:30Z'],
    ['a line end after', '2026-01-31T12:00:30Z\n'],
    ['nothing', ''],
    ['milliseconds since 1970', '1769860830000'],
    ['text', 'now'],
    ['other digits', '\u0662026-01-31T12:00:30Z'],
  ])('refuses %s', (_what, text) => {
    expect(parseDatetime(text)).toBeUndefined();
  });

  test('accepts exactly the days of the calendar', () => {
    const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    const two = (value: number) => String(value).padStart(2, '0');
    for (const year of [1900, 2000, 2023, 2024, 2100, 2400]) {
      const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
      lengths.forEach((length, i) => {
        const last = leap && i === 1 ? 29 : length;
        for (let day = 1; day <= 31; day++) {
          const text = `${year}-${two(i + 1)}-${two(day)}T00:00:00Z`;
          expect(parseDatetime(text) !== undefined, text).toBe(day <= last);
        }
      });
    }
  });

  test('a formatted instant is read back as the same instant, in each accepted spelling', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const text = formatDatetime(at);
        expect(parseDatetime(text)).toBe(at);
        expect(parseDatetime(text.replace('Z', '+00:00'))).toBe(at);
        expect(parseDatetime(text.replace('Z', ' 00:00'))).toBe(at);
        expect(parseDatetime(text.replace('Z', '999999Z'))).toBe(at);
      }),
    );
  });

  test('never throws and reads nothing differently from Date', () => {
    const almost = fc.string({ unit: fc.constantFrom(...'0123456789-:.TZ+ '), minLength: 19, maxLength: 26 });
    fc.assert(
      fc.property(fc.oneof(fc.string(), almost), (text) => {
        const at = parseDatetime(text);
        if (at !== undefined) expect(at).toBe(Date.parse(text.replace(/[+ ]00:00$/, 'Z')));
      }),
    );
  });
});

describe('slots and days', () => {
  test('a slot is the last :00 or :30 at or before an instant', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const slot = slotAtOrBefore(at);
        expect(formatDatetime(slot)).toMatch(/:(?:00|30)\.000Z$/);
        expect(at - slot).toBeGreaterThanOrEqual(0);
        expect(at - slot).toBeLessThan(SLOT_MS);
        expect(slotAtOrBefore(slot)).toBe(slot);
      }),
    );
  });

  test('the next slot is strictly later, by at most a slot', () => {
    fc.assert(
      fc.property(instant, (at) => {
        expect(slotAfter(at)).toBeGreaterThan(at);
        expect(slotAfter(at) - at).toBeLessThanOrEqual(SLOT_MS);
        expect(slotAtOrBefore(slotAfter(at))).toBe(slotAfter(at));
      }),
    );
    expect(slotAfter(0)).toBe(SLOT_MS);
    expect(slotAtOrBefore(SLOT_MS - 1)).toBe(0);
  });

  test('a day starts at midnight UTC and holds 2,880 slots', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const start = dayStart(at);
        expect(formatDatetime(start)).toMatch(/T00:00:00\.000Z$/);
        expect(formatDatetime(start).slice(0, 10)).toBe(formatDatetime(at).slice(0, 10));
      }),
    );
    expect(DAY_MS / SLOT_MS).toBe(2880);
    expect(dayStart(DAY_MS - 1)).toBe(0);
    expect(dayStart(DAY_MS)).toBe(DAY_MS);
  });
});

describe.each(['Pacific/Apia', 'America/St_Johns', 'Asia/Kathmandu'])('on a machine in %s', (zone) => {
  const before = process.env['TZ'];
  beforeAll(() => {
    process.env['TZ'] = zone;
  });
  afterAll(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });

  test('datetimes, slots and days are those of UTC', () => {
    expect(new Date(Date.UTC(2024, 0, 1)).getTimezoneOffset()).not.toBe(0);
    expect(parseDatetime('2011-12-30T00:00:00Z')).toBe(Date.UTC(2011, 11, 30));
    expect(parseDatetime('2024-03-10T02:30:00Z')).toBe(Date.UTC(2024, 2, 10, 2, 30));
    expect(parseDatetime('2024-02-29T23:59:59.999Z')).toBe(Date.UTC(2024, 1, 29, 23, 59, 59, 999));
    expect(parseDatetime('2023-02-29T00:00:00Z')).toBeUndefined();
    expect(formatDatetime(Date.UTC(2011, 11, 30, 12))).toBe('2011-12-30T12:00:00.000Z');
    expect(dayStart(Date.UTC(2011, 11, 30, 12))).toBe(Date.UTC(2011, 11, 30));
    fc.assert(fc.property(instant, (at) => void expect(parseDatetime(formatDatetime(at))).toBe(at)));
  });
});

test('a tick at midnight belongs to the previous day, leap days included', () => {
  expect(dayOfTick(Date.UTC(2024, 2, 1))).toBe(Date.UTC(2024, 1, 29));
  expect(dayOfTick(Date.UTC(2024, 2, 1, 0, 0, 30))).toBe(Date.UTC(2024, 2, 1));
  expect(dayOfTick(Date.UTC(2024, 1, 29))).toBe(Date.UTC(2024, 1, 28));
});
