import { describe, expect, test } from 'vitest';
import { TidemarkError } from '../../../sdk/src/errors.ts';
import { localTime } from '../../../sdk/src/local-time.ts';
import { instantText } from '../../../sdk/src/api.ts';

describe('a local time', () => {
  test.each([
    ['2026-11-16 16:00 Europe/London', '2026-11-16T16:00:00.000Z'],
    ['2026-07-16 16:00 Europe/London', '2026-07-16T15:00:00.000Z'],
    ['2026-07-16T16:00:30 Europe/London', '2026-07-16T15:00:30.000Z'],
    ['2026-07-16T16:00:30.250 Europe/London', '2026-07-16T15:00:30.250Z'],
    ['2026-07-16 Europe/London', '2026-07-15T23:00:00.000Z'],
    ['2026-11-16 09:30 America/New_York', '2026-11-16T14:30:00.000Z'],
    ['2026-07-16 09:30 America/New_York', '2026-07-16T13:30:00.000Z'],
    ['2026-11-16 09:30 america/new_york', '2026-11-16T14:30:00.000Z'],
    ['2026-11-16 09:30 America/Argentina/Buenos_Aires', '2026-11-16T12:30:00.000Z'],
    ['2026-01-16 12:00 Australia/Lord_Howe', '2026-01-16T01:00:00.000Z'],
    ['2026-07-16 12:00 Australia/Lord_Howe', '2026-07-16T01:30:00.000Z'],
    ['2026-11-16 12:00 Asia/Kathmandu', '2026-11-16T06:15:00.000Z'],
    ['2026-11-16 12:00 Etc/GMT+5', '2026-11-16T17:00:00.000Z'],
    ['2026-11-16 12:00 UTC', '2026-11-16T12:00:00.000Z'],
    // Around clock changes.
    ['2026-03-29 00:59:59 Europe/London', '2026-03-29T00:59:59.000Z'],
    ['2026-03-29 02:00 Europe/London', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25 00:59:59 Europe/London', '2026-10-24T23:59:59.000Z'],
    ['2026-10-25 02:00 Europe/London', '2026-10-25T02:00:00.000Z'],
    ['2011-12-29 12:00 Pacific/Apia', '2011-12-29T22:00:00.000Z'],
    ['2011-12-31 12:00 Pacific/Apia', '2011-12-30T22:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(localTime(text).toISOString()).toBe(instant);
  });

  test.each([
    ['2026-03-29 01:30 Europe/London', '00:00', '2026-03-29T01:30', '+01:00', '2026-03-29T00:30'],
    ['2026-03-08 02:30 America/New_York', '-05:00', '2026-03-08T07:30', '-04:00', '2026-03-08T06:30'],
    ['2026-10-04 02:15 Australia/Lord_Howe', '+10:30', '2026-10-03T15:45', '+11:00', '2026-10-03T15:15'],
    ['2011-12-30 12:00 Pacific/Apia', '-10:00', '2011-12-30T22:00', '+14:00', '2011-12-29T22:00'],
  ])('%s does not exist, and the error has both readings', (text, ...parts) => {
    expect(() => localTime(text)).toThrow(TidemarkError);
    expect(() => localTime(text)).toThrow(/^clocks in \S+ skip .*: write .* or /);
    for (const part of parts) expect(() => localTime(text)).toThrow(part);
  });

  test.each([
    ['2026-10-25 01:30 Europe/London', '2026-10-25T01:30:00+01:00', '2026-10-25T01:30:00+00:00'],
    ['2026-11-01 01:30 America/New_York', '2026-11-01T01:30:00-04:00', '2026-11-01T01:30:00-05:00'],
    ['2026-04-05 01:45 Australia/Lord_Howe', '2026-04-05T01:45:00+11:00', '2026-04-05T01:45:00+10:30'],
  ])('%s exists twice: either reading can be written with its offset', (text, first, second) => {
    expect(() => localTime(text)).toThrow(/^clocks in \S+ show .* twice: write/);
    for (const reading of [first, second]) {
      const instant = instantText(reading);
      expect(() => localTime(text)).toThrow(`${reading} (${instant})`);
    }
    expect(Date.parse(second) - Date.parse(first)).toBe(text.includes('Howe') ? 1_800_000 : 3_600_000);
  });

  test('today and yesterday are those of the zone', () => {
    const now = Date.parse('2026-11-16T02:00:00Z');
    const of = (text: string) => localTime(text, now).toISOString();
    expect(of('today 16:00 Europe/London')).toBe('2026-11-16T16:00:00.000Z');
    expect(of('yesterday 16:00 Europe/London')).toBe('2026-11-15T16:00:00.000Z');
    expect(of('today 09:30 America/New_York')).toBe('2026-11-15T14:30:00.000Z');
    expect(of('today Asia/Tokyo')).toBe('2026-11-15T15:00:00.000Z');
  });

  test.each([
    ['2026-11-16 16:00', 'is like'],
    ['16:00 Europe/London', 'is like'],
    ['2026-11-16 16:00 BST', 'is like'],
    ['2026-11-16 16:00 Europe/Lundon', 'unknown time zone Europe/Lundon'],
    ['2026-02-30 16:00 Europe/London', '2026-02-30 is not a valid date'],
    ['2026-11-16 24:00 Europe/London', 'invalid time of day 24:00'],
    ['2026-11-16 16:60 Europe/London', 'invalid time of day 16:60'],
    ['today 25:00 Europe/London', 'invalid time of day 25:00: use 00:00 to 23:59'],
    ['2026-11-16 16:00:75 Europe/London', 'invalid time of day 16:00:75'],
    ['', 'is like'],
  ])('"%s" is refused', (text, said) => {
    expect(() => localTime(text)).toThrow(said);
  });

  test('times throughout a year are found again', () => {
    for (const zone of ['Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia']) {
      const format = new Intl.DateTimeFormat('sv-SE', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'medium',
      });
      let twice = 0;
      for (let at = Date.UTC(2011, 0, 1); at < Date.UTC(2012, 0, 10); at += 37 * 1_800_000)
        try {
          expect(localTime(`${format.format(at)} ${zone}`).getTime()).toBe(at);
        } catch (error) {
          if (!(error instanceof TidemarkError)) throw error;
          twice++;
        }
      expect(twice).toBeLessThan(3);
    }
  });
});

test('an instant may have an offset', () => {
  expect(instantText('2026-11-16T16:00+01:00')).toBe('2026-11-16T15:00:00.000Z');
  expect(instantText('2026-11-16T16:00:00-05:00')).toBe('2026-11-16T21:00:00.000Z');
  expect(instantText('2026-11-16T16:00:00Z')).toBe('2026-11-16T16:00:00Z');
  // Without either the service refuses it, because a machine's own zone is ambiguous.
  expect(instantText('2026-11-16T16:00:00')).toBe('2026-11-16T16:00:00');
  expect(() => instantText('2026-11-16 16:00 Europe/London')).toThrow(
    /^not an ISO 8601 instant: .* use localTime\(/,
  );
});
