import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { IndexReceipt } from '../../../../sdk/src/contract.ts';
import { formatNumber } from '../../../../src/core/numbers/decimal.ts';
import { attributeMove, type Move } from '../../../../sdk/src/verify/index.ts';
import {
  IN_VERSION_1,
  IN_VERSION_2,
  quietWorld,
  receiptsOf,
  troubledWorld,
} from '../../../support/receipt-worlds.ts';

const PATIENCE_MS = 900_000;
const SCALE = 60;

/** Value of a plain decimal, in units of 10^-60. */
function units(text: string): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)!;
  expect(fraction.length).toBeLessThanOrEqual(SCALE);
  return BigInt(`${sign}${whole}${fraction.padEnd(SCALE, '0')}`);
}

const sum = (texts: readonly string[]) => texts.reduce((total, text) => total + units(text), 0n);

/** Checks that everything adds up, to the last digit. */
function expectExact(before: IndexReceipt, after: IndexReceipt, found: Move): void {
  expect(units(found.move)).toBe(units(after.price) - units(before.price));
  expect(sum([...found.parts.map(({ total }) => total), found.rest.amount])).toBe(units(found.move));
  for (const { price, clamp = '0', path = '0', weight, total } of found.parts)
    expect(sum([price, clamp, path, weight])).toBe(units(total));
}

interface Said {
  readonly price: string;
  readonly share: string;
  readonly clamped?: boolean;
}

function market(
  price: string,
  exchanges: Readonly<Record<string, Said>>,
  more: Partial<IndexReceipt> = {},
): IndexReceipt {
  const lines = Object.entries(exchanges).map(([exchange, said]) => ({
    exchange,
    exchangeId: exchange.toLowerCase(),
    clamped: false,
    ...said,
  }));
  return { indexType: 'MWA', price, flags: [], methodology: '2', exchanges: lines, ...more } as IndexReceipt;
}

describe('a move of a market', () => {
  test('is that of the only price that changed, by its share', () => {
    const before = market('100', { A: { price: '100', share: '0.25' }, B: { price: '100', share: '0.75' } });
    const after = market('101', { A: { price: '104', share: '0.25' }, B: { price: '100', share: '0.75' } });
    expect(attributeMove(before, after)).toEqual({
      move: '1',
      parts: [
        { id: 'a', name: 'A', presence: 'STAYED', price: '1', clamp: '0', weight: '0', total: '1' },
        { id: 'b', name: 'B', presence: 'STAYED', price: '0', clamp: '0', weight: '0', total: '0' },
      ],
      rest: { amount: '0', because: 'ROUNDING' },
    });
  });

  test('may come only from weights, of one above and one below the middle', () => {
    const before = market('101', { A: { price: '100', share: '0.5' }, B: { price: '102', share: '0.5' } });
    const after = market('101.5', { A: { price: '100', share: '0.25' }, B: { price: '102', share: '0.75' } });
    expect(attributeMove(before, after).parts).toMatchObject([
      { id: 'a', price: '0', weight: '0.3125' },
      { id: 'b', price: '0', weight: '0.1875' },
    ]);
  });

  test('may come from one that no longer counts, with the reason of its refusal', () => {
    const before = market('101', { A: { price: '100', share: '0.5' }, B: { price: '102', share: '0.5' } });
    const refused = [{ exchangeId: 'b', exchange: 'B', reason: 'STALE' }] as unknown as NonNullable<
      IndexReceipt['refused']
    >;
    const after = market('100', { A: { price: '100', share: '1' } }, { refused });
    const { parts } = attributeMove(before, after);
    expect(parts).toMatchObject([
      { id: 'b', presence: 'WENT', reason: 'STALE', weight: '-0.75', total: '-0.75' },
      { id: 'a', presence: 'STAYED', weight: '-0.25', total: '-0.25' },
    ]);
    expect(attributeMove(after, before).parts[0]).toMatchObject({
      id: 'b',
      presence: 'CAME',
      reason: 'STALE',
    });
  });

  test('a price beyond the clamp moves it no further than the clamp does', () => {
    const others = { price: '100', share: '0.5' };
    const before = market('100', { A: { price: '100', share: '0.5' }, B: others }, { reference: '100' });
    const after = market(
      '100.025',
      { A: { price: '103', share: '0.5', clamped: true }, B: others },
      { reference: '100' },
    );
    expect(attributeMove(before, after).parts[0]).toMatchObject({
      price: '1.5',
      clamp: '-1.475',
      total: '0.025',
    });
  });

  test.each(['CARRIED', 'SUSPECT'] as const)('to a value that is %s has no parts', (flag) => {
    const before = market('100', { A: { price: '100', share: '1' } });
    const after = market('103', {}, { flags: [flag] });
    expect(attributeMove(before, after)).toEqual({
      move: '3',
      parts: [],
      rest: { amount: '3', because: flag },
    });
  });

  test('to a price that does not follow from its receipt is not explained', () => {
    const before = market('100', { A: { price: '100', share: '1' } });
    const after = market('103', { A: { price: '100', share: '1' } });
    expect(attributeMove(before, after).rest).toEqual({ amount: '3', because: 'UNEXPLAINED' });
  });
});

