import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../src/core/time.ts';
import type { ListedMarket } from '../../../src/sources/live/ports/exchange-api.ts';
import { derivativesProfileOf } from '../../../src/sources/live/settings/derivatives-profiles.ts';
import { profileOf } from '../../../src/sources/live/settings/exchange-profiles.ts';
import { LiveSource, type OperatorWarning } from '../../../src/sources/live/live-source.ts';
import { Overrides } from '../../../src/sources/live/understand/overrides.ts';
import type { FromCollector } from '../../../src/sources/live/collect/process/collector-messages.ts';
import type { ExchangeBatch } from '../../../src/sources/source.ts';
import { WellKnown } from '../../../src/reference/well-known/well-known.ts';
import { listedContract } from '../../support/made-contracts.ts';
import { ManualClock } from '../../support/manual-clock.ts';

// Messages of collectors are not trusted: neither a bad row nor a bad message ends the service.

const NOON = Date.UTC(2026, 10, 16, 12);
const NOT_A_CODE = undefined as unknown as string;
const wellKnown = new WellKnown();
let folder: string;
let clock: ManualClock;
let troubles: OperatorWarning[];
let say: (message: FromCollector) => void;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'live-'));
  clock = new ManualClock(NOON);
  troubles = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A source that receives these messages before it starts. */
async function open(early: readonly FromCollector[]): Promise<LiveSource> {
  const opening = LiveSource.open({
    clock,
    wellKnown,
    overrides: new Overrides([]),
    folder,
    network: {},
    tradeMarkets: [],
    exchanges: [profileOf('kraken', wellKnown)],
    derivatives: [derivativesProfileOf('deribit', wellKnown)],
    startCollector: (_, { onMessage }) => {
      say = onMessage;
      for (const message of early) say(message);
      return { follow: () => undefined, close: () => Promise.resolve() };
    },
    onWarning: (trouble) => void troubles.push(trouble),
  });
  // It waits for the first reading of the exchange, which never arrives.
  while (clock.waiting === 0) await settled();
  clock.advance(MINUTE_MS);
  return opening;
}

const markets = (...rows: readonly ListedMarket[]): FromCollector => ({
  kind: 'event',
  event: { kind: 'markets', exchange: 'kraken', list: { markets: rows, currencies: [] } },
});
const contracts = (...rows: readonly ReturnType<typeof listedContract>[]): FromCollector => ({
  kind: 'event',
  event: { kind: 'contracts', exchange: 'deribit', contracts: rows },
});

test('a row without a code is ignored, and the rest of its list is used', async () => {
  const good = { symbol: 'BTC/USD', base: 'BTC', quote: 'USD', active: true };
  const source = await open([
    contracts(listedContract('BAD', { base: NOT_A_CODE }), listedContract('GOOD')),
    markets({ ...good, symbol: 'BAD', base: NOT_A_CODE }, good),
  ]);
  const { exchanges, assets } = source.reference(clock.now());
  expect(assets.map(({ symbol }) => symbol).toSorted()).toEqual(['BTC', 'USD']);
  expect(exchanges.flatMap(({ listings }) => listings)).toHaveLength(1);
  const stop = new AbortController();
  const batches: ExchangeBatch[] = [];
  const reading = (async () => {
    for await (const event of source.events(stop.signal)) if ('exchangeId' in event) batches.push(event);
  })();
  for (let i = 0; i < 10; i++) {
    clock.advance(500);
    await settled();
  }
  stop.abort();
  await reading;
  const found = batches.flatMap((batch) => (batch.kind === 'contracts' ? batch.contracts : []));
  expect(found.map(({ exchangeName }) => exchangeName)).toEqual(['GOOD']);
  expect(troubles).toEqual([]);
});

test('impossible data of an exchange is counted, and logged once an hour', async () => {
  const leftOut = [{ why: 'it cannot be read', count: 2, examples: ['null', 'G1USD'] }];
  const cycle: FromCollector = {
    kind: 'event',
    event: {
      kind: 'cycle',
      exchange: 'kraken',
      result: { outcome: 'read', tickers: 10, leftOut },
      tookMs: 5,
      failing: 0,
    },
  };
  const source = await open([]);
  for (let i = 0; i < 2; i++) say(cycle);
  expect(source.health().get(profileOf('kraken', wellKnown).id)?.readings?.leftOut).toBe(4);
  expect(troubles).toEqual([
    {
      what: 'an exchange sends invalid entries: they are left out',
      details: { exchange: 'kraken', leftOut, count: 1 },
    },
  ]);
});

test('a message that cannot be handled is ignored, and logged once an hour', async () => {
  const broken = { kind: 'event', event: { kind: 'contracts', exchange: 'deribit' } } as FromCollector;
  const source = await open([broken, broken]);
  for (let i = 0; i < 100; i++) say(broken);
  expect(troubles.map(({ details }) => details)).toEqual([
    { kind: 'contracts', exchange: 'deribit', error: 'TypeError', count: 1 },
  ]);
  clock.advance(HOUR_MS);
  say(broken);
  expect(troubles[1]?.details).toMatchObject({ count: 102 });
  say(markets({ symbol: 'BTC/USD', base: 'BTC', quote: 'USD', active: true }));
  expect(source.findings().map(({ market }) => market)).toEqual(['BTC/USD']);
});
