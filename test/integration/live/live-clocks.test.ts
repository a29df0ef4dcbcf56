import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../src/core/time.ts';
import { LiveStage } from '../../support/live-stage.ts';
import { cachedFor, clockSkew, delayed, type RigFault } from '../../support/rig/faults.ts';

// What exchanges say about the time of their answers, from their HTTP answers to index values.

const KEYS = ['bitstamp', 'okx', 'binance', 'htx', 'bitget', 'kraken'];
/** ccxt gives timestamps of its tickers. */
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
}, 120_000);
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

async function recovered(): Promise<void> {
  stage.fault(SICK, undefined);
  for (let slots = 0; slots < 50; slots += 2) {
    await stage.pass(2);
    if (outcomesOf(SICK).stale === 0) break;
  }
  expect(outcomesOf(SICK)).toMatchObject({ stale: 0 });
  expect(stage.health(SICK).clock?.oldMs).toBe(0);
}

test('a feed that is five minutes behind and says so does not count, and the others do', async () => {
  const before = outcomesOf(SICK);
  expect(before.accepted).toBeGreaterThan(10);
  expect(before.stale).toBe(0);
  const found = await during(behind(5 * MINUTE_MS), 3);
  expect(found.accepted).toBe(0);
  expect(found.stale).toBeGreaterThanOrEqual(before.accepted);
  expect(found.oldMs).toBeGreaterThanOrEqual(5 * MINUTE_MS);
  expect(outcomesOf('binance').accepted).toBeGreaterThan(10);
  expect(stage.troubles).toContain('the answers of an exchange are old: its tickers are refused');
  // The age is the one of the answer, so it does not answer in the sense of readiness either.
  expect(stage.clock.now() - stage.health(SICK).lastDelivery!).toBeGreaterThan(4 * MINUTE_MS);
  await recovered();
}, 120_000);

test.each([
  ['20 seconds behind', -20],
  ['three minutes behind', -180],
  ['20 seconds ahead', 20],
  ['three minutes ahead', 180],
])(
  'a clock that is %s all the time counts as current once it is learned',
  async (_, seconds) => {
    const before = outcomesOf(SICK);
    const found = await during(clockSkew(seconds * 1000), 45);
    expect(found).toMatchObject({ accepted: before.accepted, stale: 0, oldMs: 0 });
    if (seconds === 180 || seconds === -180) expect(found.offsetMs! / 1000).toBeCloseTo(-seconds, -2);
    await recovered();
  },
  120_000,
);

test('an answer out of a cache is as old as the cache says', async () => {
  const found = await during(cachedFor(240), 3);
  expect(found.accepted).toBe(0);
  expect(found.oldMs).toBeGreaterThanOrEqual(240_000);
  await recovered();
}, 120_000);

describe('answers that repeat themselves', () => {
  /** Of these, ccxt gives no timestamps. */
  const WITHOUT_TIMESTAMPS = 'kraken';
  /** What the exchange shows at each instant; by its timestamps it may be older or newer. */
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
  ])(
    '%s does not count until its prices move',
    async (_, key, isLying) => {
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
    },
    120_000,
  );

  test('a cache that is renewed every five minutes counts while its answers are current, also after an hour', async () => {
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
  }, 120_000);
});
