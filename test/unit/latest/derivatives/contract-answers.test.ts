import { describe, expect, test } from 'vitest';
import {
  ContractAnswers,
  type ContractInclude,
} from '../../../../src/latest/derivatives/contract-answers.ts';
import { ContractBook } from '../../../../src/reference/contract-book.ts';
import { DERIBIT, ETH_USD, BTC_USD, future, OKX, option, perpetual } from '../../reference/contracts.ts';

const T = Date.parse('2026-12-25T08:00:00Z');
const DAY_MS = 86_400_000;

function answersOf(...contracts: Parameters<ContractBook['add']>[0]) {
  const book = new ContractBook();
  book.add(contracts);
  const answers = new ContractAnswers(book);
  const list = (include: ContractInclude, now: number, marketId?: string) =>
    answers.list({ type: 'futures', exchangeId: DERIBIT, marketId, include }, now);
  const names = (include: ContractInclude, now: number, marketId?: string) => {
    const { prepared } = list(include, now, marketId);
    const { content } = JSON.parse(prepared.identity.bytes.toString()) as {
      content: { exchangeName: string }[];
    };
    return content.map(({ exchangeName }) => exchangeName);
  };
  return { book, answers, list, names };
}

describe('answers about contracts', () => {
  test('divide contracts exactly at the instant of their expiration', () => {
    const { names, list } = answersOf(future('A', T), future('B', T + DAY_MS));
    expect(names('ACTIVE', T - 1)).toEqual(['A', 'B']);
    expect(names('EXPIRED', T - 1)).toEqual([]);
    expect(list('ACTIVE', T - 1).until).toBe(T);
    expect(names('ACTIVE', T)).toEqual(['B']);
    expect(names('EXPIRED', T)).toEqual(['A']);
    expect(names('ALL', T)).toEqual(['A', 'B']);
    expect(list('ACTIVE', T).until).toBe(T + DAY_MS);
    expect(names('ACTIVE', T + DAY_MS)).toEqual([]);
    expect(list('ACTIVE', T + DAY_MS).until).toBe(Infinity);
  });

  test('show the current terms of a contract', () => {
    const before = future('A', T);
    const { book, answers, list } = answersOf(before);
    const values = () => [
      answers.one('futures', before.id)?.identity.bytes.toString(),
      list('ACTIVE', T - 1).prepared.identity.bytes.toString(),
    ];
    for (const text of values()) expect(text).toContain('"contractValue":"10"');
    book.add([{ ...before, contractValue: '20' }]);
    for (const text of values()) expect(text).toContain('"contractValue":"20"');
  });

  test('show a contract from the moment it is in the book', () => {
    const { book, names } = answersOf(future('A', T + DAY_MS));
    expect(names('ACTIVE', T)).toEqual(['A']);
    book.add([future('Z', T + 2 * DAY_MS), future('B', T - DAY_MS), future('AA', T + DAY_MS)]);
    expect(names('ACTIVE', T)).toEqual(['A', 'AA', 'Z']);
    expect(names('ALL', T)).toEqual(['B', 'A', 'AA', 'Z']);
    book.add([future('0', T + DAY_MS)]);
    expect(names('ALL', T)).toEqual(['B', '0', 'A', 'AA', 'Z']);
  });

  test('are sorted by market, or of one requested market', () => {
    const { names } = answersOf(
      future('E', T, { marketId: ETH_USD }),
      future('B', T + DAY_MS),
      future('X', T, { exchangeId: OKX }),
      perpetual('P'),
    );
    expect(names('ALL', 0)).toEqual(['B', 'E']);
    expect(names('ALL', 0, BTC_USD)).toEqual(['B']);
    expect(names('ALL', 0, OKX)).toEqual([]);
  });

  test('have the same bytes and tag while nothing changes', () => {
    const { list } = answersOf(future('A', T));
    expect(list('ACTIVE', 1).prepared).toBe(list('ACTIVE', 2).prepared);
    expect(list('ACTIVE', T).prepared.identity.etag).not.toBe(list('ACTIVE', 2).prepared.identity.etag);
  });

  test('write every field that the type has, and no other', () => {
    const { answers } = answersOf(future('A', T), option('O', T), perpetual('P'));
    const record = (type: 'futures' | 'options' | 'perpetuals', id: string) =>
      JSON.parse(answers.one(type, id)?.identity.text ?? '') as object;
    const terms = [
      'id',
      'exchangeId',
      'marketId',
      'exchangeName',
      'settlementCurrency',
      'contractValue',
      'valueCurrency',
    ];
    expect(Object.keys(record('perpetuals', perpetual('P').id))).toEqual(terms);
    expect(Object.keys(record('futures', future('A', T).id))).toEqual([...terms, 'listing', 'expiration']);
    expect(record('options', option('O', T).id)).toEqual({
      ...Object.fromEntries(terms.map((name) => [name, option('O', T)[name as 'id']])),
      optionType: 'CALL',
      optionStrike: '100',
      listing: '1970-01-01T00:00:00.000Z',
      expiration: '2026-12-25T08:00:00.000Z',
    });
    expect(answers.one('options', future('A', T).id)).toBeUndefined();
    expect(answers.one('futures', ETH_USD)).toBeUndefined();
  });
});
