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
    /** Nothing on earth trades more in a day: a larger 24 h volume, in USD, is a wrong number. */
    readonly mostVolumeUsd: number;
  };
  readonly freshness: {
    /** A market whose freshest ticker is older has no fresh input. */
    readonly oldestTicks: number;
    /** A ticker that is further behind the freshest of its market is stale. */
    readonly staleTicks: number;
    /** The weight of a ticker that is not stale never falls below this. */
    readonly leastWeight: number;
  };
  readonly trust: { readonly A: number; readonly B: number; readonly untrustedForMs: number };
  readonly mwa: {
    /** Fewer accepted exchanges than this are no quorum. */
    readonly quorum: number;
    /** Nor is an effective number of exchanges, sum(f) / max(f), up to this: at 2 one of them has half of all votes. */
    readonly effectiveExchanges: number;
    /**
     * A quorum with no more than this whose prices lie further apart than a split is `THIN`: one of so few that takes the
     * side of another decides whom to believe.
     */
    readonly fewExchanges: number;
    /** Where there are as many as a quorum, one exchange's volume counts for so many times that of the others together. */
    readonly believedTimes: number;
    /** The votes of a quote lie at most this far from its middle: a wide one says no more about the price than that. */
    readonly voteReach: number;
    /** Fewer fresh tier-A exchanges than this cannot say what trusted exchanges think. */
    readonly trustedQuorum: number;
    /** What stands in for them where no cross rate does either. */
    readonly withoutTrusted: 'MEAN' | 'EXCHANGES';
    readonly outlier: number;
    readonly clamp: number;
    readonly split: number;
    /** Whether what exchanges say whatever their age counts in a split. */
    readonly quietSplit: boolean;
    /** How far interpolation may move a weighted median. */
    readonly medianClamp: number;
    readonly gateToCrossRate: number;
    /** The gate of a thin market without a cross rate, around its anchor. */
    readonly gateToAnchor: number;
    /** Of its real values; with a half-life of 0 the anchor is the last value. */
    readonly anchorHalfLifeTicks: number;
    readonly holdTicks: number;
    readonly movesToRelease: number;
    /** Whether a hold begins again when the offered price leaves the gate around the one that began it. */
    readonly holdsAnew: boolean;
    readonly carryMs: number;
  };
  readonly gwa: {
    readonly baseDeviation: number;
    readonly volumeDeviation: number;
    readonly referenceVolumeUsd: number;
    readonly volumeExponent: number;
    readonly leastVolumeUsd: number;
    /** Over the sum of the trust of a market's exchanges, or the least of it. */
    readonly trustDeviation: number;
    readonly leastTrust: number;
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
    /** Whether a GWA tells what it rests on: these flags, and a hold that counts together with its market's. */
    readonly flagged: boolean;
    /** Where one untrusted exchange can move it further than this through thin markets, it is `THIN`. */
    readonly thinMove: number;
    /** Its two heaviest markets further apart than this make it `SPLIT`. */
    readonly split: number;
    /** If they also lie so many of their own deviations apart: two vague markets may differ without disagreeing. */
    readonly splitDeviations: number;
    /** So does more of its weight than this in markets that are `SPLIT` themselves. */
    readonly splitShare: number;
  };
  readonly lx: {
    readonly constituents: number;
    /** By slug. */
    readonly quotes: readonly (keyof CurrencyIds)[];
    readonly silentTicks: number;
    readonly fewestFresh: number;
    readonly carryTicks: number;
    /** Trades are believed so far beyond the exchange's own quote. */
    readonly beyondQuote: number;
    /** Opinions further apart than this make it `SPLIT`. */
    readonly split: number;
  };
  readonly ranks: {
    /** An asset with less volume, in USD or as a share of its market cap, ranks behind all that have more. */
    readonly leastVolumeUsd: number;
    readonly leastTurnover: number;
  };
  readonly day: {
    /** The weight of a tick in the vwap of an MWA or GWA stays within so many times the day's mean so far, and that part of it. */
    readonly weightTimes: number;
  };
  /** The format in which the state of its ticks is hashed. */
  readonly stateFormat: 1 | 2;
  /** From format 2 on a record names the hash of the values that history stores. */
  readonly recordFormat: 1 | 2;
}

