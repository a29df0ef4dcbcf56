import fc from 'fast-check';
import { expect } from 'vitest';
import { BlockDamaged } from '../../../../src/history/block/block-damaged.ts';
import type { BlockReader, RowOrder } from '../../../../src/history/block/block-reader.ts';
import { DayAssembler } from '../../../../src/history/block/day-block.ts';
import { HourEncoder } from '../../../../src/history/block/hour-block.ts';
import { HOURS_PER_DAY, TICKS_PER_HOUR, type BlockLayout } from '../../../../src/history/block/layout.ts';
import { rowBuffer, type NumberedRows } from '../../../../src/history/block/rows.ts';

/** A row as tests write and read it: its number, one value per column, and flags. */
export interface Row {
  readonly row: number;
  readonly values: readonly number[];
  readonly flags: number;
}

export function rowsToColumns(layout: BlockLayout, rows: readonly Row[], size = layout.rows): NumberedRows {
  const columns: NumberedRows = {
    present: new Uint8Array(size),
    // The content of rows that do not exist must not matter.
    numbers: layout.columns.map(() => new Float64Array(size).fill(NaN)),
    ...(layout.hasFlags && { flags: new Uint16Array(size).fill(0xffff) }),
  };
  for (const { row, values, flags } of rows) {
    columns.present[row] = 1;
    for (const [c, value] of values.entries()) columns.numbers[c]![row] = value;
    if (columns.flags) columns.flags[row] = flags;
  }
  return columns;
}

export function soundBlock(block: Uint8Array | BlockDamaged): Uint8Array {
  if (block instanceof BlockDamaged) throw new Error(block.message);
  return block;
}

export function openOrThrow(reader: BlockReader, block: Uint8Array): BlockReader {
  const damaged = reader.open(block);
  if (damaged) throw new Error(`${damaged.reason}: ${damaged.message}`);
  return reader;
}

/** All existing rows from first to last, read at once or in pages. */
export function readRows(
  reader: BlockReader,
  first: number,
  last: number,
  order: RowOrder = 'oldest-first',
  capacity = last - first + 1,
): Row[] {
  const buffer = rowBuffer(reader.layout, Math.max(1, capacity));
  const count = reader.read(first, last, order, buffer);
  if (count instanceof BlockDamaged) throw new Error(count.message);
  return Array.from({ length: count }, (_, i) => ({
    row: buffer.rowNumbers[i]!,
    values: buffer.numbers.map((numbers) => numbers[i]!),
    flags: buffer.flags[i]!,
  }));
}

/** `toEqual` distinguishes 0 from -0 and treats NaN as equal to NaN, so it compares bit for bit as far as a double shows. */
export function expectRows(actual: readonly Row[], expected: readonly Row[]): void {
  expect(actual).toEqual(expected);
}

/** A day block of rows numbered through the day. */
export function dayBlockOf(layout: BlockLayout, rows: readonly Row[]): Uint8Array {
  const columns = rowsToColumns(layout, rows, TICKS_PER_HOUR * HOURS_PER_DAY);
  const encoder = new HourEncoder(layout);
  const hours = Array.from({ length: HOURS_PER_DAY }, (_, hour) =>
    rows.some(({ row }) => Math.floor(row / TICKS_PER_HOUR) === hour)
      ? encoder.encodeHour(columns, hour * TICKS_PER_HOUR)
      : undefined,
  );
  return soundBlock(new DayAssembler(layout).assembleDay(hours));
}

/** A published number: a number with few significant digits between 10^-12 and 10^15. */
export const published = fc
  .tuple(fc.integer({ min: 1, max: 99_999_999 }), fc.integer({ min: -20, max: 7 }))
  .map(([digits, exponent]) => Number(`${digits}e${exponent}`));

/** A number that is never published: negative zero, subnormal, infinite, 17 digits. */
export const odd = fc.oneof(
  fc.double(),
  fc.constantFrom(-0, 5e-324, 1e-300, 2 ** 53, 1e15, 1e16, 1e22, 1e23, 1e300, 0.1 + 0.2, 1 / 3, -1e15),
);

/** Values of one column of this length: kinds that the codec encodes specially, and kinds that it does not. */
export function columnValues(length: number): fc.Arbitrary<number[]> {
  const exactly = { minLength: length, maxLength: length };
  const walk = (decimals: number, largestStep: number) =>
    fc
      .tuple(
        fc.nat({ max: 99_999_999 }),
        fc.array(fc.integer({ min: -largestStep, max: largestStep }), exactly),
      )
      .map(([start, steps]) => {
        let units = start;
        return steps.map((step) => Number(`${(units = Math.max(0, units + step))}e-${decimals}`));
      });
  return fc.oneof(
    fc.nat({ max: 12 }).chain((decimals) => walk(decimals, 3000)),
    fc.nat({ max: 12 }).chain((decimals) => walk(decimals, 1)),
    published.map((value) => Array.from({ length }, () => value)),
    fc.array(published, exactly),
    fc.array(fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, published), exactly),
    fc.array(fc.integer({ min: -1e15, max: 1e15 }), exactly),
    fc.array(fc.constantFrom(0, 1e15, -1e15), exactly),
    fc.array(odd, exactly),
  );
}

/** Which of the rows exist. */
export function presence(size: number): fc.Arbitrary<boolean[]> {
  const exactly = { minLength: size, maxLength: size };
  return fc.oneof(
    fc.constant(Array.from({ length: size }, () => true)),
    fc.constant(Array.from({ length: size }, () => false)),
    fc.nat({ max: size - 1 }).map((only) => Array.from({ length: size }, (_, i) => i === only)),
    fc.nat({ max: size - 1 }).map((missed) => Array.from({ length: size }, (_, i) => i !== missed)),
    fc.nat({ max: size - 1 }).map((from) => Array.from({ length: size }, (_, i) => i >= from)),
    fc.array(fc.boolean(), exactly),
    fc.array(
      fc.nat({ max: 20 }).map((n) => n > 0),
      exactly,
    ),
  );
}

const flagMasks = fc.nat({ max: 0xffff });

function flagColumn(length: number): fc.Arbitrary<number[]> {
  const exactly = { minLength: length, maxLength: length };
  return fc.oneof(
    fc.constant(Array.from({ length }, () => 0)),
    flagMasks.map((mask) => Array.from({ length }, () => mask)),
    fc
      .tuple(flagMasks, flagMasks, fc.nat({ max: length }))
      .map(([before, after, at]) => Array.from({ length }, (_, i) => (i < at ? before : after))),
    fc.array(fc.constantFrom(0, 4, 16), exactly),
    fc.array(flagMasks, exactly),
  );
}

/** Rows of a mini-block of any kind. */
export function anyRows(layout: BlockLayout): fc.Arbitrary<Row[]> {
  const size = layout.rows;
  const noFlags = fc.constant(Array.from({ length: size }, () => 0));
  return fc
    .tuple(
      presence(size),
      fc.tuple(...layout.columns.map(() => columnValues(size))),
      layout.hasFlags ? flagColumn(size) : noFlags,
    )
    .map(([exists, columns, flags]) =>
      exists
        .map((_, row) => ({ row, values: columns.map((column) => column[row]!), flags: flags[row]! }))
        .filter(({ row }) => exists[row]),
    );
}
