import { describe, expect, test } from 'vitest';
import { localTime } from '../../../sdk/src/local-time.ts';
import { dailyMoment, instantOf, moment } from '../../../src/cli/times.ts';
import { DailyInstants, parseDailyTime } from '../../../src/core/clocks/daily-time.ts';
import { LOCAL_TIMES } from '../../support/local-times.ts';

const NOW = Date.parse('2026-11-18T18:00:00Z');

describe.each(LOCAL_TIMES)('$date $time $zone', ({ date, time, zone, instant, is }) => {
  const at = Date.parse(instant);
  const text = `${date} ${time} ${zone}`;

  test('is due at that instant', () => {
    const instants = new DailyInstants(parseDailyTime(`${time} ${zone}`));
    expect(instants.atOrAfter(at - 1)).toBe(at);
    expect(instants.onDate(Date.parse(`${date}T00:00:00Z`))).toBe(at);
  });

  test('is the kept instant for evidence --at', () => {
    expect(dailyMoment.explainError?.(text)).toBeUndefined();
    expect(instantOf(dailyMoment.parse(text)!, NOW)).toBe(at);
  });

  test('is the same for localTime and other commands, which refuse skipped or repeated times', () => {
    if (is === undefined) {
      expect(localTime(text).getTime()).toBe(at);
      expect(instantOf(moment.parse(text)!, NOW)).toBe(at);
      return;
    }
    // That instant is one of the two readings in the error.
    expect(() => localTime(text)).toThrow(`(${instant})`);
    expect(moment.parse(text)).toBeUndefined();
  });
});

describe('--at of evidence', () => {
  const at = (text: string) => new Date(instantOf(dailyMoment.parse(text)!, NOW)).toISOString();

  test('knows today and yesterday of the zone', () => {
    expect(at('today 16:00 Europe/London')).toBe('2026-11-18T16:00:00.000Z');
    expect(at('yesterday 16:00 Europe/London')).toBe('2026-11-17T16:00:00.000Z');
    expect(at('today Asia/Tokyo')).toBe('2026-11-18T15:00:00.000Z');
  });

  test('accepts all other times like other commands', () => {
    expect(at('2h ago')).toBe('2026-11-18T16:00:00.000Z');
    expect(at('2026-11-18T12:00Z')).toBe('2026-11-18T12:00:00.000Z');
    expect(at('2026-11-18 16:00:30 Europe/London')).toBe('2026-11-18T16:00:30.000Z');
  });

  test.each([
    [
      'today 25:00 Europe/London',
      '"25:00 Europe/London" is not a time such as 00:00 UTC or 16:00 Europe/London',
    ],
    ['2026-11-18 16:60 UTC', '"16:60 UTC" is not a time such as 00:00 UTC or 16:00 Europe/London'],
    ['2026-02-30 16:00 UTC', '2026-02-30 is not a valid date'],
    ['today 16:00 Europe/Londn', 'there is no time zone Europe/Londn: IANA names are like Europe/London'],
  ])('%s: says what is wrong', (text, said) => {
    expect(dailyMoment.parse(text)).toBeUndefined();
    expect(dailyMoment.explainError?.(text)).toBe(said);
  });
});

test('other commands explain what is wrong with a time of today', () => {
  expect(moment.explainError?.('today 25:00 Europe/London')).toBe(
    'invalid time of day 25:00: use 00:00 to 23:59',
  );
});
