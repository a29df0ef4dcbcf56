import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../src/core/time.ts';
import { PollFailure } from '../../../src/sources/live/ports/poll-failure.ts';
import type { ExchangeBatch } from '../../../src/sources/source.ts';
import { openLive, type Quote } from '../../support/live-market.ts';
import { listedContract, MadeContracts } from '../../support/made-contracts.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { TradingExchange } from '../../support/trading-exchange.ts';
import { collect, describeSourceContract } from './source-contract.ts';

const START = Date.UTC(2026, 10, 16, 12, 0, 7);
const QUOTES: readonly Quote[] = [
  ['BTC', 'USD', '100'],
  ['ETH', 'USD', '10'],
  ['ETH', 'BTC', '0.1'],
];
const LIFE = { listing: START + MINUTE_MS / 2, expiration: START + MINUTE_MS };
/** One is there, one is listed after a while, and one expires. */
const CONTRACTS = [
  listedContract('PERPETUAL'),
  listedContract('LATER', { type: 'futures', ...LIFE, expiration: START + DAY_MS }),
  listedContract('ENDING', { type: 'futures', ...LIFE, listing: START - DAY_MS }),
];
const folder = mkdtempSync(join(tmpdir(), 'live-'));
let count = 0;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function create(failing = false) {
  const clock = new ManualClock(START);
  // Of every second one the trades are polled.
  const exchanges = ['kraken', 'bitstamp', 'bitfinex', 'okx'].map(
    (key, i) => new TradingExchange(key, QUOTES, clock, 700, i % 2 === 0),
  );
  const data = mkdtempSync(join(folder, `${count++}-`));
  const contracts = ['deribit', 'okx'].map((key) => new MadeContracts(key, CONTRACTS));
  const onTrouble = ({ what }: { readonly what: string }) => {
    if (!failing || what !== 'an exchange fails') expect.fail(what);
  };
  const source = await openLive(exchanges, clock, data, onTrouble, contracts);
  if (failing && exchanges[0]) exchanges[0].failure = new PollFailure('server-error', 'status 502');
  return { source, clock };
}

describeSourceContract('Live exchanges', {
  create: () => create(),
  createFailing: () => create(true),
  durationMs: 125_000,
});

test('derivatives come with spot markets, each contract once, and end with its life', async () => {
  const { source, clock } = await create();
  const stop = new AbortController();
  const batches: ExchangeBatch[] = [];
  const reading = (async () => {
    for await (const event of source.events(stop.signal)) if ('exchangeId' in event) batches.push(event);
  })();
  for (let ms = 0; ms < 2 * MINUTE_MS; ms += 500) {
    clock.advance(500);
    await new Promise((resolve) => setImmediate(resolve));
  }
  stop.abort();
  await reading;
  const contracts = batches.flatMap((batch) => (batch.kind === 'contracts' ? batch.contracts : []));
  const names = contracts.map(({ exchangeId, exchangeName }) => `${exchangeId} ${exchangeName}`);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toHaveLength(2 * CONTRACTS.length);
  const ticks = batches.flatMap((batch) => (batch.kind === 'derivative-ticks' ? batch.ticks : []));
  const countOf = (name: string) => {
    const ids = new Set(contracts.filter(({ exchangeName }) => exchangeName === name).map(({ id }) => id));
    return ticks.filter(({ contractId }) => ids.has(contractId)).length;
  };
  expect(countOf('PERPETUAL')).toBeGreaterThan(countOf('LATER'));
  expect(countOf('PERPETUAL')).toBeGreaterThan(countOf('ENDING'));
  expect(Math.min(countOf('LATER'), countOf('ENDING'))).toBeGreaterThan(0);
  expect([...(source.derivatives?.() ?? [])].map(([key, { failing }]) => [key, failing])).toEqual([
    ['deribit', 0],
    ['okx', 0],
  ]);
});

test('trades of the constituents of liquid indices are part of what a live source delivers', async () => {
  const created = await create();
  const { traded, lx } = created.source.reference(START);
  const constituents = lx.flatMap((definition) => definition.constituents);
  expect(traded.length).toBeGreaterThan(1);
  expect(new Set(traded.map(keyOf))).toEqual(new Set(constituents.map(keyOf)));
  const trades = (await collect(created, 125_000)).flatMap(({ event }) =>
    event.kind === 'trades' ? event.trades : [],
  );
  expect(new Set(trades.map(keyOf))).toEqual(new Set(traded.map(keyOf)));
});

function keyOf({ exchangeId, marketId }: { readonly exchangeId: string; readonly marketId: string }): string {
  return `${exchangeId} ${marketId}`;
}
