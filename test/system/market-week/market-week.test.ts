import { afterEach, describe, expect, test, vi } from 'vitest';
import { methodologyAt, type Methodology } from '../../../src/engine/methodology.ts';
import { OwnNetwork } from '../../../src/sources/live/collect/own-network.ts';
import { LiveExchange } from '../../../src/sources/live/understand/live-exchange.ts';
import { ExchangeFaults } from '../../../src/sources/live/understand/faults/exchange-faults.ts';
import { QUOTE_VOLUMES } from '../../support/rig/faults.ts';
import { MAX_ERROR_BPS, MAX_VOLUME_TIMES } from './auditor.ts';
import { runWeek, type WeekOptions, type WeekResult } from './run-week.ts';

// The short form of `npm run market-week`: fewer slots with more faults, and defects that the auditor must find.

const SLOTS = 150;
const SHORT_MARKETS = 12;

test('hours with random faults: no value without a flag is wrong, and every gap has a name', async () => {
  const result = await runWeek({ slots: SLOTS, seed: 5, faultRate: 4 });
  expect(result.violations).toEqual([]);
  expect(result.problems).toEqual([]);
  expect(result.worst[0]!.bps).toBeLessThanOrEqual(MAX_ERROR_BPS);
  expect(result.worstVolumeTimes).toBeLessThanOrEqual(MAX_VOLUME_TIMES);
  expect(result.exchanges).toBe(12);
  expect(result.slots).toBe(SLOTS);
  const { MWA = 0, GWA = 0, LX = 0 } = result.unflagged;
  expect(MWA).toBeGreaterThan(SLOTS * 15);
  expect(GWA).toBeGreaterThan(SLOTS * 10);
  expect(LX).toBeGreaterThan(SLOTS / 2);
  expect(Object.values(result.faults).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(8);
  expect(Object.keys(result.faults).some((name) => name.startsWith('offline'))).toBe(true);
  expect(result.restarts).toBeGreaterThan(0);
}, 900_000);

describe('the auditor finds a defect', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const offline = { slot: 5, slots: 26, fault: 'dns' } as const;

  function run(options: Partial<WeekOptions>): Promise<WeekResult> {
    return runWeek({ slots: 30, seed: 1, markets: SHORT_MARKETS, faultRate: 0, ...options });
  }

  function methodology(change: (now: Methodology) => Partial<Methodology>): (at: number) => Methodology {
    return (at) => ({ ...methodologyAt(at), ...change(methodologyAt(at)) });
  }

  const rulesOf = ({ violations }: WeekResult) =>
    new Set(violations.map(({ rule, what }) => `${rule}: ${what.split(' ')[0]}`));

  test('and nothing in the same run without one', async () => {
    const found = await run({ slots: 40, planned: [offline] });
    expect(found).toMatchObject({ violations: [], problems: [] });
    expect(found.missing).toMatchObject({ 'our own outage': expect.any(Number) as number });
    expect(found.gaps).toMatchObject({ SOURCE: expect.any(Number) as number });
  });

  test('the age of tickers is ignored', async () => {
    const methodologyOf = methodology(({ screen }) => ({ screen: { ...screen, maxAgeMs: Infinity } }));
    expect(rulesOf(await run({ planned: [offline], methodologyOf }))).toContain('unread: real');
  });

  test('an outage is carried for longer than ten minutes', async () => {
    const methodologyOf = methodology(({ mwa, gwa }) => ({
      mwa: { ...mwa, unreadCarryTicks: 40 },
      gwa: { ...gwa, unreadCarryTicks: 40 },
    }));
    expect(rulesOf(await run({ planned: [offline], methodologyOf }))).toEqual(new Set(['unread: carried']));
  });

  test('volumes in quote units are not detected', async () => {
    const fault = {
      slot: 5,
      slots: 20,
      fault: QUOTE_VOLUMES,
      exchange: { key: 'binance', kind: 'lies' },
    } as const;
    expect((await run({ slots: 12, planned: [fault] })).violations).toEqual([]);
    vi.spyOn(LiveExchange.prototype, 'units', 'get').mockReturnValue('same');
    expect((await run({ slots: 7, planned: [fault] })).violations).not.toEqual([]);
    vi.spyOn(ExchangeFaults.prototype, 'observe').mockReturnValue(undefined);
    const { violations } = await run({ slots: 12, planned: [fault] });
    expect(new Set(violations.map(({ rule }) => rule))).toEqual(new Set(['volume']));
  });

  test('rests outlast our own outage', async () => {
    vi.spyOn(OwnNetwork.prototype, 'isDown', 'get').mockReturnValue(false);
    const { problems } = await run({ slots: 36, planned: [offline] });
    expect(problems.join('\n')).toMatch(/was not read in two cycles after the outage/);
  });
});
