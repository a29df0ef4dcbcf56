import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SECOND_MS } from '../../../../src/core/time.ts';
import { WellKnown } from '../../../../src/reference/well-known/well-known.ts';
import type { CollectorEvent } from '../../../../src/sources/live/collect/collector-events.ts';
import { LiveSource } from '../../../../src/sources/live/live-source.ts';
import { derivativesProfileOf } from '../../../../src/sources/live/settings/derivatives-profiles.ts';
import { profileOf } from '../../../../src/sources/live/settings/exchange-profiles.ts';
import { Overrides } from '../../../../src/sources/live/understand/overrides.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'live-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('an exchange delivers when its tickers arrive, also if its reading ends later with the list of markets', async () => {
  const clock = new ManualClock(NOON);
  const wellKnown = new WellKnown();
  let say: (event: CollectorEvent) => void = () => undefined;
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
      say = (event) => onMessage({ kind: 'event', event });
      return { follow: () => undefined, close: () => Promise.resolve() };
    },
    onWarning: ({ what }) => expect.fail(what),
  });
  while (clock.waiting === 0) await new Promise((resolve) => setImmediate(resolve));
  const ended = { result: { outcome: 'read', tickers: 1 }, tookMs: 9 * SECOND_MS, failing: 0 } as const;
  const list = { markets: [{ symbol: 'BTC/USD', base: 'BTC', quote: 'USD', active: true }], currencies: [] };
  const readings = [{ symbol: 'BTC/USD', last: '70000', baseVolume: '10' }];
  say({ kind: 'markets', exchange: 'kraken', list });
  say({ kind: 'tickers', exchange: 'kraken', readings });
  say({ kind: 'contract-tickers', exchange: 'deribit', readings: [] });
  clock.advance(8 * SECOND_MS);
  say({ kind: 'cycle', exchange: 'kraken', ...ended });
  say({ kind: 'contract-cycle', exchange: 'deribit', ...ended });
  const source = await opening;
  const healths = [...source.health().values(), ...source.derivatives().values()];
  expect(healths.map(({ lastDelivery }) => lastDelivery)).toEqual([NOON, NOON]);
});
