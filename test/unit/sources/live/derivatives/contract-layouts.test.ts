import { expect, test } from 'vitest';
import type { CcxtCaller } from '../../../../../src/sources/live/ccxt/contracts/contract-layout.ts';
import { deribit } from '../../../../../src/sources/live/ccxt/contracts/deribit.ts';
import { krakenFutures } from '../../../../../src/sources/live/ccxt/contracts/kraken-futures.ts';
import { listedContract } from '../../../../support/made-contracts.ts';

function answering(
  answer: (endpoint: string, params: object) => unknown,
  leftOut: string[] = [],
): CcxtCaller {
  return {
    markets: () => Promise.resolve([]),
    call: async (endpoint, params = {}) => answer(endpoint, params),
    leaveOut: (_, example) => void leftOut.push(example),
  };
}

test('the hourly funding of an inverse contract is multiplied by its price, as by the exchange itself', async () => {
  const inverse = listedContract('PI_ETHUSD', { base: 'ETH', valuedIn: 'quote', value: '1', settle: 'ETH' });
  const row = { symbol: 'PI_ETHUSD', fundingRate: '2.18900669884E-7', markPrice: '277.66' };
  const [reading] = await krakenFutures.tickers(
    answering(() => ({ tickers: [row] })),
    [inverse],
  );
  expect(Number(reading?.fundingRate) / 8 / 0.00006077996 - 1).toBeCloseTo(0, 4);
});

test('of too many indices, those with the most contracts have a price and the others are named', async () => {
  const codes = Array.from({ length: 40 }, (_, i) => `C${String(i).padStart(2, '0')}`);
  const contracts = codes.flatMap((base, i) =>
    Array.from({ length: i < 8 ? 1 : 2 }, (_, n) => listedContract(`${base}-${n}`, { base, settle: 'USDC' })),
  );
  const asked: string[] = [];
  const leftOut: string[] = [];
  const asking = answering((endpoint, params) => {
    if (endpoint !== 'publicGetGetIndexPrice') return { result: [] };
    asked.push((params as { index_name: string }).index_name);
    return { result: { index_price: 1 } };
  }, leftOut);
  await deribit.tickers(asking, contracts);
  expect(asked).toHaveLength(32);
  expect(leftOut).toEqual(codes.slice(0, 8).map((code) => `${code.toLowerCase()}_usd`));
});