const VERSION_1: Methodology = {
  version: '1',
  from: 0,
  screen: { futureToleranceMs: MINUTE_MS, widestQuote: 0.05, mostVolumeUsd: Infinity },
  freshness: { oldestTicks: 2880, staleTicks: 60, leastWeight: 0 },
  trust: { A: 1, B: 0.1, untrustedForMs: 30 * DAY_MS },
  mwa: {
    quorum: 3,
    effectiveExchanges: 0,
    fewExchanges: 0,
    believedTimes: Infinity,
    voteReach: Infinity,
    trustedQuorum: 3,
    withoutTrusted: 'MEAN',
    outlier: 0.05,
    clamp: 0.001,
    split: 0.01,
    quietSplit: false,
    medianClamp: 0.001,
    gateToCrossRate: 0.05,
    gateToAnchor: 0.25,
    anchorHalfLifeTicks: 0,
    holdTicks: 20,
    movesToRelease: 3,
    holdsAnew: false,
    carryMs: DAY_MS,
  },
  gwa: {
    baseDeviation: 0.001,
    volumeDeviation: 0.0012,
    referenceVolumeUsd: 1e6,
    volumeExponent: 0.45,
    leastVolumeUsd: 10,
    trustDeviation: 0,
    leastTrust: 0.05,
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
    flagged: false,
    thinMove: Infinity,
    split: Infinity,
    splitDeviations: 0,
    splitShare: 1,
  },
  lx: {
    constituents: 8,
    quotes: ['USD', 'EUR', 'GBP'],
    silentTicks: 10,
    fewestFresh: 3,
    carryTicks: 10,
    beyondQuote: Infinity,
    split: Infinity,
  },
  ranks: { leastVolumeUsd: 0, leastTurnover: 0 },
  day: { weightTimes: Infinity },
  stateFormat: 1,
  recordFormat: 1,
};

/** What an audit of version 1 got past it (docs/methodology/integrity.md). Until its date its rules may still change. */
const VERSION_2: Methodology = {
  ...VERSION_1,
  version: '2',
  from: Date.UTC(2026, 10, 17),
  screen: { ...VERSION_1.screen, mostVolumeUsd: 2e11 },
  freshness: { ...VERSION_1.freshness, leastWeight: 0.1 },
  mwa: {
    ...VERSION_1.mwa,
    effectiveExchanges: 2.01,
    fewExchanges: 3,
    believedTimes: 20,
    voteReach: 0.0005,
    withoutTrusted: 'EXCHANGES',
    clamp: 0.0005,
    quietSplit: true,
    anchorHalfLifeTicks: 120,
    holdsAnew: true,
  },
  gwa: {
    ...VERSION_1.gwa,
    trustDeviation: 0.004,
    flagged: true,
    thinMove: 0.01,
    split: 0.01,
    splitDeviations: 2,
    splitShare: 0.5,
  },
  lx: { ...VERSION_1.lx, beyondQuote: 0.001, split: 0.009 },
  ranks: { leastVolumeUsd: 10_000, leastTurnover: 1e-5 },
  day: { weightTimes: 1.02 },
  stateFormat: 2,
  recordFormat: 2,
};

export const METHODOLOGIES: readonly Methodology[] = [VERSION_1, VERSION_2];

/** The row that computes the tick `at`. */
export function methodologyAt(at: Millis): Methodology {
  const row = METHODOLOGIES.findLast(({ from }) => from <= at);
  if (!row) throw new RangeError('no methodology covers that time');
  return row;
}

export function methodologyNamed(version: string): Methodology | undefined {
  return METHODOLOGIES.find((row) => row.version === version);
}
