import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../../src/core/time.ts';
import type { FailureKind } from '../../../src/sources/live/ports/poll-failure.ts';
import { LiveStage, type StagedCycle } from '../../support/live-stage.ts';
import * as faults from '../../support/rig/faults.ts';
import type { RigFault } from '../../support/rig/faults.ts';
import type { Unreachable } from '../../support/rig/rig-reach.ts';

// Whole cycles, from sockets to index values: the effects of each fault of an exchange, and what it must not affect.

const KEYS = [
  'kraken',
  'bitstamp',
  'bitfinex',
  'okx',
  'binance',
  'coinbase',
  'gate',
  'bybit',
  'bitget',
  'htx',
] as const;
const SICK = 'kraken';
const RANDOM = 0.2;
/** The methodology's commitment for the most traded assets. */
const MAX_ERROR_BPS = 30;
/** Duration of a fault: MAINTENANCE takes 15 minutes, and its announcement two slots more. */
const SLOTS = 33;

let stage: LiveStage;
/** Assets on so many exchanges that losing some has no effect. */
let wide: readonly string[];

beforeAll(async () => {
  stage = await LiveStage.open({
    exchanges: KEYS,
    markets: 50,
    start: Date.UTC(2026, 10, 18, 12, 0, 7),
    random: () => RANDOM,
  });
  await stage.pass(4);
  wide = tradedOn(5);
});

afterAll(() => stage.close());

function tradedOn(exchanges: number): readonly string[] {
  const { data } = stage.tick.version;
  const marketOf = new Map(data.markets.map((market) => [market.id, market]));
  const on = new Map<string, Set<string>>();
  for (const { id, listings } of data.exchanges)
    for (const { marketId, qualified } of listings) {
      const { baseAssetId = '', quoteAssetId = '' } = marketOf.get(marketId) ?? {};
      for (const asset of qualified ? [baseAssetId, quoteAssetId] : [])
        on.set(asset, (on.get(asset) ?? new Set()).add(id));
    }
  return data.assets.filter(({ id }) => (on.get(id)?.size ?? 0) >= exchanges).map(({ symbol }) => symbol);
}

/** Observations of some slots: outcomes of cycles, and the largest error of the indices. */
async function watch(slots: number): Promise<{ cycles: readonly StagedCycle[]; errorBps: number }> {
  stage.cycles.length = 0;
  let errorBps = 0;
  for (let i = 0; i < slots; i++) {
    await stage.pass(1);
    errorBps = Math.max(errorBps, ...wide.map((code) => stage.errorBps(code)));
  }
  return { cycles: [...stage.cycles], errorBps };
}

const of = (cycles: readonly StagedCycle[], key: string) => cycles.filter(({ exchange }) => exchange === key);
const failuresIn = (cycles: readonly StagedCycle[]) =>
  cycles.flatMap(({ result }) => (result.outcome === 'failed' ? [result.failure] : []));

function expectOnTime(cycles: readonly StagedCycle[], sick: readonly string[], slots: number): void {
  for (const key of KEYS.filter((each) => !sick.includes(each)))
    expect([key, of(cycles, key).map(({ result }) => result.outcome)]).toEqual([
      key,
      Array.from({ length: slots }, () => 'read'),
    ]);
}

/** A rest takes at least the requested time, otherwise a part of a time that doubles up to 15 minutes. */
function expectRests(cycles: readonly StagedCycle[], askedMs: number): void {
  for (const { at, failing, restsUntil = at, result } of cycles) {
    if (result.outcome !== 'failed') continue;
    const most = RANDOM * Math.min(15 * MINUTE_MS, 30 * SECOND_MS * 2 ** (failing - 1));
    expect(Math.abs(restsUntil - at - Math.max(most, askedMs))).toBeLessThan(2 * SECOND_MS);
  }
}

