import { describe, expect, test } from 'vitest';
import type { DerivativeContract, DerivativeTick } from '../../../../src/core/contract.ts';
import { decodeRecordId, entityKey } from '../../../../src/core/ids/record-id.ts';
import { DerivativeRefreshWriter } from '../../../../src/latest/derivatives/derivative-refresh-writer.ts';
import {
  DerivativeTickers,
  type DerivativeTickerFilter,
} from '../../../../src/latest/derivatives/derivative-tickers.ts';
import { BTC_USD, DERIBIT, ETH_USD, future, OKX, option, perpetual } from '../../reference/contracts.ts';

const T = Date.parse('2026-12-25T08:00:00Z');
const SLOT_MS = 30_000;

const early = future('EARLY', T);
const late = future('LATE', T + 7 * SLOT_MS);
const ether = future('ETHER', T, { marketId: ETH_USD });
const swap = perpetual('SWAP');
const call = option('CALL', T + SLOT_MS);
const elsewhere = future('ELSEWHERE', T, { exchangeId: OKX });
const ALL = [late, swap, call, elsewhere, ether, early];

function tickOf({ id }: DerivativeContract, price: string): DerivativeTick {
  return { contractId: id, price, volume: '1', volumeUsd: '10' };
}

interface Ticker {
  readonly id: string;
  readonly contractId: string;
  readonly price: string;
  readonly timestamp: string;
}

const FUTURES: DerivativeTickerFilter = { type: 'futures', exchangeId: DERIBIT };

function read(tickers: DerivativeTickers, filter: DerivativeTickerFilter, now: number): Ticker[] {
  const { prepared } = tickers.find(filter, now);
  return (JSON.parse(prepared.identity.bytes.toString()) as { content: Ticker[] }).content;
}

function pricesOf(tickers: DerivativeTickers, filter: DerivativeTickerFilter, now: number): string[] {
  return read(tickers, filter, now).map(({ price }) => price);
}

function started(at: number): { sheet: DerivativeRefreshWriter; tickers: DerivativeTickers } {
  const sheet = new DerivativeRefreshWriter();
  sheet.collectContracts(ALL);
  sheet.collect(ALL.map((contract) => tickOf(contract, contract.exchangeName)));
  return { sheet, tickers: new DerivativeTickers(sheet.publish(at)) };
}

