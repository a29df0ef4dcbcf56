import { expect, test } from 'vitest';
import { deribit } from '../../../../../src/sources/live/ccxt/contracts/deribit.ts';
import type { CcxtCaller } from '../../../../../src/sources/live/ccxt/contracts/contract-layout.ts';
import { PollFailure, type FailureKind } from '../../../../../src/sources/live/ports/poll-failure.ts';
import { listedContract } from '../../../../support/made-contracts.ts';

/** Every contract is traded at 100; the index of one base fails. */
function asking(names: readonly string[], kind: FailureKind): CcxtCaller {
  return {
    markets: () => Promise.resolve([]),
    leaveOut: () => undefined,
    call: (endpoint, params = {}) => {
      if (endpoint === 'publicGetGetBookSummaryByCurrency')
        return Promise.resolve({ result: names.map((name) => ({ instrument_name: name, last: '100' })) });
      return params['index_name'] === 'new_usd'
        ? Promise.reject(new PollFailure(kind, 'no such index'))
        : Promise.resolve({ result: { index_price: '99' } });
    },
  };
}

const CONTRACTS = [listedContract('NEW', { base: 'NEW' }), listedContract('BTC')];
const NAMES = CONTRACTS.map(({ symbol }) => symbol);

test('an unknown index of Deribit loses only its price', async () => {
  const readings = await deribit.tickers(asking(NAMES, 'exchange-error'), CONTRACTS);
  expect(readings).toEqual([
    { symbol: 'NEW', last: '100' },
    { symbol: 'BTC', last: '100', indexPrice: '99' },
  ]);
});

test('a network failure fails the reading', async () => {
  await expect(deribit.tickers(asking(NAMES, 'reset'), CONTRACTS)).rejects.toMatchObject({ kind: 'reset' });
});

test('contracts of many settlement currencies all have tickers, and too many are reported', async () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) => listedContract(`C${i}`, { settle: `S${i}` }));
  const asked = new Set<unknown>();
  const { call, ...others } = asking([], 'reset');
  const noting: CcxtCaller = {
    ...others,
    call: (endpoint, params) => {
      if (params?.['currency'] !== undefined) asked.add(params['currency']);
      return call(endpoint, params);
    },
  };
  await deribit.tickers(noting, many(20));
  expect(asked.size).toBe(20);
  await expect(deribit.tickers(noting, many(100))).rejects.toMatchObject({ kind: 'implausible' });
});
