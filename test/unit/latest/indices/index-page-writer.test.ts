import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { INDEX_TYPES, type IndexType, type IndexValue } from '../../../../src/core/index-value.ts';
import type { Millis } from '../../../../src/core/time.ts';
import { setRow, seriesColumns } from '../../../../src/core/value-columns.ts';
import {
  IndexPageWriter,
  usualPageBytes,
  type WrittenPage,
} from '../../../../src/latest/indices/index-page-writer.ts';
import { IndexTickerText } from '../../../../src/latest/indices/index-ticker-text.ts';

interface PastValue extends IndexValue {
  readonly at: Millis;
}

const IDS: Readonly<Record<IndexType, readonly string[]>> = {
  MWA: ['6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe', '2cbedd6a-dca2-48b1-a9db-9a1b24c2f85c'],
  GWA: ['f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f'],
  LX: ['191724d4-7915-491b-8b73-bc293e03a93e'],
};

/** The plain way of writing the same page. */
function written(values: readonly PastValue[]): string {
  const text = new IndexTickerText();
  const records = values.map((value) =>
    text.record(value, value.at, { ...value, tickVolume: value.tickVolume ?? Number.NaN }),
  );
  return `{"content":[${records.join()}]}`;
}

/** In columns with other content after the values. */
function columnsOf(values: readonly PastValue[]) {
  const columns = seriesColumns(values.length + 1);
  for (const [row, value] of [...values, ...values.slice(0, 1)].entries()) setRow(columns, row, value);
  return columns;
}

/** Written into a buffer with existing content. */
function page(
  writer: IndexPageWriter,
  values: readonly PastValue[],
  more: boolean,
  room = usualPageBytes(values.length),
): WrittenPage {
  const past = { series: values, columns: columnsOf(values), count: values.length };
  return writer.page(past, more, Buffer.alloc(room, '#'));
}

const published = fc.oneof(
  fc.double({ min: 1e-20, max: 1e22, noNaN: true }).map((value) => Number(value.toPrecision(8))),
  fc.double({ min: 0, max: 1e9, noNaN: true }).map((value) => Math.round(value * 1e8) / 1e8),
  fc.double({ min: 1e-300, max: 1e300, noNaN: true }),
  fc.constantFrom(0, 1, 10, 100_000, 0.1, 0.5, 1e-8, 999_999_990, 1e15, 123_456_789_012_345, 2 ** 53, 1e21),
);

const pastValue = fc
  .record({
    indexType: fc.constantFrom(...INDEX_TYPES),
    which: fc.nat(1),
    at: fc.nat(2 ** 31).map((slot) => slot * 800),
    price: published,
    volume: published,
    traded: published,
    flags: fc.nat(63),
  })
  .map(({ indexType, which, traded, ...rest }): PastValue => ({
    indexType,
    indexId: IDS[indexType][which % IDS[indexType].length] ?? '',
    ...(indexType === 'LX' ? { tickVolume: traded } : {}),
    ...rest,
  }));

describe('a page of past values', () => {
  test('is the same in slices, between which pages of others are written', () => {
    const series = { indexType: 'MWA', indexId: IDS.MWA[0] ?? '' } as const;
    const values = Array.from({ length: 450 }, (_, i) => ({
      ...series,
      at: 1e12 + i * 30_000,
      price: i + 0.5,
      volume: i,
      flags: i % 3,
    }));
    const writer = new IndexPageWriter();
    const expected = page(new IndexPageWriter(), values, true);
    const past = { series: values, columns: columnsOf(values), count: values.length };
    const slices = writer.pageInSlices(past, true, Buffer.alloc(usualPageBytes(0)));
    let steps = 0;
    let step = slices.next();
    for (; !step.done; step = slices.next(), steps++) page(writer, values.slice(steps, steps + 2), false);
    expect(step.value.bytes.toString()).toBe(expected.bytes.toString());
    expect(step.value.tag).toBe(expected.tag);
    expect(steps).toBeGreaterThanOrEqual(8);
  });

  test('is identical to single records', () => {
    const writer = new IndexPageWriter();
    fc.assert(
      fc.property(fc.array(pastValue, { maxLength: 40 }), (values) => {
        expect(page(writer, values, false).bytes.toString()).toBe(written(values));
      }),
      { numRuns: 1000 },
    );
  });

  test('of one series equals one of many that names it in each row', () => {
    const writer = new IndexPageWriter();
    fc.assert(
      fc.property(fc.array(pastValue, { minLength: 1, maxLength: 40 }), fc.boolean(), (drawn, more) => {
        const [{ indexType, indexId, tickVolume }] = drawn as [PastValue];
        const values = drawn.map(({ tickVolume: own, ...value }): PastValue => ({
          ...value,
          indexType,
          indexId,
          ...(tickVolume === undefined ? {} : { tickVolume: own ?? 0 }),
        }));
        const past = { series: { indexType, indexId }, columns: columnsOf(values), count: values.length };
        const written = writer.page(past, more, Buffer.alloc(usualPageBytes(values.length), '#'));
        expect(written.bytes.toString()).toBe(page(writer, values, more).bytes.toString());
      }),
    );
  });

  test('that outgrows its buffer gets a larger one', () => {
    const long = { price: 1e-300, volume: 1.2345e300, flags: 63 };
    const values = fc.sample(pastValue, { numRuns: 50, seed: 2 }).map((value) => ({ ...value, ...long }));
    const written = page(new IndexPageWriter(), values, false, usualPageBytes(0));
    expect(written.bytes.toString()).toBe(page(new IndexPageWriter(), values, false, 1e6).bytes.toString());
    expect(written.bytes.length).toBeGreaterThan(usualPageBytes(0));
  });

  test('names the next page by its last record', () => {
    const values = fc.sample(pastValue, { numRuns: 3, seed: 1 });
    const { content, nextId } = JSON.parse(page(new IndexPageWriter(), values, true).bytes.toString()) as {
      content: { id: string }[];
      nextId: string;
    };
    expect(nextId).toBe(content[2]?.id);
    expect(page(new IndexPageWriter(), [], true).bytes.toString()).toBe('{"content":[]}');
  });

  test('has another entity tag if anything in it changes', () => {
    const writer = new IndexPageWriter();
    const value: PastValue = {
      indexType: 'LX',
      indexId: IDS.LX[0] ?? '',
      at: 1_772_366_400_000,
      price: 1.5,
      volume: 20,
      tickVolume: 3,
      flags: 0,
    };
    const variants: PastValue[][] = [
      [value],
      [],
      [value, value],
      [{ ...value, indexType: 'GWA', indexId: IDS.GWA[0] ?? '' }],
      [{ ...value, at: value.at + 30_000 }],
      [{ ...value, price: 1.500_000_1 }],
      [{ ...value, volume: 21 }],
      [{ ...value, tickVolume: 4 }],
      [{ ...value, flags: 1 }],
    ];
    const tags = variants.flatMap((values) => [false, true].map((more) => page(writer, values, more).tag));
    expect(new Set(tags).size).toBe(tags.length);
    expect(page(writer, [value], false).tag).toBe(tags[0]);
  });
});
