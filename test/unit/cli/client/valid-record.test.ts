import { describe, expect, test } from 'vitest';
import type { IndexReceipt } from '../../../../sdk/src/node.ts';
import { validMembers, validRecord } from '../../../../src/cli/client/valid-record.ts';
import { validReceipt } from '../../../../src/cli/receipts/valid-receipt.ts';
import { OperatorError } from '../../../../src/core/errors.ts';
import { exchange, market } from '../receipts/some-receipts.ts';

const TICK = {
  id: 'x',
  indexId: 'i',
  indexType: 'MWA',
  price: '1.5',
  volume: '2',
  timestamp: '2026-03-01T00:00:00.000Z',
  flags: ['THIN'],
};

/** Older ones are strings, newer ones JSON integers. */
const COUNTS = [
  ['assets', 'integer'],
  ['ticks', 'integer'],
] as const;

describe('a record of a service', () => {
  test('passes unchanged', () => {
    expect(validRecord(TICK, 'IndexTicker')).toBe(TICK);
    const { flags: _, volume: __, ...least } = TICK;
    expect(validRecord(least, 'IndexTicker')).toBe(least);
  });

  test.each([
    [{ price: 1.5 }, 'price is 1.5, not a decimal'],
    [{ price: '1e5' }, 'price is "1e5", not a decimal'],
    [{ price: '\u001b[2J' }, 'price is "\\u001b[2J", not a decimal'],
    [{ price: undefined }, 'it has no price'],
    [{ flags: 'THIN' }, 'flags is "THIN", not a list of flags'],
    [{ flags: [1] }, 'flags is [1], not a list of flags'],
    [{ timestamp: 'then' }, 'timestamp is "then", not an instant'],
    [{ indexId: {} }, 'indexId is {}, not a text'],
    [{ volume: null }, 'volume is null, not a decimal'],
  ])('is refused with %j', (wrong, said) => {
    const check = () => validRecord({ ...TICK, ...wrong }, 'IndexTicker');
    expect(check).toThrow(OperatorError);
    expect(check).toThrow(`the service sent a record that cannot be read: ${said}`);
  });

  test('of a list is checked by its columns, nested ones too', () => {
    const columns = [
      ['change.day', 'decimal'],
      ['closes', 'decimals'],
      ['complete', 'boolean'],
    ] as const;
    expect(() =>
      validMembers({ change: { day: '1' }, closes: ['', '2'], complete: true }, columns),
    ).not.toThrow();
    expect(() => validMembers({ change: { day: 'x' } }, columns)).toThrow('change.day is "x"');
    expect(() => validMembers({ closes: ['x'] }, columns)).toThrow('closes is ["x"], not a list of decimals');
    expect(() => validMembers({ complete: 'yes' }, columns)).toThrow('not true or false');
    expect(() => validMembers({ assets: 934, ticks: '7' }, COUNTS)).not.toThrow();
    for (const wrong of [1.5, 'x', 2 ** 60])
      expect(() => validMembers({ assets: wrong }, COUNTS)).toThrow('not a whole number');
    expect(() => validMembers([] as object, columns)).toThrow('[] is not a record');
  });
});

describe('a receipt', () => {
  test('passes unchanged', () => {
    const receipt = market();
    expect(validReceipt(receipt)).toBe(receipt);
  });

  test.each<[Partial<Record<keyof IndexReceipt, unknown>>, string]>([
    [{ price: 'x' }, 'price is "x", not a decimal'],
    [{ flags: 'x' }, 'flags is "x", not a list of flags'],
    [{ flags: undefined }, 'it has no price or no flags'],
    [{ exchanges: {} }, 'exchanges is not a list'],
    [{ exchanges: [null] }, 'null is not a record'],
    [{ exchanges: [exchange('Kraken', { share: 'half' })] }, 'share is "half", not a decimal'],
    [{ refused: [exchange('Kraken', { price: 7 as never })] }, 'price is 7, not a decimal'],
  ])('is refused with %j', (wrong, said) => {
    expect(() => validReceipt(market(wrong as Partial<IndexReceipt>))).toThrow(said);
  });
});
