import { describe, expect, test } from 'vitest';
import { BlockDamaged } from '../../../../src/history/block/block-damaged.ts';
import { seal } from '../../../../src/history/block/envelope.ts';
import { hourReader } from '../../../../src/history/block/hour-block.ts';
import { TICK_LAYOUT } from '../../../../src/history/block/layout.ts';
import { rowBuffer, ScaledRows } from '../../../../src/history/block/rows.ts';

/** Bits of a number, and its Rice code as the page on the format describes it. */
const bits = (value: number, count: number) => (count === 0 ? '' : value.toString(2).padStart(count, '0'));
const escaped = (value: number) =>
  `${'1'.repeat(20)}${bits(value.toString(2).length, 6)}${value.toString(2)}`;
const rice = (value: number, k: number) =>
  value >>> k < 20 ? `${'1'.repeat(value >>> k)}0${bits(value & ((1 << k) - 1), k)}` : escaped(value);

const ALL_ROWS = '01';
const someRows = (count: number) => `10${bits(count, 9)}`;
const NO_FLAGS = '00';
const FLAG_RUNS = '10';
const form = (shape: number, { sparse = 0, exponent = 0 } = {}) =>
  `${bits(shape, 3)}${sparse}${bits(exponent + 22, 6)}`;
const CONSTANT = form(6);
const ZERO_BASE = rice(0, 2);

interface Hour {
  readonly rows?: string;
  readonly flags?: string;
  readonly price?: string;
  readonly priceNumbers?: string;
  readonly payload?: string;
  readonly count?: number;
  /** Bytes between the payload and the checksum. */
  readonly behind?: number;
}

const bytesOf = (text: string) =>
  Array.from({ length: Math.ceil(text.length / 8) }, (_, i) =>
    Number.parseInt(text.slice(8 * i, 8 * i + 8).padEnd(8, '0'), 2),
  );

/** A sealed hour whose volume is constantly 0, written bit by bit. */
function craft(hour: Hour): Uint8Array {
  const { rows = ALL_ROWS, flags = NO_FLAGS, price = CONSTANT, priceNumbers = ZERO_BASE } = hour;
  const { payload = '', count = 120, behind = 0 } = hour;
  const payloadBytes = bytesOf(payload);
  const length = rice(2 * payloadBytes.length, 4);
  const index = bytesOf(`0${rows}${flags}${price}${CONSTANT}${priceNumbers}${ZERO_BASE}${length}`);
  const head = [0x54, 0x4d, 0x42, 0x48, 1, 1, 0, count, 0, index.length];
  const rest = Array.from({ length: behind + 4 }, () => 0);
  return seal(Uint8Array.from([...head, ...index, ...payloadBytes, ...rest]));
}

/** The result of reading a block: the number of rows, or the reason of a refusal. */
function read(block: Uint8Array): number | string {
  const reader = hourReader(TICK_LAYOUT);
  const result = reader.open(block) ?? reader.read(0, 119, 'oldest-first', rowBuffer(TICK_LAYOUT, 120));
  return result instanceof BlockDamaged ? result.reason : result;
}

/** Delta with k = 0: a code of 0 for each row but the first. */
const DELTAS = { price: form(0), priceNumbers: rice(0, 0) + rice(0, 4) };
const FIVE_ROWS = { rows: someRows(5), count: 5 };
/** Ones listed with k = 3: the first five rows, then 115 to the end. */
const FIRST_FIVE = `10${bits(3, 3)}${rice(0, 3).repeat(5)}${rice(115, 3)}`;

