import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SLOT_MS } from '../../../../../src/core/time.ts';
import { collect } from '../../../../../src/sources/live/collect/collector.ts';
import type { CollectorEvent } from '../../../../../src/sources/live/collect/collector-events.ts';
import type { MarketList } from '../../../../../src/sources/live/ports/exchange-api.ts';
import { PollFailure } from '../../../../../src/sources/live/ports/poll-failure.ts';
import { MadeExchange } from '../../../../support/live-market.ts';
import { listedContract, MadeContracts } from '../../../../support/made-contracts.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
const NAMES = Array.from({ length: 10 }, (_, i) => `C${i}`);
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a collector with derivatives', () => {
  let clock: ManualClock;
  let spot: MadeExchange;
  let api: MadeContracts;
  let events: CollectorEvent[];
  let stored: Map<string, MarketList>;
  let stop: AbortController;
  let running: Promise<void>;

  beforeEach(() => {
    clock = new ManualClock(NOON);
    spot = new MadeExchange('okx', [['BTC', 'USD', '100']]);
    api = new MadeContracts(
      'okx',
      NAMES.map((name) => listedContract(name)),
    );
    events = [];
    stored = new Map();
    stop = new AbortController();
  });

  afterEach(async () => {
    stop.abort();
    await running;
  });

  async function start(contracts: readonly MadeContracts[] = [api]): Promise<void> {
    const snapshots = {
      read: (key: string) => stored.get(key),
      write: (key: string, list: MarketList) => void stored.set(key, list),
    };
    const emit = (event: CollectorEvent) => void events.push(event);
    running = collect(
      { exchanges: [spot], contracts, clock, snapshots, emit, random: () => 0.5 },
      stop.signal,
    );
    await settled();
  }

  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 1000) {
      clock.advance(1000);
      await settled();
    }
  }

  const kinds = (kind: CollectorEvent['kind']) => events.filter((event) => event.kind === kind);
  const outcomes = (kind: 'cycle' | 'contract-cycle') =>
    events.flatMap((event) => (event.kind === kind ? [event.result.outcome] : []));

  test('sends contracts and their tickers at once, and once in every cycle, as separate events', async () => {
    await start();
    expect(kinds('contracts')).toMatchObject([{ exchange: 'okx', contracts: api.contracts }]);
    expect(kinds('contract-tickers')).toMatchObject([{ exchange: 'okx', readings: api.readings }]);
    await pass(4 * SLOT_MS);
    expect(kinds('contract-tickers')).toHaveLength(5);
    expect(kinds('tickers')).toHaveLength(5);
    expect([...stored.keys()].toSorted()).toEqual(['okx', 'okx.contracts']);
  });

  test('starts with the stored list if the exchange does not answer', async () => {
    stored.set('okx.contracts', { markets: api.contracts, currencies: [] });
    api.failure = new PollFailure('server-error', 'status 502');
    await start();
    expect(kinds('contracts')).toMatchObject([{ contracts: api.contracts }]);
    expect(outcomes('contract-cycle')).toEqual(['failed']);
  });

  test('gives derivatives that fail a rest, which spot markets do not have', async () => {
    await start();
    api.failure = new PollFailure('rate-limited', 'status 429', { retryAfterMs: 3 * SLOT_MS + 1 });
    await pass(4 * SLOT_MS);
    expect(outcomes('contract-cycle')).toEqual(['read', 'failed', 'resting', 'resting', 'resting']);
    expect(outcomes('cycle')).toEqual(['read', 'read', 'read', 'read', 'read']);
    api.failure = undefined;
    await pass(SLOT_MS);
    expect(outcomes('contract-cycle').at(-1)).toBe('read');
  });

  test('failing spot markets do not affect derivatives', async () => {
    spot.failure = new PollFailure('server-error', 'status 502');
    await start();
    await pass(SLOT_MS);
    expect(outcomes('cycle')).not.toContain('read');
    expect(outcomes('contract-cycle')).toEqual(['read', 'read']);
  });

  test('never lets spot markets wait for derivatives that hang, however many', async () => {
    const hanging = NAMES.concat(NAMES).map((_, i) => new MadeContracts(`h${i}`, api.contracts));
    for (const each of hanging) each.hold = new Promise(() => undefined);
    await start(hanging);
    await pass(SLOT_MS);
    expect(outcomes('cycle')).toEqual(['read', 'read']);
    running = Promise.resolve();
  });

  test('accepts a short list when it was seen three times, and tickers with only the mark', async () => {
    await start();
    api.contracts = api.contracts.slice(0, 6);
    api.readings = api.contracts.map(({ symbol }) => ({ symbol, markPrice: '3', volume: '0' }));
    await pass(HOUR_MS + 20 * MINUTE_MS + SLOT_MS);
    expect(kinds('contracts')).toHaveLength(1);
    expect(new Set(outcomes('contract-cycle'))).toEqual(new Set(['read']));
    await pass(20 * MINUTE_MS);
    expect(kinds('contracts')).toHaveLength(2);
  });

  test.each([
    ['no prices at all', [{ symbol: 'C0', volume: '1' }]],
    ['half of them gone', [{ symbol: 'C0', last: '1' }]],
  ])('refuses tickers with %s', async (_, readings) => {
    await start();
    api.readings = readings;
    await pass(SLOT_MS);
    expect(events.findLast(({ kind }) => kind === 'contract-cycle')).toMatchObject({
      result: { outcome: 'failed', failure: 'implausible' },
    });
    expect(kinds('contract-tickers')).toHaveLength(1);
  });
});
