import { describe, expect, test } from 'vitest';
import { CandleRow } from '../../../../../src/app/operate/import/candle-row.ts';
import { rowParser, type Row } from '../../../../../src/app/operate/import/row-parser.ts';
import { maskOf } from '../../../../../src/core/index-value.ts';
import { candleText } from '../../../../../src/latest/candles/candle-text.ts';
import { ORDER } from '../../../../support/history-values.ts';
import { candlesOn } from '../../../../support/stored-world.ts';

const DAY = Date.parse('2026-02-27T00:00:00Z');
const KNOWN = { order: ORDER, lastDay: DAY };
const CANDLES = candlesOn(DAY);
const MWA = candleText(CANDLES[0]!);
const LX = candleText(CANDLES.at(-1)!);

const rowOf = (text: string, changes: Record<string, string | undefined> = {}): Row => {
  const row = rowParser('ndjson').row(JSON.stringify({ ...JSON.parse(text), ...changes }));
  if (typeof row === 'string') throw new Error(row);
  return row;
};
const problemsOf = (text: string, changes: Record<string, string | undefined>) =>
  CandleRow.read(rowOf(text, changes), KNOWN);

describe('an end-of-day record', () => {
  test('is read exactly as published, for every type of index', () => {
    for (const candle of CANDLES) {
      const read = CandleRow.read(rowOf(candleText(candle)), KNOWN);
      expect('length' in read ? read : candleText(read)).toBe(candleText(candle));
    }
  });

  test('may be for the first day with any price, and without volume', () => {
    const changes = {
      id: undefined,
      endTimestamp: undefined,
      timestamp: undefined,
      volume: '0',
      volumeUsd: '0',
    };
    expect(problemsOf(MWA, { ...changes, startTimestamp: '2009-01-03T00:00:00Z' })).toMatchObject({
      startAt: Date.parse('2009-01-03T00:00:00Z'),
      volume: 0,
      volumeUsd: 0,
    });
  });

  test('has no ticks only if it is seeded', () => {
    const seeded = { ...CANDLES[0]!, ticks: 0, carried: 0, flags: maskOf('SEEDED') };
    expect(problemsOf(candleText(seeded), {})).toEqual(seeded);
    expect(problemsOf(MWA, { ticks: '0', carried: '0' })).toEqual([
      expect.stringContaining('ticks must be a whole number from 1'),
    ]);
  });

  test.each(['|', ' '])('is read from CSV with flags separated by %j', (between) => {
    const flagged = { ...CANDLES[0]!, flags: maskOf('THIN', 'MODELLED') };
    const record = JSON.parse(candleText(flagged)) as Record<string, string | string[]>;
    const parser = rowParser('csv');
    parser.start(Object.keys(record).join());
    const row = parser.row(
      Object.values(record)
        .map((value) => [value].flat().join(between))
        .join(),
    );
    expect(CandleRow.read(row as Row, KNOWN)).toEqual(flagged);
  });

  test('may omit derived members', () => {
    const read = problemsOf(MWA, { id: undefined, endTimestamp: undefined, timestamp: undefined });
    expect(read).toEqual(CandleRow.read(rowOf(MWA), KNOWN));
  });

  test.each([
    [{ open: '1e3' }, ['open must be a plain decimal, such as 0.5 or 17 (got "1e3")']],
    [{ open: '1.50' }, [/^open must be a plain decimal/]],
    [{ open: '-1' }, [/^open must be a plain decimal/]],
    [{ open: '0' }, [/^open must be above 0/]],
    [{ open: '1.23456789' }, [/^open has more than 8 significant digits/]],
    [{ volume: '123456789' }, [/^volume has more than 8 significant digits/]],
    [{ close: '' }, ['close is missing']],
    [{ close: undefined }, ['close is missing']],
    [{ high: '0.5' }, [/^low is above high/]],
    [{ vwap: '9999' }, [/^vwap is not between low and high/]],
    [{ indexType: 'XXX' }, [/^indexType must be one of MWA,GWA,LX/]],
    [{ indexType: 'GWA' }, [/^indexId is not a known GWA of this service/]],
    [{ indexId: '00000000-0000-4000-8000-000000000000' }, [/^indexId is not a known MWA/]],
    [{ startTimestamp: '2026-02-27T00:00:30Z' }, [/^startTimestamp must be 00:00:00Z of a day/]],
    [{ startTimestamp: '2026-02-30T00:00:00Z' }, [/^startTimestamp must be 00:00:00Z of a day/]],
    [{ startTimestamp: '2026-02-28T00:00:00Z' }, [/^startTimestamp is not complete yet/]],
    [{ startTimestamp: '1970-01-01T00:00:00Z' }, [/^startTimestamp is before 2009-01-03/]],
    [{ startTimestamp: '2009-01-02T00:00:00Z' }, [/^startTimestamp is before 2009-01-03/]],
    [{ volumeUsd: `0.${'0'.repeat(350)}1` }, [/^volumeUsd is too small/]],
    [{ volumeUsd: `1${'0'.repeat(350)}` }, [/^volumeUsd is too large/]],
    [{ open: `1${'0'.repeat(350)}` }, [/^open is too large/]],
    [{ open: `0.${'0'.repeat(350)}1` }, [/^open is too small/]],
    [{ endTimestamp: '2026-02-27T00:00:00.000Z' }, [/^endTimestamp must be 2026-02-28T00:00:00\.000Z/]],
    [{ id: '00000000-0000-4000-8000-000000000000' }, [/^id must be /]],
    [{ ticks: '2881' }, [/^ticks must be a whole number from 1 to 2880/]],
    [{ ticks: '10', carried: '11' }, [/^carried must be a whole number from 0 to 10/]],
    [{ ticks: '1.5', open: 'x' }, [/^open/, /^ticks/]],
  ] as [Record<string, string | undefined>, (string | RegExp)[]][])(
    'with %j is refused, with all errors',
    (changes, expected) => {
      const found = problemsOf(MWA, changes);
      expect(found).toHaveLength(expected.length);
      expected.forEach((pattern, i) => expect((found as string[])[i]).toMatch(pattern));
    },
  );

  test('of an LX may have eight decimals and an exact volume as long as it can be stored', () => {
    const read = problemsOf(LX, { volume: '123456789012345.12345678' });
    expect('length' in read ? read : JSON.parse(candleText(read))).toMatchObject({
      volume: '123456789012345.12345678',
    });
    for (const digits of [40, 390])
      expect(problemsOf(LX, { volume: `${'123456789'.repeat(44).slice(0, digits)}.12345678` })).toEqual([
        expect.stringMatching(/^volume has more digits than can be stored exactly/),
      ]);
    expect(problemsOf(LX, { volume: '1.123456789' })).toEqual([
      expect.stringMatching(/^volume has more than 8 decimals/),
    ]);
  });
});

