import { DAY_MS, HOUR_MS, MINUTE_MS, type Millis } from '../core/time.ts';
import type { CurrencyIds } from '../core/well-known-ids.ts';

/**
 * Every number of the methodology. Shares are fractions (0.05 is 5 %), durations are milliseconds or ticks of 30
 * seconds. A row of the table below is never edited once it has computed a value: a change is a new row.
 */
export interface Methodology {
  readonly version: string;
  /** The first tick that it computes. */
  readonly from: Millis;
  readonly screen: {
    /** A ticker may claim to be from the future by this much. */
    readonly futureToleranceMs: number;
    /** A wider quote, as a share of the bid, is not believed. */
    readonly widestQuote: number;
  };
  readonly freshness: {
    /** A market whose freshest ticker is older has no fresh input. */
    readonly oldestTicks: number;
    /** A ticker that is further behind the freshest of its market is stale. */
    readonly staleTicks: number;
  };
  readonly trust: { readonly A: number; readonly B: number; readonly untrustedForMs: number };
  readonly mwa: {
    /** Fewer accepted exchanges than this are no quorum. */
    readonly quorum: number;
    /** Fewer fresh tier-A exchanges than this cannot say what trusted exchanges think. */
    readonly trustedQuorum: number;
    readonly outlier: number;
    readonly clamp: number;
    readonly split: number;
    /** How far interpolation may move a weighted median. */
    readonly medianClamp: number;
    readonly gateToCrossRate: number;
    readonly gateToLastValue: number;
    readonly holdTicks: number;
    readonly movesToRelease: number;
    readonly carryMs: number;
  };
  readonly gwa: {
    readonly baseDeviation: number;
    readonly volumeDeviation: number;
    readonly referenceVolumeUsd: number;
    readonly volumeExponent: number;
    readonly leastVolumeUsd: number;
    /** A carried MWA takes part up to this age. */
    readonly carriedInputMs: number;
    readonly huberSteps: number;
    readonly huberWidth: number;
    readonly gemanMcClureSteps: number;
    readonly gemanMcClureWidth: number;
    readonly jump: number;
    readonly holdTicks: number;
    readonly marketsToConfirm: number;
    readonly exchangesToConfirm: number;
    /** A market shows a jump when it lies this close to the new value. */
    readonly confirmsWithin: number;
    readonly carryMs: number;
  };
  readonly lx: {
    readonly constituents: number;
    /** By slug. */
    readonly quotes: readonly (keyof CurrencyIds)[];
    readonly silentTicks: number;
    readonly fewestFresh: number;
    readonly carryTicks: number;
  };
}

export const METHODOLOGIES: readonly Methodology[] = [
  {
    version: '1',
    from: 0,
    screen: { futureToleranceMs: MINUTE_MS, widestQuote: 0.05 },
    freshness: { oldestTicks: 2880, staleTicks: 60 },
    trust: { A: 1, B: 0.1, untrustedForMs: 30 * DAY_MS },
    mwa: {
      quorum: 3,
      trustedQuorum: 3,
      outlier: 0.05,
      clamp: 0.001,
      split: 0.01,
      medianClamp: 0.001,
      gateToCrossRate: 0.05,
      gateToLastValue: 0.25,
      holdTicks: 20,
      movesToRelease: 3,
      carryMs: DAY_MS,
    },
    gwa: {
      baseDeviation: 0.001,
      volumeDeviation: 0.0012,
      referenceVolumeUsd: 1e6,
      volumeExponent: 0.45,
      leastVolumeUsd: 10,
      carriedInputMs: HOUR_MS,
      huberSteps: 12,
      huberWidth: 2,
      gemanMcClureSteps: 6,
      gemanMcClureWidth: 3,
      jump: 0.25,
      holdTicks: 20,
      marketsToConfirm: 2,
      exchangesToConfirm: 3,
      confirmsWithin: 0.05,
      carryMs: DAY_MS,
    },
    lx: {
      constituents: 8,
      quotes: ['USD', 'EUR', 'GBP'],
      silentTicks: 10,
      fewestFresh: 3,
      carryTicks: 10,
    },
  },
];

/** The row that computes the tick `at`. */
export function methodologyAt(at: Millis): Methodology {
  const row = METHODOLOGIES.findLast(({ from }) => from <= at);
  if (!row) throw new RangeError('no methodology covers that time');
  return row;
}
