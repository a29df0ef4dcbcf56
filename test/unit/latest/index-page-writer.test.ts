import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { INDEX_TYPES, type IndexType } from '../../../src/core/index-value.ts';
import { IndexPageWriter, type PastValue } from '../../../src/latest/index-page-writer.ts';
import { IndexTickerText } from '../../../src/latest/index-ticker-text.ts';

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
  test('is written to the character as single records are', () => {
    const writer = new IndexPageWriter();
    fc.assert(
      fc.property(fc.array(pastValue, { maxLength: 40 }), (values) => {
        expect(writer.page(values, false).identity.bytes.toString()).toBe(written(values));
      }),
      { numRuns: 1000 },
    );
  });

  test('names the next page by its last record', () => {
    const values = fc.sample(pastValue, { numRuns: 3, seed: 1 });
    const { content, nextId } = JSON.parse(
      new IndexPageWriter().page(values, true).identity.bytes.toString(),
    ) as { content: { id: string }[]; nextId: string };
    expect(nextId).toBe(content[2]?.id);
    expect(new IndexPageWriter().page([], true).identity.bytes.toString()).toBe('{"content":[]}');
  });

  test('has another entity tag where anything in it is another', () => {
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
    const tags = variants.flatMap((values) =>
      [false, true].map((more) => writer.page(values, more).identity.etag),
    );
    expect(new Set(tags).size).toBe(tags.length);
    expect(writer.page([value], false).identity.etag).toBe(tags[0]);
  });
});
