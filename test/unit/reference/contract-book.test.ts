import { describe, expect, test } from 'vitest';
import { contractIdOf } from '../../../src/core/ids/entity-id.ts';
import { ContractBook, expiredIn } from '../../../src/reference/contract-book.ts';
import { readContract, writeContract } from '../../../src/reference/contract-record.ts';
import { BTC_USD, DERIBIT, ETH_USD, future, OKX, option, perpetual } from './contracts.ts';

describe('the book of contracts', () => {
  test('sorts contracts by exchange, type and market, the first to expire first', () => {
    const book = new ContractBook();
    const [late, early, other] = [future('B', 200), future('A', 100), future('C', 50, { marketId: ETH_USD })];
    book.add([late, other, perpetual('P'), future('X', 1, { exchangeId: OKX })]);
    book.add([early, option('O', 10)]);
    expect(book.groupsOf(DERIBIT, 'futures')).toEqual([
      { marketId: BTC_USD, contracts: [early, late] },
      { marketId: ETH_USD, contracts: [other] },
    ]);
    expect(book.groupsOf(OKX, 'options')).toEqual([]);
    expect(book.size).toBe(6);
  });

  test('accepts a contract once, and returns unknown ones', () => {
    const book = new ContractBook();
    book.add([future('A', 100)]);
    expect(book.newOrChanged([future('A', 100), future('A', 200)])).toEqual([future('A', 200)]);
    book.add([future('A', 100), future('A', 200)]);
    expect(book.size).toBe(2);
    expect(book.contract(future('A', 200).id)).toEqual(future('A', 200));
  });

  test('a contract has its last terms, also on another market', () => {
    const book = new ContractBook();
    const [before, other] = [future('A', 100), future('B', 200)];
    book.add([before, other]);
    const { version } = book;
    const after = { ...before, contractValue: '20' };
    expect(book.newOrChanged([before, after])).toEqual([after]);
    book.add([before, after]);
    expect(book.contract(before.id)).toBe(after);
    expect(book.groupsOf(DERIBIT, 'futures')).toEqual([{ marketId: BTC_USD, contracts: [after, other] }]);
    expect([book.size, book.version]).toEqual([2, version + 1]);
    const moved = { ...after, marketId: ETH_USD };
    book.add([moved]);
    expect(book.groupsOf(DERIBIT, 'futures')).toEqual([
      { marketId: BTC_USD, contracts: [other] },
      { marketId: ETH_USD, contracts: [moved] },
    ]);
    book.addStored([before, future('C', 300)]);
    expect([book.contract(before.id), book.size]).toEqual([moved, 3]);
  });

  test('counts a contract as expired from its expiration on', () => {
    const shelf = { marketId: BTC_USD, contracts: [future('A', 100), future('B', 100), future('C', 200)] };
    expect([99, 100, 199, 200, 1e15].map((now) => expiredIn(shelf, now))).toEqual([0, 2, 2, 3, 3]);
    expect(expiredIn({ marketId: BTC_USD, contracts: [perpetual('P')] }, 1e15)).toBe(0);
    expect(expiredIn({ marketId: BTC_USD, contracts: [] }, 0)).toBe(0);
  });
});

describe('ids of contracts', () => {
  test('a name reused after an expiry is another contract', () => {
    const ids = [
      contractIdOf(DERIBIT, 'futures', 'BTCUSDM27', 1),
      contractIdOf(DERIBIT, 'futures', 'BTCUSDM27', 2),
      contractIdOf(DERIBIT, 'options', 'BTCUSDM27', 1),
      contractIdOf(OKX, 'futures', 'BTCUSDM27', 1),
      contractIdOf(DERIBIT, 'perpetuals', 'BTCUSDM27', Infinity),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('two installations agree', () => {
    // Computed elsewhere: UUIDv5 of contract:46f3...e206:perpetuals:BTC-PERPETUAL: in the namespace.
    expect(contractIdOf(DERIBIT, 'perpetuals', 'BTC-PERPETUAL', Infinity)).toBe(
      '526f6da9-a4ec-582c-a662-561b289168b9',
    );
    expect(contractIdOf(DERIBIT, 'futures', 'BTC-25DEC26', Date.UTC(2026, 11, 25, 8))).toBe(
      '3b64fd47-a7b7-5716-944a-a645c6108ea9',
    );
  });
});

describe('a contract as a line', () => {
  test.each([
    ['valueCurrency', { ...perpetual('A'), valueCurrency: '' }],
    ['contractValue', { ...perpetual('A'), contractValue: '1e5' }],
  ])('is not written if it could not be read again: %s', (_, contract) => {
    expect(() => writeContract(contract)).toThrow(RangeError);
  });

  test.each([future('A', 100), option('B "quoted" é', 200), perpetual('C')])(
    '$type reads back',
    (contract) => {
      expect(readContract(writeContract(contract))).toEqual(contract);
      expect(writeContract(contract)).not.toContain('\n');
    },
  );

  const good = { ...option('B', 200) };
  test.each([
    'x',
    'null',
    '[]',
    JSON.stringify({ ...good, id: 'x' }),
    JSON.stringify({ ...good, type: 'swaps' }),
    JSON.stringify({ ...good, expiration: '200' }),
    JSON.stringify({ ...good, listing: undefined }),
    JSON.stringify({ ...good, optionType: 'BOTH' }),
    JSON.stringify({ ...good, optionStrike: '1e5' }),
    JSON.stringify({ ...good, contractValue: 10 }),
    JSON.stringify({ ...good, exchangeName: '' }),
  ])('%s is not a contract', (text) => {
    expect(readContract(text)).toBeUndefined();
  });
});
