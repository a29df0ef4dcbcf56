import { describe, expect, test } from 'vitest';
import {
  aligned,
  barText,
  bpsText,
  percentText,
  significant,
} from '../../../src/cli/receipts/number-text.ts';
import { UsageError } from '../../../src/cli/command.ts';
import { instantOf, moment, span, startOf } from '../../../src/cli/times.ts';

describe('an instant', () => {
  const at = (text: string) => ({ at: Date.parse(text) });

  test.each([
    ['now', { agoMs: 0 }],
    ['10m', { agoMs: 600_000 }],
    ['2h', { agoMs: 7_200_000 }],
    ['15 min', { agoMs: 900_000 }],
    ['2h ago', { agoMs: 7_200_000 }],
    ['1h 30m ago', { agoMs: 5_400_000 }],
    ['3 days ago', { agoMs: 259_200_000 }],
    ['2026-11-20T12:00:30.5Z', at('2026-11-20T12:00:30.500Z')],
    ['2026-11-20T12:00:30', at('2026-11-20T12:00:30Z')],
    ['2026-11-20T12:00Z', at('2026-11-20T12:00:00Z')],
    ['2026-11-20 12:00', at('2026-11-20T12:00:00Z')],
    ['2026-11-20', at('2026-11-20T00:00:00Z')],
    ['2026-11-20T12:00+01:00', at('2026-11-20T11:00:00Z')],
    ['2026-11-20 12:00:30-05:30', at('2026-11-20T17:30:30Z')],
    ['2026-11-16 16:00 Europe/London', at('2026-11-16T16:00:00Z')],
    ['2026-07-16 16:00 Europe/London', at('2026-07-16T15:00:00Z')],
    ['2026-07-16 America/New_York', at('2026-07-16T04:00:00Z')],
    ['yesterday 16:00 Europe/London', { agoMs: 0, local: 'yesterday 16:00 Europe/London' }],
  ])('%s is read', (text, found) => {
    expect(moment.parse(text)).toEqual(found);
  });

  test.each([
    '',
    'yesterday',
    '2026-02-30',
    '2026-11-20T25:00Z',
    '2026-11-20T12:00+24:00',
    '2026-11-20T12:00+01',
    '2026-03-29 01:30 Europe/London',
    '2026-10-25 01:30 Europe/London',
    '2026-11-20 12:00 Europe/Lundon',
    'yesterday 16:00 Europe/Lundon',
    'yesterday 25:00 Europe/London',
    'yesterday 16:00',
    '-5m',
    '5',
    '12:00',
    '5M',
    '5 years',
    '99999999d',
    'ago',
  ])('"%s" is not read', (text) => {
    expect(moment.parse(text)).toBeUndefined();
  });
});

test('a local time that clocks show twice is refused with both possible instants', () => {
  expect(moment.explainError!('2026-10-25 01:30 Europe/London')).toBe(
    'clocks in Europe/London show 2026-10-25 01:30 twice: write 2026-10-25T01:30:00+01:00 (2026-10-25T00:30:00.000Z) ' +
      'or 2026-10-25T01:30:00+00:00 (2026-10-25T01:30:00.000Z)',
  );
  expect(moment.explainError!('2026-11-20 12:00 Europe/Lundon')).toContain('unknown time zone Europe/Lundon');
  for (const text of ['2026-11-20 12:00 EST', 'yesterday 12:00 EST', '2026-11-20T12:00:00 EST'])
    expect(moment.explainError!(text)).toContain('EST is not an IANA time zone: use one such as');
  expect(moment.explainError!('noon')).toBeUndefined();
});

test('today and yesterday are counted from the newest record', () => {
  const when = moment.parse('yesterday 01:30 Europe/London')!;
  const of = (now: string) => new Date(instantOf(when, Date.parse(now))).toISOString();
  expect(of('2026-11-17T12:00Z')).toBe('2026-11-16T01:30:00.000Z');
  expect(() => of('2026-10-26T12:00Z')).toThrow(UsageError);
  expect(startOf({ last: 60_000, to: when }, 'ticks', Date.parse('2026-11-17T12:00Z'))).toBe(
    Date.parse('2026-11-16T01:29Z'),
  );
});

test('a span is positive, and within the range of dates', () => {
  expect(['90s', '15 min', '1h30m', '2 weeks', '0d', '40000d', '-1d', '1.5h'].map(span.parse)).toEqual([
    90_000,
    900_000,
    5_400_000,
    1_209_600_000,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(span.explainError!('99999999d')).toBe('the maximum is 100 years');
  expect(moment.explainError!('99999999d ago')).toBe('the maximum is 100 years');
  expect(span.explainError!('1x')).toBeUndefined();
  expect([86_400_000, 5_400_000].map((ms) => span.format!(ms))).toEqual(['1d', '90m']);
  expect(instantOf({ agoMs: 5 }, 100)).toBe(95);
  expect(instantOf({ at: 7 }, 100)).toBe(7);
});

test('a range of the last records starts at the first of them', () => {
  const now = Date.parse('2026-11-18T12:34:10Z');
  const from = (kind: string, last: number, to?: Parameters<typeof instantOf>[0]) =>
    new Date(startOf({ last, to }, kind, now)!).toISOString();
  expect(from('ticks', 120_000)).toBe('2026-11-18T12:32:30.000Z');
  expect(from('1h', 24 * 3_600_000)).toBe('2026-11-17T13:00:00.000Z');
  expect(from('days', 7 * 86_400_000)).toBe('2026-11-11T00:00:00.000Z');
  expect(from('days', 1000)).toBe('2026-11-17T00:00:00.000Z');
  expect(from('ticks', 60_000, { at: now })).toBe('2026-11-18T12:33:10.000Z');
  expect(from('ticks', 60_000, { agoMs: 10_000 })).toBe('2026-11-18T12:33:00.000Z');
  expect(startOf({ from: { agoMs: 5 } }, 'ticks', now)).toBe(now - 5);
  expect(startOf({}, 'ticks', now)).toBeUndefined();
});

test('numbers are rounded, but only after the point', () => {
  expect(significant('66735.123', 5)).toBe('66735');
  expect(significant('673347890.7', 5)).toBe('673347891');
  expect(significant('0.000012345678', 5)).toBe('0.000012346');
  expect(significant('no number', 5)).toBe('no number');
});

test('shares and bars', () => {
  expect([0, 0.0004, 0.25, 0.9999, 1].map(percentText)).toEqual([
    '0.0 %',
    '<0.1 %',
    '25.0 %',
    '100 %',
    '100 %',
  ]);
  expect([barText(1, 1, 2), barText(0.5, 1, 1), barText(1e-9, 1, 8), barText(0, 1, 8)]).toEqual([
    '██',
    '▌',
    '▏',
    '',
  ]);
  expect([0.00015, -0.02, -1e-9].map(bpsText)).toEqual(['+1.5 bps', '-200 bps', '0.0 bps']);
  expect(aligned(['1.25', '10', '3.5'])).toEqual(['1.25', '10   ', '3.5 ']);
});
