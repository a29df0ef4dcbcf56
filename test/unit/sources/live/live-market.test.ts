import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { assetIdOf, marketIdOf } from '../../../../src/core/ids/entity-id.ts';
import { MINUTE_MS, SLOT_MS } from '../../../../src/core/time.ts';
import { WELL_KNOWN_ASSETS } from '../../../../src/core/ids/well-known-ids.ts';
import { WellKnown } from '../../../../src/reference/well-known/well-known.ts';
import type { CycleOutcome } from '../../../../src/sources/live/collect/collector-events.ts';
import { profileOf } from '../../../../src/sources/live/settings/exchange-profiles.ts';
import type { FailureKind } from '../../../../src/sources/live/ports/poll-failure.ts';
import { LiveLog, readFacts, type LiveFact } from '../../../../src/sources/live/understand/live-log.ts';
import { Overrides, readOverrides } from '../../../../src/sources/live/understand/overrides.ts';
import { LiveMarket } from '../../../../src/sources/live/understand/live-market.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
const KEYS = ['kraken', 'bitstamp', 'bitfinex', 'okx'];
const wellKnown = new WellKnown();
const { BTC, USD } = WELL_KNOWN_ASSETS;
const BTC_USD = wellKnown.marketId(BTC, USD) ?? marketIdOf(BTC, USD);

interface Rig {
  readonly market: LiveMarket;
  readonly facts: LiveFact[];
}

function open(known: readonly LiveFact[] = [], keys = KEYS, now = NOON, overrides = new Overrides([])): Rig {
  const facts = [...known];
  const market = new LiveMarket({
    exchanges: keys.map((key) => profileOf(key, wellKnown)),
    wellKnown,
    overrides,
    facts: known,
    remember: (fact) => void facts.push(fact),
    now,
  });
  return { market, facts };
}

type Price = readonly [symbol: string, last: string];

function list({ market }: Rig, exchange: string, symbols: readonly string[]): void {
  const markets = symbols.map((symbol) => {
    const [base = '', quote = ''] = symbol.split('/');
    return { symbol, base, quote, active: true, ...(base === 'BTC' ? { ownBase: 'XBT' } : {}) };
  });
  market.take({ kind: 'markets', exchange, list: { markets, currencies: [] } }, NOON);
}

function show({ market }: Rig, exchange: string, prices: readonly Price[], at = NOON) {
  const readings = prices.map(([symbol, last]) => ({ symbol, last, baseVolume: '1' }));
  return market.take({ kind: 'tickers', exchange, readings }, at);
}

function cycle({ market }: Rig, exchange: string, result: CycleOutcome, at = NOON): void {
  market.take({ kind: 'cycle', exchange, result, tookMs: 1, failing: 0 }, at);
}

const failed = (failure: FailureKind): CycleOutcome => ({ outcome: 'failed', failure, message: '' });

/** All exchanges list bitcoin in dollars at the same price. */
function agreeing(rig = open()): Rig {
  for (const key of KEYS) {
    list(rig, key, ['BTC/USD']);
    show(rig, key, [['BTC/USD', '100']]);
  }
  rig.market.settle(NOON);
  return rig;
}

const exchangeIn = (rig: Rig, key: string) =>
  rig.market.content().exchanges.find(({ id }) => id === profileOf(key, wellKnown).id);