test('for any receipts, parts and rest add up to the move', () => {
  const said = fc.record({
    price: fc.double({ min: 0.9, max: 1.1, noNaN: true }),
    weight: fc.double({ min: 0, max: 1e6, noNaN: true }),
    clamped: fc.boolean(),
  });
  const voices = fc.dictionary(fc.constantFrom(...'ABCDEFGH'), said);
  const magnitude = fc.constantFrom(1e-9, 1e-4, 1, 64_123.457, 3e12);
  const receipt = (
    scale: number,
    all: Readonly<Record<string, { price: number; weight: number; clamped: boolean }>>,
  ) => {
    const total = Object.values(all).reduce((weights, { weight }) => weights + weight, 0) || 1;
    let value = 0;
    const lines = Object.entries(all).map(([name, { price, weight, clamped }]) => {
      const counted = clamped ? Math.min(Math.max(price, 0.9995), 1.0005) : price;
      value += (weight / total) * counted * scale;
      return [
        name,
        { price: formatNumber(price * scale), share: formatNumber(weight / total), clamped },
      ] as const;
    });
    return market(formatNumber(Number(value.toPrecision(8))), Object.fromEntries(lines), {
      reference: formatNumber(scale),
    });
  };
  fc.assert(
    fc.property(magnitude, voices, voices, fc.boolean(), (scale, first, second, isWrong) => {
      const before = receipt(scale, first);
      const made = receipt(scale, second);
      const after = isWrong ? { ...made, price: '12.5' } : made;
      expectExact(before, after, attributeMove(before, after));
    }),
    { numRuns: 500, seed: 1 },
  );
});

test('overflowing numbers are part of the rest', () => {
  const huge = { A: { price: '1e308', share: '1' }, B: { price: '1.7e308', share: '0' } };
  const [before, after] = [market('1' + '0'.repeat(308), huge), market('1' + '0'.repeat(308), huge)];
  const found = attributeMove(before, after);
  expectExact(before, after, found);
  expect(found.parts.map(({ total }) => total)).toEqual(['0', '0']);
});

describe('moves of a simulated and of a troubled world', () => {
  test.each([
    ['simulated', () => quietWorld(IN_VERSION_2, 3), 1],
    ['simulated, version 1', () => quietWorld(IN_VERSION_1, 2), 1],
    ['troubled', () => troubledWorld(IN_VERSION_2, 25), 9],
  ] as const)(
    '%s: real values are explained to the rounding of prices',
    (_name, world, every) => {
      const last = new Map<string, IndexReceipt>();
      const seen = new Map<string, number>();
      for (const receipt of receiptsOf(world(), every)) {
        const { indexType, indexId } = receipt;
        const before = last.get(indexId);
        last.set(indexId, receipt);
        if (!before) continue;
        const found = attributeMove(before, receipt);
        expectExact(before, receipt, found);
        seen.set(found.rest.because, (seen.get(found.rest.because) ?? 0) + 1);
        const isRepeated = [before, receipt].some(({ flags }) =>
          flags.some((flag) => flag === 'CARRIED' || flag === 'SUSPECT'),
        );
        const reasons = isRepeated ? ['ROUNDING', 'CARRIED', 'SUSPECT'] : ['ROUNDING'];
        if (indexType === 'LX') expect(found.rest.because).toBe('MEDIAN');
        // The price of USD in USD is not an average.
        else if (receipt.asset !== 'USD') expect(reasons).toContain(found.rest.because);
      }
      expect(seen.get('ROUNDING')).toBeGreaterThan(50);
    },
    PATIENCE_MS,
  );
});