async function recovered(): Promise<void> {
  for (const key of KEYS) stage.fault(key, undefined);
  for (let i = 0; i < 40; i++) {
    await stage.pass(1);
    const isWell = KEYS.every((key) => stage.exchange(key).status === 'ACTIVE');
    const isRead =
      stage.source.outage() === undefined && KEYS.every((key) => stage.health(key).failing === 0);
    // The data in force now counts for the tick after the next.
    if (isWell && isRead) return stage.pass(2);
  }
  expect.fail('an exchange does not recover');
}

interface Row {
  readonly fault: RigFault | Unreachable;
  readonly kind: FailureKind;
  readonly status: 'ACTIVE' | 'MAINTENANCE';
  readonly askedMs?: number;
}

const ROWS: readonly Row[] = [
  { fault: faults.BAD_GATEWAY, kind: 'server-error', status: 'MAINTENANCE' },
  { fault: faults.UNAVAILABLE, kind: 'server-error', status: 'MAINTENANCE' },
  { fault: faults.tooManyRequests(), kind: 'rate-limited', status: 'MAINTENANCE' },
  { fault: faults.tooManyRequests(90), kind: 'rate-limited', status: 'MAINTENANCE', askedMs: 90_000 },
  {
    fault: faults.tooManyRequestsFor(120_000),
    kind: 'rate-limited',
    status: 'MAINTENANCE',
    askedMs: 120_000,
  },
  { fault: faults.BANNED, kind: 'rate-limited', status: 'MAINTENANCE', askedMs: 120_000 },
  { fault: faults.FORBIDDEN, kind: 'not-from-here', status: 'ACTIVE' },
  { fault: faults.LEGAL_REASONS, kind: 'not-from-here', status: 'ACTIVE' },
  { fault: faults.redirect('https://example.com/'), kind: 'redirect', status: 'MAINTENANCE' },
  { fault: faults.EMPTY_BODY, kind: 'empty', status: 'MAINTENANCE' },
  { fault: faults.TRUNCATED_JSON, kind: 'not-json', status: 'MAINTENANCE' },
  { fault: faults.HTML_AS_ANSWER, kind: 'not-json', status: 'MAINTENANCE' },
  { fault: faults.CONNECTION_RESET, kind: 'reset', status: 'MAINTENANCE' },
  { fault: faults.NO_HEADERS, kind: 'timeout', status: 'MAINTENANCE' },
  { fault: faults.STALLED_BODY, kind: 'timeout', status: 'MAINTENANCE' },
  { fault: faults.slowDrip(1, 5), kind: 'timeout', status: 'MAINTENANCE' },
  { fault: faults.REFUSAL, kind: 'server-error', status: 'MAINTENANCE' },
  { fault: faults.hugeBody(), kind: 'too-large', status: 'MAINTENANCE' },
  { fault: 'dns', kind: 'dns', status: 'MAINTENANCE' },
  { fault: 'tls', kind: 'tls', status: 'MAINTENANCE' },
];

describe('an exchange that cannot be read', () => {
  test.each(ROWS.map((row) => [typeof row.fault === 'string' ? row.fault : row.fault.name, row] as const))(
    '%s',
    async (_, { fault, kind, status, askedMs = 0 }) => {
      const refusedBefore = stage.tick.output.refusals.EXCHANGE_STATUS;
      stage.fault(SICK, fault);
      const { cycles, errorBps } = await watch(SLOTS);
      const own = of(cycles, SICK);
      expect(new Set(failuresIn(own))).toEqual(new Set([kind]));
      expect(new Set(own.map(({ result }) => result.outcome))).toEqual(new Set(['failed', 'resting']));
      expectRests(own, askedMs);
      expectOnTime(cycles, [SICK], SLOTS);
      expect(errorBps).toBeLessThan(MAX_ERROR_BPS);
      expect(stage.exchange(SICK).status).toBe(status);
      // Its last tickers do not count from then on, with the reason in their refusal.
      const refused = stage.tick.output.refusals.EXCHANGE_STATUS - refusedBefore;
      expect(refused > 0).toBe(status === 'MAINTENANCE');
      expect(stage.health(SICK).readings?.isOpen).toBe(stage.health(SICK).failing >= 3);
      expect(stage.source.outage()).toBeUndefined();
      await recovered();
      expect(stage.tick.output.refusals.EXCHANGE_STATUS).toBe(refusedBefore);
    },
  );
});

