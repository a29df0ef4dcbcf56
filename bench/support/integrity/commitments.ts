import type { EstimatorResult, WorldResult } from './measure.ts';

/** The methodology's commitments, in basis points (p99 unless stated otherwise), and the measured values. */
export interface Commitment {
  readonly promise: string;
  readonly unit: string;
  readonly limit: number;
  readonly measured: number;
  readonly kept: boolean;
}

const atMost = (promise: string, limit: number, measured: number, unit = 'bps, p99'): Commitment => ({
  promise,
  unit,
  limit,
  measured,
  kept: measured <= limit,
});

export function marketCommitments(mwa: EstimatorResult): Commitment[] {
  return [
    atMost('clean, median', 2.5, mwa.cleanMedian, 'bps, median'),
    atMost('clean', 10, mwa.clean),
    ...Object.entries(mwa.ordinary).map(([name, error]) => atMost(name, 15, error)),
    atMost('all of it together', 20, mwa.together),
    atMost('T1: 45 % of volume hostile', 25, mwa.t1),
    atMost('T2: 45 % of exchanges hostile, 95 % of volume faked', 50, mwa.t2),
    atMost('T3: 60 % of exchanges hostile, 40 % of volume', 25, mwa.t3),
    atMost('ticks to follow a 10 % crash', 1, mwa.crashTicks, 'ticks'),
  ];
}

export function worldCommitments(world: WorldResult): Commitment[] {
  return [
    atMost('LX: 45 % of volume hostile', 15, world.lxVolume),
    atMost('LX: 90 % faked volume', 30, world.lxFaked),
    atMost('LX: 5 of 8 exchanges hostile', 30, world.lxExchanges),
    atMost('GWA: % of traded assets without a rate', 1, 100 * (1 - world.coverage), '%'),
    atMost('GWA: the 300 most traded', 30, world.top300),
    atMost('GWA: BTC moved by a hostile BTC/USD', 2, world.btcShiftHostile),
    atMost('GWA: BTC moved by a USDT/USD frozen in a depeg', 2, world.btcShiftFrozenDepeg),
  ];
}
