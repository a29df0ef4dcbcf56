import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { maskOf } from '../../../../src/core/index-value.ts';
import { BlockEncoder } from '../../../../src/history/block/block-encoder.ts';
import { YearEncoder, yearReader } from '../../../../src/history/block/candle-block.ts';
import { dayReader } from '../../../../src/history/block/day-block.ts';
import { YEAR_SPAN } from '../../../../src/history/block/envelope.ts';
import { HourEncoder, hourReader } from '../../../../src/history/block/hour-block.ts';
import {
  CANDLE_LAYOUT,
  LX_LAYOUT,
  PLAIN_CANDLE_LAYOUT,
  TICK_LAYOUT,
} from '../../../../src/history/block/layout.ts';
import { dayBlockOf, expectRows, openOrThrow, readRows, rowsToColumns, type Row } from './block-rows.ts';

const PAGE = readFileSync(new URL('../../../../docs/reference/formats/blocks.md', import.meta.url), 'utf8');

const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(/\s/g, ''), 'hex'));
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('the page that describes the format', () => {
  const [, hex = ''] = /```hex\n([\s\S]*?)```/.exec(PAGE) ?? [];
  const rows = [...PAGE.matchAll(/^\| (\d+) +\| ([\d.]+) +\| (\d+) +\| (THIN)?/gm)].map(
    ([, slot, price, volume, flag]): Row => ({
      row: Number(slot),
      values: [Number(price), Number(volume)],
      flags: flag === 'THIN' ? maskOf('THIN') : 0,
    }),
  );

  test('shows a block that contains the ticks shown with it', () => {
    expect(rows).toHaveLength(6);
    expectRows(readRows(openOrThrow(hourReader(TICK_LAYOUT), bytesOf(hex)), 0, 119), rows);
  });

  test('shows the block that those ticks encode to', () => {
    const block = new HourEncoder(TICK_LAYOUT).encodeHour(rowsToColumns(TICK_LAYOUT, rows));
    expect(hexOf(block)).toBe(hexOf(bytesOf(hex)));
  });

  test('splits that block at the right offsets', () => {
    const parts = [...PAGE.matchAll(/^\| (\d+) +\| `([0-9a-f]{2}(?: [0-9a-f]{2})*)` +\|/gm)].slice(-8);
    const example = bytesOf(hex);
    let end = 0;
    for (const [, offset, part = ''] of parts) {
      expect(Number(offset)).toBe(end);
      const bytes = bytesOf(part);
      expect(hexOf(example.subarray(end, end + bytes.length))).toBe(hexOf(bytes));
      end += bytes.length;
    }
    expect(end).toBe(example.length);
  });
});

/**
 * Blocks written by the first version of this code. They must be readable for ever; if the code no longer writes the same blocks,
 * the format has changed and needs a new version.
 */
describe('blocks written before', () => {
  const day = Array.from({ length: 260 }, (_, i) => i)
    .filter((row) => row !== 7 && (row < 118 || row > 245))
    .map((row): Row => ({
      row,
      values: [(500_000 + ((row * row) % 37)) / 1000, row < 60 ? 250 : 250 + Math.floor(row / 20)],
      flags: row < 9 ? 1 : 0,
    }));
  const lx = Array.from({ length: 8 }, (_, row): Row => {
    const values = [64_123.12345678 + row, 1e-8 * row, row === 3 ? 1 / 3 : 0.5];
    return { row, values: values.map((value, c) => (c < 2 ? Number(value.toFixed(8)) : value)), flags: 0 };
  });
  const year = Array.from({ length: 4 }, (_, i): Row => {
    const close = 100 + ((i * 7) % 5) / 4;
    return {
      row: i * 100,
      values: [
        close,
        close - 0.5,
        close + 1.25,
        close - 1.5,
        close + 0.25,
        close + 0.2,
        1e6 * i,
        1e8,
        2880,
        i % 2,
        0,
      ],
      flags: 0,
    };
  });

  const flaggedYear = year.map((row, i) => ({ ...row, flags: i < 3 ? maskOf('MODELLED') : 0 }));

  const GOLDEN: Record<string, string> = {
    day: [
      '544d424401010083002147591915bfdffffea7a1206fffea7ff9820708ce2c007e3fed0000000000000000e1ff700000',
      '2000160f580091305392b3d4ac32ac78aeb2cbb10d72e15547ad99298124080244c14e46567a9586558f15d6597621ae',
      '5c2aa8f5b32530248100489829c8cacf52b0cab1e2bacb2ec435cb85551eb664a60490200913053929d51c70ea809500',
      '00000000fffff1f24b85551eb664a604902089d840c0',
    ].join(''),
    lx: [
      '544d42480102000800144080de37bfffff8db7ffffd9753ee65f13807fd49800000007ffe12153ebc1ffa47fc0000000',
      '0000007fc00000000000007fc00000000000007faaaaaaaaaaaaaa7fc00000000000007fc00000000000007fc0000000',
      '0000007fc00000000000002d180f79',
    ].join(''),
    year: [
      '544d4259010300040029404261d896258962582430ec5516c5bffdffffd107ffeffade3fffa9ffffadc4480bffffca90',
      '001600b00a3a3a381a401dcc65e0006120e3a8a747',
    ].join(''),
    flaggedYear: [
      '544d4259010400040029404898762589625896090c3b1545b16fff7ffff441fffbfeb78fffea7fffeb711202fffff2a4',
      '000660b00a3a3a38100100000465200ee632f0003090d41c65f2',
    ].join(''),
  };

  test.each([
    ['day', dayReader(TICK_LAYOUT), day, () => dayBlockOf(TICK_LAYOUT, day)],
    [
      'lx',
      hourReader(LX_LAYOUT),
      lx,
      () => new HourEncoder(LX_LAYOUT).encodeHour(rowsToColumns(LX_LAYOUT, lx)),
    ],
    [
      'year',
      yearReader(),
      year,
      () =>
        new BlockEncoder(YEAR_SPAN, PLAIN_CANDLE_LAYOUT).encode(rowsToColumns(PLAIN_CANDLE_LAYOUT, year), 0),
    ],
    [
      'flaggedYear',
      yearReader(),
      flaggedYear,
      () => new YearEncoder().encodeYear(rowsToColumns(CANDLE_LAYOUT, flaggedYear)),
    ],
  ] as const)('are read, and written alike: %s', (name, reader, rows, encode) => {
    const golden = bytesOf(GOLDEN[name]!);
    expect(hexOf(encode())).toBe(hexOf(golden));
    expectRows(readRows(openOrThrow(reader, golden), 0, 2879), rows);
  });
});