describe('derivative tickers', () => {
  test('are not served for a contract that cannot be stored', () => {
    const sheet = new DerivativeRefreshWriter();
    sheet.collectContracts([{ ...swap, valueCurrency: '' }, early]);
    expect(sheet.collect([tickOf(swap, '1'), tickOf(early, '2')])).toBe(1);
    const { contracts, contractIds } = sheet.publish(T - SLOT_MS);
    expect([contracts, contractIds]).toEqual([[early], [early.id]]);
  });

  test('are found by exchange and type, market, and contract', () => {
    const { tickers } = started(T - SLOT_MS);
    const now = T - SLOT_MS;
    expect(pricesOf(tickers, FUTURES, now)).toEqual(['EARLY', 'LATE', 'ETHER']);
    expect(pricesOf(tickers, { ...FUTURES, marketId: ETH_USD }, now)).toEqual(['ETHER']);
    expect(pricesOf(tickers, { ...FUTURES, contractId: late.id }, now)).toEqual(['LATE']);
    expect(pricesOf(tickers, { ...FUTURES, marketId: BTC_USD, contractId: ether.id }, now)).toEqual([]);
    expect(pricesOf(tickers, { ...FUTURES, contractId: swap.id }, now)).toEqual([]);
    expect(pricesOf(tickers, { ...FUTURES, contractId: elsewhere.id }, now)).toEqual([]);
    expect(pricesOf(tickers, { type: 'perpetuals', exchangeId: DERIBIT }, now)).toEqual(['SWAP']);
    expect(pricesOf(tickers, { type: 'options', exchangeId: OKX }, now)).toEqual([]);
  });

  test('are removed at the instant at which their contract expires, between two refreshes', () => {
    const { tickers } = started(T - SLOT_MS);
    expect(tickers.find(FUTURES, T - 1).until).toBe(T);
    expect(pricesOf(tickers, FUTURES, T - 1)).toEqual(['EARLY', 'LATE', 'ETHER']);
    expect(pricesOf(tickers, FUTURES, T)).toEqual(['LATE']);
    expect(pricesOf(tickers, { ...FUTURES, contractId: early.id }, T)).toEqual([]);
    expect(tickers.find(FUTURES, T).prepared.identity.etag).not.toBe(
      tickers.find(FUTURES, T - 1).prepared.identity.etag,
    );
  });

  test('of a refresh at the expiration itself are omitted although they were collected before', () => {
    const { tickers } = started(T);
    expect(pricesOf(tickers, FUTURES, T)).toEqual(['LATE']);
    expect(tickers.count).toBe(3);
  });

  test('have the refresh in which they were collected, and are removed after 5 minutes without a newer one', () => {
    const { sheet, tickers } = started(T - SLOT_MS);
    for (let i = 0; i < 9; i++) {
      sheet.collect([tickOf(swap, String(i))]);
      tickers.replace(sheet.publish(T + i * SLOT_MS));
    }
    const perpetuals = { type: 'perpetuals', exchangeId: DERIBIT } as const;
    const [ticker] = read(tickers, perpetuals, T + 8 * SLOT_MS);
    expect(ticker).toMatchObject({ price: '8', timestamp: '2026-12-25T08:04:00.000Z' });
    expect(decodeRecordId(ticker?.id ?? '')).toEqual({
      kind: 'derivativeTicker',
      at: T + 8 * SLOT_MS,
      entityKey: entityKey(swap.id),
    });
    for (let i = 9; i < 18; i++) tickers.replace(sheet.publish(T + i * SLOT_MS));
    const last = T + 17 * SLOT_MS;
    expect(read(tickers, perpetuals, last)).toMatchObject([{ timestamp: '2026-12-25T08:04:00.000Z' }]);
    tickers.replace(sheet.publish(T + 18 * SLOT_MS));
    expect(read(tickers, perpetuals, T + 18 * SLOT_MS)).toEqual([]);
  });

  test('are removed if refreshes stop', () => {
    const { tickers } = started(T - SLOT_MS);
    const perpetuals = { type: 'perpetuals', exchangeId: DERIBIT } as const;
    const silentFrom = T - SLOT_MS + 5 * 60_000 + SLOT_MS;
    expect(read(tickers, perpetuals, silentFrom - 1)).toHaveLength(1);
    expect(read(tickers, perpetuals, silentFrom)).toEqual([]);
  });

  test('contain only data of the exchange', () => {
    const sheet = new DerivativeRefreshWriter();
    sheet.collectContracts([swap]);
    expect(
      sheet.collect([{ ...tickOf(swap, '1'), bid: '0.9', fundingRate: '-0.0001' }, tickOf(call, '1')]),
    ).toBe(1);
    const tickers = new DerivativeTickers(sheet.publish(T));
    const [ticker] = read(tickers, { type: 'perpetuals', exchangeId: DERIBIT }, T);
    expect(ticker).toEqual({
      id: expect.any(String) as string,
      contractId: swap.id,
      exchangeId: DERIBIT,
      marketId: BTC_USD,
      timestamp: '2026-12-25T08:00:00.000Z',
      price: '1',
      volume: '1',
      volumeUsd: '10',
      bid: '0.9',
      fundingRate: '-0.0001',
    });
  });

  test('forward new contracts once', () => {
    const sheet = new DerivativeRefreshWriter();
    sheet.collectContracts([early]);
    expect(sheet.publish(T - 1).contracts).toEqual([early]);
    expect(sheet.publish(T).contracts).toEqual([]);
  });
});