describe('listings of live exchanges', () => {
  test('have the known ids, and their own symbols', () => {
    const rig = agreeing();
    const { assets, markets } = rig.market.content();
    expect(assets.map(({ id }) => id).toSorted()).toEqual([BTC, USD].toSorted());
    expect(markets).toEqual([{ id: BTC_USD, baseAssetId: BTC, quoteAssetId: USD }]);
    expect(exchangeIn(rig, 'kraken')).toMatchObject({
      name: 'Kraken',
      tier: 'A',
      status: 'ACTIVE',
      listings: [{ marketId: BTC_USD, status: 'ACTIVE', qualified: true }],
      ownSymbols: [{ assetId: BTC, symbol: 'XBT' }],
    });
  });

  test('are announced only if a list has changed', () => {
    const rig = agreeing();
    rig.market.changedContent();
    list(rig, 'kraken', ['BTC/USD']);
    expect(rig.market.changedContent()).toBeUndefined();
    list(rig, 'kraken', ['BTC/USD', 'ETH/USD']);
    expect(rig.market.changedContent()?.exchanges.map(({ listings }) => listings.length)).toContain(2);
    list(rig, 'kraken', ['BTC/USD']);
    expect(rig.market.changedContent()).toBeDefined();
    list(rig, 'kraken', ['BTC/USD']);
    expect(rig.market.changedContent()).toBeUndefined();
  });

  test('are the same after a restart, without a request', () => {
    const rig = agreeing();
    const again = open(rig.facts);
    expect(again.market.content()).toEqual({
      ...rig.market.content(),
      exchanges: rig.market.content().exchanges.map((exchange) => ({ ...exchange, ownSymbols: [] })),
    });
    expect(again.facts).toEqual(rig.facts);
  });

  test('prices that are no longer read do not count against one that moves', () => {
    const rig = agreeing();
    const settled = (upTo: number, shown: string) => {
      for (let slot = upTo - 29; slot <= upTo; slot++) {
        show(rig, 'okx', [['BTC/USD', shown]], NOON + slot * SLOT_MS - 3000);
        rig.market.settle(NOON + slot * SLOT_MS);
      }
      return exchangeIn(rig, 'okx')?.listings[0]?.qualified;
    };
    expect(settled(30, '60')).toBe(true);
    // Listings that are read again, and have also moved, take part at once.
    for (const key of KEYS) show(rig, key, [['BTC/USD', '60']], NOON + 31 * SLOT_MS - 3000);
    rig.market.settle(NOON + 31 * SLOT_MS);
    expect(KEYS.map((key) => exchangeIn(rig, key)?.listings[0]?.qualified)).toEqual(KEYS.map(() => true));
  });

  test('an exchange added later is new for its first 30 days, initial ones are not', () => {
    const rig = agreeing();
    expect(rig.market.content().exchanges.every(({ listedAt }) => listedAt === undefined)).toBe(true);
    const later = open(rig.facts, [...KEYS, 'gate'], NOON + 1000);
    expect(exchangeIn(later, 'gate')?.listedAt).toBe(NOON + 1000);
    expect(exchangeIn(open(later.facts, [...KEYS, 'gate'], NOON + 2000), 'gate')?.listedAt).toBe(NOON + 1000);
  });

  test('a delisted market keeps its id, and is INACTIVE', () => {
    const rig = agreeing();
    list(rig, 'kraken', ['ETH/USD']);
    expect(exchangeIn(rig, 'kraken')?.listings).toContainEqual({
      marketId: BTC_USD,
      status: 'INACTIVE',
      qualified: true,
    });
  });

  test('nothing is announced without a change', () => {
    const rig = agreeing();
    expect(rig.market.changedContent()).toBeDefined();
    show(rig, 'kraken', [['BTC/USD', '101']]);
    rig.market.settle(NOON + SLOT_MS);
    expect(rig.market.changedContent()).toBeUndefined();
  });

  test('an unchanged list does not change them, and a changed one does', () => {
    const rig = open();
    list(rig, 'kraken', ['BTC/USD', 'ETH/USD']);
    expect(rig.market.changedContent()).toBeDefined();
    list(rig, 'kraken', ['BTC/USD', 'ETH/USD']);
    expect(rig.market.changedContent()).toBeUndefined();
    list(rig, 'kraken', ['BTC/USD']);
    expect(rig.market.changedContent()?.exchanges[0]?.listings).toHaveLength(2);
    list(rig, 'kraken', ['BTC/USD', 'LTC/USD']);
    expect(rig.market.changedContent()?.exchanges[0]?.listings).toHaveLength(3);
  });

  test('an exchange of which nothing has changed is the same object in the next version', () => {
    const rig = agreeing();
    const before = rig.market.content().exchanges;
    list(rig, 'kraken', ['BTC/USD', 'ETH/USD']);
    const after = rig.market.content().exchanges;
    expect(after.map((exchange, i) => exchange === before[i])).toEqual([false, true, true, true]);
  });

  test('a listing that takes no part shows what it waits for', () => {
    const rig = agreeing(open());
    const why = (key: string) =>
      Object.fromEntries(
        rig.market.findings().flatMap((each) => (each.exchange === key ? [[each.market, each.why]] : [])),
      );
    list(rig, 'kraken', ['BTC/USD', 'ONE/TWO', 'NEW/ODD', 'FAR/ODD', 'MUTE/USD']);
    list(rig, 'okx', ['BTC/USD', 'NEW/ODD', 'FAR/ODD']);
    show(rig, 'kraken', [
      ['ONE/TWO', '1'],
      ['NEW/ODD', '5'],
      ['FAR/ODD', '5'],
    ]);
    show(rig, 'okx', [
      ['NEW/ODD', '5.1'],
      ['FAR/ODD', '50'],
    ]);
    const before = why('kraken');
    expect(before['ONE/TWO']).toMatch(/^there is nothing to compare it with: it takes part after a day/);
    expect(before['NEW/ODD']).toMatch(/^only okx agrees with it, two are needed: /);
    expect(before['FAR/ODD']).toMatch(/^okx has another price, and it is not known which one is right: /);
    expect(before['MUTE/USD']).toBe('no price has been seen yet');
    rig.market.settle(NOON);
    expect(why('kraken')['ONE/TWO']).toContain(
      'without a contradiction, at 2026-11-17T12:00:00.000Z, or once --asset-overrides',
    );
  });

  test('another asset with the same symbol never takes part', () => {
    const rig = agreeing();
    list(rig, 'okx', ['BTC/USD', 'ABC/USD']);
    for (const key of ['kraken', 'bitstamp', 'bitfinex']) {
      list(rig, key, ['BTC/USD', 'ABC/USD']);
      show(rig, key, [['ABC/USD', '5']]);
    }
    show(rig, 'okx', [['ABC/USD', '0.0001']]);
    for (let i = 0; i < 5000; i++) rig.market.settle(NOON + i * SLOT_MS);
    const abc = rig.market.content().assets.find(({ symbol }) => symbol === 'ABC');
    const market = rig.market.content().markets.find(({ baseAssetId }) => baseAssetId === abc?.id);
    const qualified = KEYS.map(
      (key) => exchangeIn(rig, key)?.listings.find(({ marketId }) => marketId === market?.id)?.qualified,
    );
    expect(qualified).toEqual([true, true, true, false]);
    expect(rig.market.findings()).toEqual([
      { exchange: 'okx', market: 'ABC/USD', why: 'its price contradicts that of other exchanges' },
    ]);
  });
});