describe('lines', () => {
  test('of CSV follow their header, in any order, with or without quotes', () => {
    const parser = rowParser('csv');
    const record = JSON.parse(MWA) as Record<string, string>;
    const names = Object.keys(record).toReversed();
    parser.start(names.join());
    const row = parser.row(names.map((name) => `"${record[name]}"`).join());
    expect(Object.fromEntries(row as Row)).toEqual(record);
    expect(parser.row('1,2')).toBe(`it has 2 fields, the header has ${names.length}`);
  });

  test('of CSV need a header with all members of a record', () => {
    const parser = rowParser('csv');
    expect(() => parser.start('indexId,open')).toThrow(/the header lacks indexType, high/);
    const all = Object.keys(JSON.parse(MWA) as object).join();
    expect(() => parser.start(`${all},other`)).toThrow(/unknown or duplicate columns: other/);
    expect(() => parser.start(`${all},open`)).toThrow(/unknown or duplicate columns/);
  });

  test.each([
    ['{', 'it is not valid JSON'],
    ['[]', 'it is not a JSON object'],
    ['null', 'it is not a JSON object'],
    ['{"other":"1"}', 'it has unknown members: other'],
    ['{"open":1}', 'open must be as in an export: text in quotes, and flags a list'],
  ])('of NDJSON such as %s are refused', (line, problem) => {
    expect(rowParser('ndjson').row(line)).toBe(problem);
  });
});
