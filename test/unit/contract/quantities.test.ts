import { Type } from '../../../src/contract/schema.ts';
import { describe, expect, test } from 'vitest';
import { quantityNames, withNumbers } from '../../../src/contract/quantities.ts';
import { CandleSchema } from '../../../src/contract/records/candle.ts';
import { DerivativeContractSchema } from '../../../src/contract/records/derivative-contract.ts';
import { DerivativeTicker } from '../../../src/contract/records/derivative-ticker.ts';
import { IndexReceipt } from '../../../src/contract/records/index-receipt.ts';
import { MarketCapSchema } from '../../../src/contract/records/market-cap.ts';
import { listOf, pageOf, quantity } from '../../../src/contract/schemas.ts';

describe('the quantities of an answer', () => {
  test('are found at every depth, including counts', () => {
    expect(quantityNames(pageOf(CandleSchema)).join(' ')).toBe(
      'open high low close volume24h volume vwap twap ticks carried expected',
    );
    expect(quantityNames(listOf(MarketCapSchema))).toEqual(
      expect.arrayContaining(['marketCapRank', 'price', 'change24h', 'change7d', 'change30d']),
    );
    expect(quantityNames(IndexReceipt)).toEqual(
      expect.arrayContaining(['weight', 'share', 'moves', 'amount']),
    );
  });

  test('do not include the terms of a contract', () => {
    expect(quantityNames(listOf(DerivativeContractSchema))).toEqual([]);
    expect(withNumbers(listOf(DerivativeContractSchema))).toEqual(plain(listOf(DerivativeContractSchema)));
  });

  test.each([CandleSchema, DerivativeTicker, IndexReceipt, MarketCapSchema])(
    'have names that no other member of $title has',
    (record) => {
      const quantities = new Set(quantityNames(record));
      const others = namesOf(plain(withNumbers(record))).filter(([, type]) => !isNumber(type));
      expect(others.map(([name]) => name).filter((name) => quantities.has(name))).toEqual([]);
    },
  );

  test('are numbers in the schema of an answer with numbers, and everything else is unchanged', () => {
    const record = Type.Object(
      {
        name: Type.String({ description: 'x' }),
        price: Type.Optional(quantity('In USD')),
        closes: Type.Array(Type.Union([quantity('A close'), Type.Literal('')])),
      },
      { title: 'Thing', additionalProperties: false },
    );
    const { properties, ...rest } = plain(withNumbers(record)) as { properties: Record<string, object> };
    expect(properties).toEqual({
      name: { type: 'string', description: 'x' },
      price: { type: 'number', description: 'In USD' },
      closes: {
        type: 'array',
        items: {
          anyOf: [
            { type: 'number', description: 'A close' },
            { type: 'string', const: '' },
          ],
        },
      },
    });
    expect(rest).toEqual({
      type: 'object',
      required: ['name', 'closes'],
      title: 'Thing',
      additionalProperties: false,
    });
  });
});

/** As in JSON. */
function plain(schema: object): object {
  return JSON.parse(JSON.stringify(schema)) as object;
}

/**
 * Members with text or a number, at every depth. Those of the record in a proof are excluded: hashes have letters, and only text
 * of digits becomes a number.
 */
function namesOf(schema: object, name = ''): [string, unknown][] {
  if ('title' in schema && schema.title === 'TickRecord') return [];
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]) => {
    if (key === 'type' && name !== '') return [[name, value] as [string, unknown]];
    if (key === 'properties')
      return Object.entries(value as Record<string, object>).flatMap(([inner, part]) => namesOf(part, inner));
    if (key === 'items') return namesOf(value as object, name);
    return key === 'anyOf' ? (value as object[]).flatMap((part) => namesOf(part, name)) : [];
  });
}

function isNumber(type: unknown): boolean {
  return type === 'number' || type === 'integer';
}
