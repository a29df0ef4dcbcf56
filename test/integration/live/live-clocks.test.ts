import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../src/core/time.ts';
import { LiveStage } from '../../support/live-stage.ts';
import type { RigInstrument } from '../../support/rig/rig-layout.ts';
import { cachedFor, clockSkew, delayed, type RigFault } from '../../support/rig/faults.ts';

// Timestamps of exchanges, from their HTTP responses to index values.

const KEYS = ['bitstamp', 'okx', 'binance', 'htx', 'bitget', 'kraken'];
/** ccxt returns timestamps of its tickers. */
const SICK = 'okx';
const MARKETS = 40;

let stage: LiveStage;
beforeAll(async () => {
  stage = await LiveStage.open({
    exchanges: KEYS,
    markets: MARKETS,
    start: Date.UTC(2026, 10, 18, 12, 0, 7),
    random: () => 0.2,
  });
  await stage.pass(4);
});
afterAll(() => stage.close());

/** How the tickers of an exchange are screened in the last tick. */
function outcomesOf(key: string): { accepted: number; stale: number } {
  const { reference } = stage.tick.version;
  const { outcomes } = stage.tick.output;
  const { id } = stage.exchange(key);
  const own = [...outcomes].filter((_, i) => reference.exchanges[reference.listingExchange[i]!]!.id === id);
  return {
    accepted: own.filter((outcome) => outcome === 0).length,
    stale: own.filter((outcome) => outcome === 5).length,
  };
}

async function during(fault: RigFault, slots: number) {
  stage.fault(SICK, fault);
  await stage.pass(slots);
  const found = { ...outcomesOf(SICK), ...stage.health(SICK).clock };
  return found;
}

const behind = (ms: number) => delayed(() => stage.world.instrumentsOf(SICK, stage.pricedAt - ms, MARKETS));

async function recovered(key = SICK): Promise<void> {
  stage.fault(key, undefined);
  for (let slots = 0; slots < 50; slots += 2) {
    await stage.pass(2);
    if (outcomesOf(key).stale === 0) break;
  }
  expect(outcomesOf(key)).toMatchObject({ stale: 0 });
  expect(stage.health(key).clock?.oldMs).toBe(0);
}

test('a feed that lags five minutes by its timestamps does not count, and the others do', async () => {
  const before = outcomesOf(SICK);
  expect(before.accepted).toBeGreaterThan(10);
  expect(before.stale).toBe(0);
  const found = await during(behind(5 * MINUTE_MS), 3);
  expect(found.accepted).toBe(0);
  expect(found.stale).toBeGreaterThanOrEqual(before.accepted);
  expect(found.oldMs).toBeGreaterThanOrEqual(5 * MINUTE_MS);
  expect(outcomesOf('binance').accepted).toBeGreaterThan(10);
  expect(stage.troubles).toContain('the answers of an exchange are old: its tickers are refused');
  // The age is that of the response, so it also counts as not answering for readiness.
  expect(stage.clock.now() - stage.health(SICK).lastDelivery!).toBeGreaterThan(4 * MINUTE_MS);
  await recovered();
});

test('half of a list that lags five minutes does not count, and the other half does', async () => {
  const before = outcomesOf(SICK);
  const found = await during(
    {
      name: 'half of a list is late',
      instruments: (current) => {
        const late = stage.world.instrumentsOf(SICK, stage.pricedAt - 5 * MINUTE_MS, MARKETS);
        const lateOf = ({ base, quote }: RigInstrument) =>
          late.find((each) => each.base === base && each.quote === quote);
        return current.map((each, i) => (i % 2 === 0 ? (lateOf(each) ?? each) : each));
      },
    },
    6,
  );
  // Of the lagging ones, those that have traded since are refused.
  expect(found.stale).toBeGreaterThan(before.accepted * 0.3);
  expect(found.accepted).toBeGreaterThan(before.accepted * 0.3);
  expect(found.lateTickers).toBeGreaterThanOrEqual(found.stale);
  expect(stage.troubles).toContain('some tickers of an exchange are late: they are refused');
  await recovered();
});

test.each([
  ['behind', { okx: -20, bitget: -180 }],
  ['ahead', { okx: 180, bitget: 20 }],
])(
  'clocks that are always 20 seconds and three minutes %s count as current once their offsets are known',
  async (_, skews) => {
    const skewed = Object.entries(skews).map(([key, seconds]) => {
      stage.fault(key, clockSkew(seconds * 1000));
      return { key, seconds, accepted: outcomesOf(key).accepted };
    });
    await stage.pass(45);
    for (const { key, seconds, accepted } of skewed) {
      const { clock } = stage.health(key);
      expect({ key, ...outcomesOf(key), ...clock }).toMatchObject({ key, accepted, stale: 0, oldMs: 0 });
      if (Math.abs(seconds) === 180) expect(clock!.offsetMs! / 1000).toBeCloseTo(-seconds, -2);
    }
    for (const { key } of skewed) await recovered(key);
  },
);

test('a response from a cache is as old as the cache says', async () => {
  const found = await during(cachedFor(240), 3);
  expect(found.accepted).toBe(0);
  expect(found.oldMs).toBeGreaterThanOrEqual(240_000);
  await recovered();
});

describe('repeated responses', () => {
  /** For these, ccxt returns no timestamps. */
  const WITHOUT_TIMESTAMPS = 'kraken';
  /** The exchange's data at each instant; its timestamps may be older or newer. */
  const showing = (key: string, from: () => number, isLying: boolean): RigFault => ({
    name: 'repeated answers',
    instruments: (current) =>
      stage.world
        .instrumentsOf(key, from(), MARKETS)
        .map((each, i) => (isLying ? { ...each, timestamp: current[i]!.timestamp } : each)),
  });

  test.each([
    ['a frozen exchange without timestamps', WITHOUT_TIMESTAMPS, false],
    ['a frozen exchange with current timestamps', SICK, true],
  ])('%s do not count until the prices move', async (_, key, isLying) => {
    const before = outcomesOf(key);
    expect(before.accepted).toBeGreaterThan(10);
    const frozenAt = stage.pricedAt;
    stage.fault(
      key,
      showing(key, () => frozenAt, isLying),
    );
    await stage.pass(5);
    expect(outcomesOf(key).accepted).toBe(0);
    await stage.pass(45);
    expect(outcomesOf(key).accepted).toBe(0);
    expect(stage.health(key).clock?.oldMs).toBeGreaterThan(20 * MINUTE_MS);
    stage.fault(key, undefined);
    await stage.pass(2);
    expect(outcomesOf(key)).toEqual(before);
  });

  test('a cache that is refreshed every five minutes counts while its responses are current, also after an hour', async () => {
    const begin = stage.pricedAt;
    const renewed = () => begin + Math.floor((stage.pricedAt - begin) / (5 * MINUTE_MS)) * 5 * MINUTE_MS;
    stage.fault(SICK, showing(SICK, renewed, false));
    await stage.pass(120);
    const ages: number[] = [];
    for (let slot = 0; slot < 10; slot++) {
      await stage.pass(1);
      if (outcomesOf(SICK).accepted > 0) ages.push(stage.pricedAt - renewed());
    }
    expect(Math.max(...ages)).toBeLessThanOrEqual(90_000);
    await recovered();
  });
});
