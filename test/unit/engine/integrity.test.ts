import { describe, expect, test } from 'vitest';
import { marketCommitments, worldCommitments } from '../../../bench/support/integrity/commitments.ts';
import { MWA } from '../../../bench/support/integrity/estimators.ts';
import { measureMarkets, measureWorld } from '../../../bench/support/integrity/measure.ts';

/** The development seeds of the full simulation, fewer ticks of it. */
const EFFORT = { seeds: [1, 2, 3, 4], ticks: 160, worldSeeds: [1], worldTicks: 30, lxSeeds: [1] };

const markets = measureMarkets(EFFORT);
const mwa = markets.find(({ estimator }) => estimator === MWA.name)!;

describe('what the methodology promises of the MWA holds in the simulation', () => {
  test.each(marketCommitments(mwa))('$promise: at most $limit', ({ limit, measured }) => {
    expect(measured).toBeLessThanOrEqual(limit);
  });

  test('the simulation can tell formulas apart: every other one fails somewhere', () => {
    const others = markets.filter(({ estimator }) => !estimator.startsWith('MWA'));
    expect(others).toHaveLength(6);
    for (const other of others) {
      expect(
        marketCommitments(other).some(({ kept }) => !kept),
        other.estimator,
      ).toBe(true);
    }
  });

  test('a wrong feed does not move a market with one or two exchanges', () => {
    for (const [name, error] of Object.entries(mwa.thin)) expect(error, name).toBeLessThanOrEqual(30);
  });
});

describe('what it promises of LX and GWA holds in an asset graph', () => {
  test.each(worldCommitments(measureWorld(EFFORT)))('$promise: at most $limit', ({ limit, measured }) => {
    expect(measured).toBeLessThanOrEqual(limit);
  });
});
