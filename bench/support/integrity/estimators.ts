import { estimateMarket, type Observation } from '../../../src/engine/market/estimate-market.ts';
import type { MarketMemory } from '../../../src/engine/market/market-outcome.ts';
import { methodologyNamed, type Methodology } from '../../../src/engine/methodology.ts';
import type { Millis } from '../../../src/core/time.ts';

/** Computes one price per tick from the exchanges' tickers. It may remember earlier prices. */
export interface Estimator {
  readonly name: string;
  /** A new one, without memory. */
  start(): (observations: readonly Observation[], at: Millis, crossRate: number) => number;
}

interface Vote {
  readonly price: number;
  readonly weight: number;
}

const usable = (observations: readonly Observation[]) =>
  observations.filter(({ last, volume }) => last > 0 && volume > 0 && last < Infinity && volume < Infinity);

function average(votes: readonly Vote[]): number {
  let sum = 0;
  let total = 0;
  for (const { price, weight } of votes) {
    sum += price * weight;
    total += weight;
  }
  return sum / total;
}

function median(votes: readonly Vote[]): number {
  const sorted = votes.toSorted((a, b) => a.price - b.price);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let cumulative = 0;
  for (const { price, weight } of sorted) {
    cumulative += weight;
    if (cumulative >= half) return price;
  }
  return 0;
}

const byVolume = ({ last, volume }: Observation): Vote => ({ price: last, weight: volume });
const equally = ({ last }: Observation): Vote => ({ price: last, weight: 1 });

const PLAIN: Estimator = {
  name: 'plain VWAP',
  start: () => (observations) => average(usable(observations).map(byVolume)),
};

const BANDED: Estimator = {
  name: 'VWAP, time-decayed, 10 % band',
  start: () => {
    let index = 0;
    return (observations, at) => {
      const votes = usable(observations).map(({ last, volume, lastMoved = at }) => {
        const banded = index === 0 ? last : Math.min(Math.max(last, index * 0.9), index * 1.1);
        return { price: banded, weight: volume * 2 ** (-(at - lastMoved) / 300_000) };
      });
      return (index = average(votes));
    };
  },
};

const FILTERED: Estimator = {
  name: 'VWAP after a 3-MAD filter',
  start: () => (observations) => {
    const all = usable(observations);
    const middle = median(all.map(equally));
    const spread = median(all.map(({ last }) => ({ price: Math.abs(last - middle), weight: 1 })));
    return average(all.filter(({ last }) => Math.abs(last - middle) <= 3 * 1.4826 * spread).map(byVolume));
  },
};

const MEDIAN: Estimator = {
  name: 'median of exchanges',
  start: () => (observations) => median(usable(observations).map(equally)),
};

const THREE_VOTES: Estimator = {
  name: 'three-vote median of exchanges',
  start: () => (observations) =>
    median(
      usable(observations).flatMap(({ last, bid = 0, ask = 0 }) => {
        const quoted = bid > 0 && ask >= bid;
        const price = quoted ? Math.min(Math.max(last, bid), ask) : last;
        return [quoted ? bid : price, price, quoted ? ask : price].map((vote) => ({
          price: vote,
          weight: 1,
        }));
      }),
    ),
};

const VOLUME_MEDIAN: Estimator = {
  name: 'volume-weighted median',
  start: () => (observations) => median(usable(observations).map(byVolume)),
};

/** The engine's own function, as in the service: the other markets imply a cross rate if it needs one. */
function mwaBy(name: string, methodology: Methodology): Estimator {
  return {
    name,
    start: () => {
      let memory: MarketMemory | undefined;
      return (observations, at, crossRate) => {
        const context = { at, crossRate, ...(memory && { memory }) };
        const estimate = estimateMarket(observations, context, methodology);
        memory = estimate.memory;
        return estimate.price;
      };
    },
  };
}

export const MWA_FIRST = mwaBy('MWA, version 1', methodologyNamed('1')!);
export const MWA_SECOND = mwaBy('MWA, version 2', methodologyNamed('2')!);
export const MWA = mwaBy('MWA (this engine)', methodologyNamed('3')!);

/** In a world without other markets. */
export const MWA_ALONE: Estimator = {
  name: 'MWA without a cross rate',
  start: () => {
    const estimate = MWA.start();
    return (observations, at) => estimate(observations, at, 0);
  },
};

export const ESTIMATORS: readonly Estimator[] = [
  PLAIN,
  BANDED,
  FILTERED,
  MEDIAN,
  THREE_VOTES,
  VOLUME_MEDIAN,
  MWA_FIRST,
  MWA_SECOND,
  MWA,
  MWA_ALONE,
];
