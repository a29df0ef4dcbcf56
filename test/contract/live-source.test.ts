import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { PollFailure } from '../../src/sources/live/poll-failure.ts';
import { MadeExchange, openLive, type Quote } from '../support/live-market.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { describeSourceContract } from './source-contract.ts';

const START = Date.UTC(2026, 10, 16, 12, 0, 7);
const QUOTES: readonly Quote[] = [
  ['BTC', 'USD', '100'],
  ['ETH', 'USD', '10'],
  ['ETH', 'BTC', '0.1'],
];
const folder = mkdtempSync(join(tmpdir(), 'live-'));
let count = 0;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function create(failing = false) {
  const clock = new ManualClock(START);
  const exchanges = ['kraken', 'bitstamp', 'bitfinex', 'okx'].map((key) => new MadeExchange(key, QUOTES));
  const data = mkdtempSync(join(folder, `${count++}-`));
  const source = await openLive(exchanges, clock, data, ({ what }) => expect.fail(what));
  if (failing && exchanges[0]) exchanges[0].failure = new PollFailure('server-error', 'status 502');
  return { source, clock };
}

describeSourceContract('Live exchanges', {
  create: () => create(),
  createFailing: () => create(true),
  durationMs: 125_000,
});