describe('an hour written bit by bit', () => {
  test.each([
    ['constants', {}, 120],
    ['the largest integer', { priceNumbers: escaped(2e15) }, 120],
    ['deltas', { ...DELTAS, payload: '0'.repeat(119) }, 120],
    ['some rows', { ...FIVE_ROWS, payload: FIRST_FIVE }, 5],
    [
      'three masks of flags',
      { ...FIVE_ROWS, flags: FLAG_RUNS, payload: `${FIRST_FIVE}${flagRuns(3, [1, 2, 0, 2])}` },
      5,
    ],
  ] as [string, Hour, number][])('is read if it is sound: %s', (_name, hour, rows) => {
    expect(read(craft(hour))).toBe(rows);
  });

  test.each([
    ['an integer above the limit', { priceNumbers: escaped(2e15 + 2) }],
    ['an integer below the limit', { priceNumbers: escaped(2e15 + 1) }],
    ['deltas that lead above the limit', { ...DELTAS, payload: `${escaped(2e15 + 2)}${'0'.repeat(118)}` }],
    ['a payload longer than its codes', { ...DELTAS, payload: '0'.repeat(119 + 8) }],
    ['a payload shorter than its codes', { ...DELTAS, payload: '0'.repeat(112) }],
    ['ones where the payload is filled up', { ...DELTAS, payload: `${'0'.repeat(119)}1` }],
    ['bytes behind the payload', { behind: 1 }],
    ['more rows in the mask than counted', { rows: someRows(4), count: 4, payload: FIRST_FIVE }],
    ['fewer rows in the mask than counted', { rows: someRows(6), count: 6, payload: FIRST_FIVE }],
    ['a mask that leads behind its end', { ...FIVE_ROWS, payload: FIRST_FIVE.slice(0, -3) + bits(4, 3) }],
    ['some rows that are none', { rows: someRows(0), count: 0 }],
    ['some rows that are all', { rows: someRows(120), payload: '01' }],
    ['more rows than an hour has', { rows: someRows(130), count: 130, payload: '01' }],
    ['rows of no known form', { rows: `11${bits(5, 9)}`, count: 5, payload: FIRST_FIVE }],
    [
      'an escape of more than 53 bits',
      { ...DELTAS, payload: `${'1'.repeat(20)}${bits(54, 6)}${'0'.repeat(172)}` },
    ],
    ['an exponent above 22', { price: form(6, { exponent: 23 }) }],
    ['a negative parameter', { price: form(0), priceNumbers: rice(1, 0) + rice(0, 3) }],
    [
      'a parameter above 52',
      { price: form(0), priceNumbers: escaped(106) + bits(0, 53), payload: '0'.repeat(119 * 54) },
    ],
    [
      'more masks of flags than there is memory for',
      { ...FIVE_ROWS, flags: FLAG_RUNS, payload: FIRST_FIVE + escaped(2 ** 52) },
    ],
    [
      'a near column where there is none',
      { price: form(3), priceNumbers: rice(0, 0) + rice(0, 4), payload: '0'.repeat(119) },
    ],
    ['flags of no known form', { flags: '11' }],
    [
      'more masks of flags than rows',
      { ...FIVE_ROWS, flags: FLAG_RUNS, payload: `${FIRST_FIVE}${flagRuns(6, [1, 2, 3, 4])}` },
    ],
    [
      'a mask of flags that is not listed',
      { ...FIVE_ROWS, flags: FLAG_RUNS, payload: `${FIRST_FIVE}${flagRuns(3, [1, 2, 3, 2])}` },
    ],
  ] as [string, Hour][])('is refused for %s', (_name, hour) => {
    expect(read(craft(hour))).toBe('CONTENT');
  });

  test('leaves no rows if it is refused', () => {
    const scaled = new ScaledRows(TICK_LAYOUT);
    const reader = hourReader(TICK_LAYOUT);
    expect(reader.open(craft({ ...DELTAS, payload: '0'.repeat(112) }))).toBeUndefined();
    expect(reader.readScaled(0, scaled)).toBeInstanceOf(BlockDamaged);
    expect(scaled.count).toBe(0);
  });
});

/** Flags of five rows that change in each: this many masks, and the mask number of each row except the first. */
function flagRuns(masks: number, turns: readonly number[]): string {
  const list = Array.from({ length: masks }, (_, i) => bits(i, 16)).join('');
  return `${rice(masks - 2, 0)}${list}01${turns.map((turn) => bits(turn, (masks - 1).toString(2).length)).join('')}`;
}