interface LieRow {
  readonly fault: RigFault;
  /** Whether the screening refuses its tickers, until its listings take no part. */
  readonly isOutlier: boolean;
  /** Whether its listings finally take no part. */
  readonly isOut: boolean;
  /** Reason for refusing all of it. */
  readonly reason?: 'quote-volume' | 'inverted-price';
}

const LIES: readonly LieRow[] = [
  { fault: faults.PRICES_TIMES_100, isOutlier: true, isOut: true },
  { fault: faults.INVERTED_PRICES, isOutlier: false, isOut: true, reason: 'inverted-price' },
  { fault: faults.QUOTE_VOLUMES, isOutlier: false, isOut: true, reason: 'quote-volume' },
  { fault: faults.otherMeaning('XRP', '0.07'), isOutlier: true, isOut: true },
  { fault: faults.clockSkew(60 * MINUTE_MS), isOutlier: false, isOut: false },
  { fault: faults.clockSkew(-60 * MINUTE_MS), isOutlier: false, isOut: false },
];

describe('a lying exchange', () => {
  test.each(LIES.map((row) => [row.fault.name, row] as const))(
    '%s',
    async (_, { fault, isOutlier, isOut, reason }) => {
      const findingsOf = (isSick: boolean) =>
        stage.source.findings().filter(({ exchange }) => (exchange === SICK) === isSick);
      const before = { own: findingsOf(true).length, others: findingsOf(false) };
      const unqualified = stage.tick.output.refusals.UNQUALIFIED;
      stage.fault(SICK, fault);
      const first = await watch(5);
      expect(stage.tick.output.refusals.OUTLIER > 0).toBe(isOutlier);
      const second = await watch(9);
      for (const { cycles, errorBps } of [first, second]) {
        expectOnTime(cycles, [], cycles.length / KEYS.length);
        expect(errorBps).toBeLessThan(MAX_ERROR_BPS);
      }
      expect(stage.health(SICK).refused?.reason).toBe(reason);
      expect(findingsOf(true).length > before.own).toBe(isOut && reason === undefined);
      expect(stage.tick.output.refusals.UNQUALIFIED > unqualified).toBe(isOut);
      expect(stage.tick.output.refusals.OUTLIER).toBe(0);
      // Its data counts against it, not against exchanges that disagree with it.
      expect(findingsOf(false)).toEqual(before.others);
      stage.fault(SICK, undefined);
      const { errorBps } = await watch(7);
      expect(errorBps).toBeLessThan(MAX_ERROR_BPS);
      expect(stage.health(SICK).refused).toBeUndefined();
      expect(findingsOf(true)).toHaveLength(before.own);
      expect(stage.tick.output.refusals.UNQUALIFIED).toBe(unqualified);
    },
  );

  test('swapped names: its tickers belong to no market, then its list is read again and all of it is refused', async () => {
    const unqualified = stage.tick.output.refusals.UNQUALIFIED;
    stage.fault(SICK, faults.SWAPPED_NAMES);
    const { cycles, errorBps } = await watch(SLOTS);
    expect(new Set(failuresIn(of(cycles, SICK)))).toEqual(new Set(['implausible']));
    expect(of(cycles, SICK).at(-1)?.result.outcome).toBe('read');
    expectOnTime(cycles, [SICK], SLOTS);
    expect(errorBps).toBeLessThan(MAX_ERROR_BPS);
    // True for nearly all its listings; at such prices, the volume of one may be refused first.
    expect(stage.tick.output.refusals.UNQUALIFIED - unqualified).toBeGreaterThanOrEqual(30);
    await recovered();
  });

  test('most markets gone: not accepted twice, then accepted; their last tickers do no harm', async () => {
    stage.fault(SICK, faults.MAX_GONE);
    const { cycles, errorBps } = await watch(SLOTS);
    expect(failuresIn(of(cycles, SICK))).toEqual(['implausible', 'implausible']);
    expectOnTime(cycles, [SICK], SLOTS);
    expect(errorBps).toBeLessThan(MAX_ERROR_BPS);
    await recovered();
  });

  test('half of the markets gone: the rest is read', async () => {
    stage.fault(SICK, faults.HALF_GONE);
    const { cycles, errorBps } = await watch(SLOTS);
    expectOnTime(cycles, [], SLOTS);
    expect(errorBps).toBeLessThan(MAX_ERROR_BPS);
    await recovered();
  });
});