describe('the operator defines the meaning of a code', () => {
  const overrides = new Overrides([
    { exchange: 'okx', code: 'BTC', slugName: 'another-coin', name: 'Another Coin' },
    { code: 'XYZ', slugName: 'bitcoin' },
  ]);
  const assetsOf = (rig: Rig, key: string) => {
    const markets = new Map(rig.market.content().markets.map((market) => [market.id, market]));
    const listed = exchangeIn(rig, key)?.listings.filter(({ status }) => status === 'ACTIVE') ?? [];
    return listed.map(({ marketId }) => markets.get(marketId)?.baseAssetId);
  };

  test('on one exchange or on all, also for codes resolved differently before', () => {
    const rig = open(agreeing().facts, KEYS, NOON, overrides);
    for (const key of KEYS) list(rig, key, ['BTC/USD']);
    expect(assetsOf(rig, 'kraken')).toEqual([BTC]);
    expect(assetsOf(rig, 'okx')).toEqual([assetIdOf('another-coin')]);
    list(rig, 'kraken', ['XYZ/USD']);
    expect(assetsOf(rig, 'kraken')).toEqual([BTC]);
    expect(assetsOf(open(rig.facts, KEYS, NOON, overrides), 'okx')).toEqual([assetIdOf('another-coin')]);
  });

  test.each([
    ['no JSON', /is not valid JSON/],
    ['{}', /format must be 1/],
    ['{"format":1}', /assets must be a list/],
    [
      '{"format":1,"assets":[{"code":"A","slugName":"No Slug","x":1},{"code":"","slugName":"a"}]}',
      /assets\[0\]\.x is unknown; assets\[0\]\.slugName must be a slug.*assets\[1\]\.code/,
    ],
    [
      '{"format":1,"assets":[{"code":"A","slugName":"a"},{"code":"A","slugName":"b"}]}',
      /defines the code A again/,
    ],
    ['{"format":1,"assets":[{"code":"__proto__","slugName":"a"}]}', /assets\[0\]\.code must be the code/],
    [
      JSON.stringify({ format: 1, assets: [{ code: 'A'.repeat(65), slugName: 'a' }] }),
      /\.code must be the code/,
    ],
    [JSON.stringify({ format: 1, assets: [{ code: 'A', slugName: 'a'.repeat(201) }] }), /must be a slug/],
    [
      JSON.stringify({ format: 1, assets: [{ code: 'A', slugName: 'a', name: '\u001b[31m' }] }),
      /\.name must be/,
    ],
    [JSON.stringify({ format: 1, assets: Array.from({ length: 500 }, () => null) }), /and 480 more$/],
    [' '.repeat(5 << 20), /is larger than 4194304 bytes/],
    ['{"format":1,"assets":{"__proto__":[]}}', /assets must be a list/],
  ])('a file with %j is refused clearly', (text, expected) => {
    const folder = mkdtempSync(join(tmpdir(), 'overrides-'));
    writeFileSync(join(folder, 'file'), text);
    expect(() => readOverrides(join(folder, 'file'))).toThrow(expected);
    rmSync(folder, { recursive: true });
  });
});