test('several at once, each with another fault: the others are on time, and the indices stay correct', async () => {
  const sick = ['kraken', 'okx', 'binance', 'gate'];
  stage.fault('kraken', faults.NO_HEADERS);
  stage.fault('okx', faults.BAD_GATEWAY);
  stage.fault('binance', 'dns');
  stage.fault('gate', faults.PRICES_TIMES_100);
  const { cycles, errorBps } = await watch(SLOTS);
  expectOnTime(cycles, sick, SLOTS);
  expect(errorBps).toBeLessThan(MAX_ERROR_BPS);
  expect(sick.map((key) => stage.exchange(key).status)).toEqual([
    'MAINTENANCE',
    'MAINTENANCE',
    'MAINTENANCE',
    'ACTIVE',
  ]);
  expect(stage.source.outage()).toBeUndefined();
  await recovered();
});

describe('most exchanges at once', () => {
  test.each<[string, RigFault | Unreachable]>([
    ['no name is known', 'dns'],
    ['nothing answers', faults.NO_HEADERS],
    ['a gateway says 502', faults.BAD_GATEWAY],
    ['a portal redirects', faults.redirect('https://portal.example.com/')],
  ])('%s: statuses do not change, and the outage is reported', async (_, fault) => {
    for (const key of KEYS.slice(0, 7)) stage.fault(key, fault);
    const { cycles } = await watch(SLOTS);
    expectOnTime(cycles, KEYS.slice(0, 7), SLOTS);
    expect(KEYS.map((key) => stage.exchange(key).status)).toEqual(KEYS.map(() => 'ACTIVE'));
    expect(stage.source.outage()).toBe('most exchanges cannot be reached: check the network of this machine');
    await recovered();
  });

  test('all refuse our country: that is also reported', async () => {
    for (const key of KEYS.slice(0, 7)) stage.fault(key, faults.LEGAL_REASONS);
    await watch(SLOTS);
    expect(KEYS.map((key) => stage.exchange(key).status)).toEqual(KEYS.map(() => 'ACTIVE'));
    expect(stage.source.outage()).toBe('most exchanges refuse requests from the location of this machine');
    await recovered();
  });
});

test('every cycle of every exchange is accounted for, despite all faults', () => {
  const counts = KEYS.map((key) => {
    const { byOutcome = {}, byFailure = {} } = stage.health(key).readings ?? {};
    const sum = (numbers: Readonly<Record<string, number>>) =>
      Object.values(numbers).reduce((total, each) => total + each, 0);
    return [sum(byOutcome), sum(byFailure) - (byOutcome['failed'] ?? 0)];
  });
  // The first readings take place at the start, before the first slot; the last cycle of some may be pending.
  for (const [cycles = 0, unexplained] of counts) {
    expect(Math.abs(cycles - stage.slots - 1)).toBeLessThanOrEqual(1);
    expect(unexplained).toBe(0);
  }
});