describe('lastMoved is when we saw it', () => {
  test('last, bid or ask change', () => {
    const rig = agreeing();
    const movedAt = (at: number, last: string) =>
      show(rig, 'kraken', [['BTC/USD', last]], at)?.ticks[0]?.lastMoved;
    expect(movedAt(NOON + 1, '100')).toBe(NOON);
    expect(movedAt(NOON + 2, '100.0')).toBe(NOON);
    expect(movedAt(NOON + 3, '101')).toBe(NOON + 3);
  });

  test('also before a restart', () => {
    const rig = open(agreeing().facts);
    const exchangeId = profileOf('kraken', wellKnown).id;
    const recorded = { exchangeId, marketId: BTC_USD, last: 100, bid: 0, ask: 0, lastMoved: NOON - 5000 };
    rig.market.resume([recorded]);
    expect(show(rig, 'kraken', [['BTC/USD', '100']], NOON + 9)?.ticks[0]?.lastMoved).toBe(NOON - 5000);
    expect(show(rig, 'bitstamp', [['BTC/USD', '100']], NOON + 9)?.ticks[0]?.lastMoved).toBe(NOON + 9);
  });

  test('also if it was read again before the earlier state was known', () => {
    const rig = open(agreeing().facts);
    const recorded = (key: string) => {
      const exchangeId = profileOf(key, wellKnown).id;
      return { exchangeId, marketId: BTC_USD, last: 100, bid: 0, ask: 0, lastMoved: NOON - 5000 };
    };
    const same = show(rig, 'kraken', [['BTC/USD', '100.0']], NOON + 5);
    const other = show(rig, 'bitstamp', [['BTC/USD', '101']], NOON + 5);
    rig.market.resume([recorded('kraken'), recorded('bitstamp')]);
    expect(same && rig.market.withMoved(same).ticks[0]?.lastMoved).toBe(NOON - 5000);
    expect(other && rig.market.withMoved(other).ticks[0]?.lastMoved).toBe(NOON + 5);
    expect(show(rig, 'kraken', [['BTC/USD', '100']], NOON + 9)?.ticks[0]?.lastMoved).toBe(NOON - 5000);
    expect(show(rig, 'bitstamp', [['BTC/USD', '101']], NOON + 9)?.ticks[0]?.lastMoved).toBe(NOON + 5);
  });
});

describe('an exchange that changes to volumes in quote units', () => {
  const PRICES = { 'BTC/USD': 60_000, 'ETH/USD': 4000, 'SOL/USD': 150, 'XRP/USD': 2, 'DOGE/USD': 0.2 };

  /** Its tickers, by a factor of each volume; nothing else is there to compare them with. */
  function answer({ market }: Rig, slot: number, factor: (price: number) => number) {
    const readings = Object.entries(PRICES).map(([symbol, price]) => ({
      symbol,
      last: String(price),
      baseVolume: String((1e6 / price) * factor(price)),
    }));
    const at = NOON + slot * SLOT_MS;
    const batch = market.take({ kind: 'tickers', exchange: 'kraken', readings }, at - 3000);
    market.settle(at);
    return { ticks: batch?.ticks.length, refusals: [...market.refusals().values()] };
  }

  test('is not used from the first such response on, until they are as before', () => {
    const rig = open();
    list(rig, 'kraken', Object.keys(PRICES));
    const sound = { ticks: 5, refusals: [] };
    const refused = [{ reason: 'quote-volume', markets: 5 }];
    expect(answer(rig, 1, () => 1)).toEqual(sound);
    // A price near 1 and a volume that grows show nothing.
    expect(answer(rig, 2, () => 3)).toEqual(sound);
    for (let slot = 3; slot < 20; slot++)
      expect(answer(rig, slot, (price) => 3 * price)).toEqual({ ticks: 0, refusals: refused });
    expect(answer(rig, 20, () => 2)).toEqual({ ticks: 5, refusals: refused });
    expect(answer(rig, 21, () => 2)).toEqual({ ticks: 5, refusals: refused });
    expect(answer(rig, 22, () => 2)).toEqual(sound);
    expect(answer(rig, 23, () => 2)).toEqual(sound);
  });

  test('is known by no fewer than three markets, and not by volumes that all change alike', () => {
    const rig = open();
    list(rig, 'kraken', Object.keys(PRICES));
    expect(answer(rig, 1, () => 1).ticks).toBe(5);
    expect(answer(rig, 2, () => 1 / 2880).ticks).toBe(5);
    expect(answer(rig, 3, (price) => (price > 1000 ? price : 1)).ticks).toBe(5);
  });
});

describe('statuses', () => {
  const failFor15Minutes = (rig: Rig, key: string, kind: FailureKind) => {
    for (let minute = 0; minute <= 15; minute++) {
      expect(exchangeIn(rig, key)?.status).toBe('ACTIVE');
      cycle(rig, key, failed(kind), NOON + minute * MINUTE_MS);
      rig.market.settle(NOON + minute * MINUTE_MS);
    }
  };

  test('follow the readings, and are known after a restart', () => {
    const rig = agreeing();
    failFor15Minutes(rig, 'kraken', 'maintenance');
    expect(exchangeIn(rig, 'kraken')?.status).toBe('MAINTENANCE');
    expect(exchangeIn(open(rig.facts), 'kraken')?.status).toBe('MAINTENANCE');
  });

  test('do not change while most exchanges are unreachable: then it is our network', () => {
    const rig = agreeing();
    for (const key of KEYS.slice(0, 3)) cycle(rig, key, failed('dns'));
    expect(rig.market.reachability.isCutOff).toBe(true);
    for (let i = 0; i < 60; i++) rig.market.settle(NOON + i * MINUTE_MS);
    expect(rig.market.content().exchanges.map(({ status }) => status)).toEqual(KEYS.map(() => 'ACTIVE'));
    for (const key of KEYS) cycle(rig, key, { outcome: 'read', tickers: 1 }, NOON + 61 * MINUTE_MS);
    expect(rig.market.reachability.isCutOff).toBe(false);
  });

  test('of one that fails alone is MAINTENANCE after 15 minutes', () => {
    const rig = agreeing();
    failFor15Minutes(rig, 'kraken', 'dns');
    expect(exchangeIn(rig, 'kraken')?.status).toBe('MAINTENANCE');
  });

  test.each<FailureKind>(['server-error', 'redirect', 'not-json'])(
    'do not change if most exchanges answer with %s: a gateway or a portal in between',
    (kind) => {
      const rig = agreeing();
      for (const key of KEYS.slice(0, 3)) cycle(rig, key, failed(kind));
      expect(rig.market.reachability.isCutOff).toBe(true);
    },
  );

  test.each<FailureKind>(['maintenance', 'exchange-error', 'implausible'])(
    'are not excused if most exchanges themselves send %s',
    (kind) => {
      const rig = agreeing();
      for (const key of KEYS) cycle(rig, key, failed(kind));
      expect(rig.market.reachability).toMatchObject({ isCutOff: false, isNotServed: false });
    },
  );

  test('a refusal of our country by most exchanges is different', () => {
    const rig = agreeing();
    for (const key of KEYS.slice(0, 3)) cycle(rig, key, failed('not-from-here'));
    expect(rig.market.reachability).toMatchObject({ isCutOff: false, isNotServed: true });
  });
});

describe('the log', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'live-log-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('contains the findings, in order', async () => {
    const { facts } = agreeing();
    const { log } = await LiveLog.open(folder, (path) => expect.fail(path));
    for (const fact of facts) log.add(fact);
    await Promise.all([log.flush(), log.flush()]);
    expect(readFacts(folder)).toEqual(facts);
    await log.close();
    const again = await LiveLog.open(folder, (path) => expect.fail(path));
    expect(again.facts).toEqual(facts);
    await again.log.close();
  });
});
