import { DAY_MS, HOUR_MS, MINUTE_MS, type Millis } from '../core/time.ts';
import type { CurrencyIds } from '../core/ids/well-known-ids.ts';

/**
 * All numbers of the methodology. Shares are fractions (0.05 is 5 %), durations are milliseconds or ticks of 30 seconds. A
 * version below is never edited once it has computed a value: every change is a new version.
 */
export interface Methodology {
  readonly version: string;
  /** The first tick computed with it. */
  readonly from: Millis;
  readonly screen: {
    /** A ticker may be this far in the future. */
    readonly futureToleranceMs: number;
    /** A wider quote, as a share of the bid, is ignored. */
    readonly widestQuote: number;
    /** A larger 24 h volume, in USD, is a wrong number: no market trades that much in a day. */
    readonly maxVolumeUsd: number;
    /** The asset that is preferred to value a volume in USD. The other one is used only if this one has no USD value. */
    readonly volumeWorthBy: 'BASE' | 'QUOTE';
    /** An older ticker is rejected, however old the others are. */
    readonly maxAgeMs: number;
    /** Whether a ticker of an untrusted exchange is rejected while there is a trusted one that is not stale. */
    readonly refusesNew: boolean;
  };
  readonly freshness: {
    /** A market whose freshest ticker is older than this has no fresh input. */
    readonly oldestTicks: number;
    /** A ticker that is further behind the freshest of its market is stale. */
    readonly staleTicks: number;
    /** The minimum weight of a ticker that is not stale. */
    readonly minWeight: number;
  };
  readonly trust: { readonly A: number; readonly B: number; readonly untrustedForMs: number };
  readonly mwa: {
    /** The minimum number of accepted exchanges for a quorum. */
    readonly quorum: number;
    /**
     * A quorum also needs an effective number of exchanges, sum(f) / max(f), above this: at 2, one of them has half of all votes.
     */
    readonly effectiveExchanges: number;
    /**
     * A quorum with at most this effective number of exchanges is `THIN` if its prices differ by more than `split`: with so few
     * exchanges, one that sides with another decides the outcome.
     */
    readonly fewExchanges: number;
    /** With a quorum, the largest volume counts for at most this many times the sum of the others. */
    readonly believedTimes: number;
    /** The same if the exchange that reports it is not of tier A. */
    readonly believedTimesUntrusted: number;
    /** The votes of a quote lie at most this far from its middle: a wide quote contains no more information about the price. */
    readonly voteReach: number;
    /** The minimum number of fresh tier A exchanges for a median by trust. */
    readonly trustedQuorum: number;
    /** The substitute for the median by trust if there is no cross rate either. */
    readonly withoutTrusted: 'MEAN' | 'EXCHANGES';
    readonly outlier: number;
    readonly clamp: number;
    readonly split: number;
    /** Whether the median regardless of age counts in a split. */
    readonly quietSplit: boolean;
    /** How far interpolation may move a weighted median. */
    readonly medianClamp: number;
    readonly gateToCrossRate: number;
    /** The gate of a thin market without a cross rate, around its anchor. */
    readonly gateToAnchor: number;
    /** The half-life of the average of its real values; if 0, the anchor is the last value. */
    readonly anchorHalfLifeTicks: number;
    readonly holdTicks: number;
    readonly movesToRelease: number;
    /** Whether a hold restarts when the offered price leaves the gate around the price that started the hold. */
    readonly holdsAnew: boolean;
    readonly carryMs: number;
    /** The same if no ticker was read recently enough. */
    readonly unreadCarryTicks: number;
    /** A quorum whose value one exchange can move further than this, as a share of it, is `THIN`. */
    readonly oneExchangeReach: number;
    /** A quorum is `SPLIT` if it differs by more than this from the median without a few untrusted exchanges on one side. */
    readonly leaning: number;
    /** How many exchanges are left out for that: the freshest. */
    readonly leaningOn: number;
    /** A contested quorum further than this from its anchor is held. */
    readonly contestedBeyond: number;
    /** Exchanges with a lower freshness weight do not count in a contest. */
    readonly contestMinFreshness: number;
    /** Outliers contest a quorum from this share of its fresh exchanges on, if they have more trust than the rest. */
    readonly contestOutlierShare: number;
    /** So does a single outlier if at most this many exchanges are left that are not all of tier A. */
    readonly contestFewLeft: number;
    /** So does an outlier of any age if at most this many are left, none of them of tier A. */
    readonly contestFewUntrusted: number;
    /** Trust on one side of a disagreement prevails only if it exceeds this many times that of the other side. */
    readonly dominance: number;
    /**
     * A market without a value is gated by its assets' USD values, else by its last anchor if that is at most this old. 0: a
     * first value has no gate.
     */
    readonly firstGateMaxAgeMs: number;
    /**
     * Two exchanges and a cross rate that are all within this distance of their middle are not `THIN`. 0: two are always thin.
     */
    readonly pairWithin: number;
  };
  readonly gwa: {
    readonly baseDeviation: number;
    readonly volumeDeviation: number;
    readonly referenceVolumeUsd: number;
    readonly volumeExponent: number;
    readonly minVolumeUsd: number;
    /** Divided by the total trust of a market's exchanges, which is at least `minTrust`. */
    readonly trustDeviation: number;
    readonly minTrust: number;
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
    /** A market shows a jump if it is this close to the new value. */
    readonly confirmsWithin: number;
    readonly carryMs: number;
    /** The same if no ticker of its markets was read recently enough. */
    readonly unreadCarryTicks: number;
    /** Whether a GWA gets flags from its markets, and counts its hold together with those of its markets. */
    readonly flagged: boolean;
    /** The GWA is `THIN` if one untrusted exchange can move it further than this through thin markets. */
    readonly thinMove: number;
    /** The GWA is `SPLIT` if its two heaviest markets differ by more than this. */
    readonly split: number;
    /** They must also differ by this many of their own deviations: two imprecise markets may differ without disagreeing. */
    readonly splitDeviations: number;
    /** The GWA is also `SPLIT` if more than this share of its weight is in markets that are `SPLIT` themselves. */
    readonly splitShare: number;
    /** Whether the same applies to the share of its volume in markets that are held as contested. */
    readonly splitByHeld: boolean;
    /** Whether the GWA is carried unless real markets connect it to USD; otherwise any real market of it is sufficient. */
    readonly needsRealPath: boolean;
    /** Whether tier A exchanges count among those that could move it through thin markets. */
    readonly strictThin: boolean;
  };
  readonly lx: {
    readonly constituents: number;
    /** Asset symbols. */
    readonly quotes: readonly (keyof CurrencyIds)[];
    readonly silentTicks: number;
    readonly fewestFresh: number;
    /** More than this share of the constituents must contribute, by number and by believed volume. */
    readonly minShare: number;
    /**
     * For that check, a volume counts at most this many times the sum of all except the largest: no constituent has half of the
     * total.
     */
    readonly countedTimes: number;
    readonly carryTicks: number;
    /** Trade prices are accepted up to this far outside the exchange's own quote. */
    readonly beyondQuote: number;
    /** An LX whose three prices differ by more than this is `SPLIT`. */
    readonly split: number;
  };
  readonly ranks: {
    /** An asset with less volume, in USD or as a share of its market cap, ranks behind all that have more. */
    readonly minVolumeUsd: number;
    readonly minTurnover: number;
  };
  readonly day: {
    /**
     * Limits the weight of a tick in the vwap of an MWA or GWA to this many times the day's mean so far, and to the same fraction
     * of it from below.
     */
    readonly weightTimes: number;
  };
  /** The format in which the state of its ticks is hashed. */
  readonly stateFormat: 1 | 2;
  /** The format in which the observation of its ticks is hashed. From 2 on it includes the age of each ticker. */
  readonly observationFormat: 1 | 2;
  /**
   * Format 2 contains the hash of the values that history stores; format 3 contains the roots of trees over values, inputs and
   * records.
   */
  readonly recordFormat: 1 | 2 | 3;
}

const VERSION_1: Methodology = {
  version: '1',
  from: 0,
  screen: {
    futureToleranceMs: MINUTE_MS,
    widestQuote: 0.05,
    maxVolumeUsd: Infinity,
    volumeWorthBy: 'BASE',
    maxAgeMs: Infinity,
    refusesNew: false,
  },
  freshness: { oldestTicks: 2880, staleTicks: 60, minWeight: 0 },
  trust: { A: 1, B: 0.1, untrustedForMs: 30 * DAY_MS },
  mwa: {
    quorum: 3,
    effectiveExchanges: 0,
    fewExchanges: 0,
    believedTimes: Infinity,
    believedTimesUntrusted: Infinity,
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
    unreadCarryTicks: Infinity,
    oneExchangeReach: Infinity,
    leaning: Infinity,
    leaningOn: 3,
    contestedBeyond: Infinity,
    contestMinFreshness: 0.5,
    contestOutlierShare: 0.25,
    contestFewLeft: 2,
    contestFewUntrusted: 3,
    dominance: Infinity,
    firstGateMaxAgeMs: 0,
    pairWithin: 0,
  },
  gwa: {
    baseDeviation: 0.001,
    volumeDeviation: 0.0012,
    referenceVolumeUsd: 1e6,
    volumeExponent: 0.45,
    minVolumeUsd: 10,
    trustDeviation: 0,
    minTrust: 0.05,
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
    unreadCarryTicks: Infinity,
    flagged: false,
    thinMove: Infinity,
    split: Infinity,
    splitDeviations: 0,
    splitShare: 1,
    splitByHeld: false,
    needsRealPath: false,
    strictThin: false,
  },
  lx: {
    constituents: 8,
    quotes: ['USD', 'EUR', 'GBP'],
    silentTicks: 10,
    fewestFresh: 3,
    minShare: 0,
    countedTimes: Infinity,
    carryTicks: 10,
    beyondQuote: Infinity,
    split: Infinity,
  },
  ranks: { minVolumeUsd: 0, minTurnover: 0 },
  day: { weightTimes: Infinity },
  stateFormat: 1,
  observationFormat: 1,
  recordFormat: 1,
};

/** Fixes the weaknesses that an audit of version 1 found (docs/reference/integrity-results.md). */
const VERSION_2: Methodology = {
  ...VERSION_1,
  version: '2',
  from: Date.UTC(2026, 10, 17),
  screen: { ...VERSION_1.screen, maxVolumeUsd: 2e11 },
  freshness: { ...VERSION_1.freshness, minWeight: 0.1 },
  mwa: {
    ...VERSION_1.mwa,
    effectiveExchanges: 2.01,
    fewExchanges: 3,
    believedTimes: 20,
    believedTimesUntrusted: 20,
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
  ranks: { minVolumeUsd: 10_000, minTurnover: 1e-5 },
  day: { weightTimes: 1.02 },
  stateFormat: 2,
  recordFormat: 2,
};

/** Fixes the weaknesses that an audit of version 2 found (docs/reference/integrity-results.md). */
const VERSION_3: Methodology = {
  ...VERSION_2,
  version: '3',
  from: Date.UTC(2026, 10, 18),
  screen: { ...VERSION_2.screen, volumeWorthBy: 'QUOTE', maxAgeMs: 90_000, refusesNew: true },
  mwa: {
    ...VERSION_2.mwa,
    fewExchanges: 0,
    believedTimesUntrusted: 4,
    unreadCarryTicks: 20,
    oneExchangeReach: 0.0045,
    leaning: 0.0075,
    contestedBeyond: 0.1,
    dominance: 2,
    firstGateMaxAgeMs: 7 * DAY_MS,
    pairWithin: 0.004,
  },
  gwa: { ...VERSION_2.gwa, unreadCarryTicks: 20, splitByHeld: true, needsRealPath: true },
  lx: { ...VERSION_2.lx, minShare: 0.5, countedTimes: 0.5 },
  observationFormat: 2,
  recordFormat: 3,
};

const STRICT = ' strict';
/**
 * The same with strict flags. The record of a tick contains this version, so that receipts and verification follow the setting.
 */
const VERSION_3_STRICT: Methodology = {
  ...VERSION_3,
  version: `3${STRICT}`,
  gwa: { ...VERSION_3.gwa, strictThin: true },
};

/** In chronological order. */
export const METHODOLOGIES: readonly Methodology[] = [VERSION_1, VERSION_2, VERSION_3];
const ALL: readonly Methodology[] = [...METHODOLOGIES, VERSION_3_STRICT];

/** The version that computes the tick `at`. `strictFlags` has no effect before version 3. */
export function methodologyAt(at: Millis, { strictFlags = false } = {}): Methodology {
  const row = METHODOLOGIES.findLast(({ from }) => from <= at);
  if (!row) throw new RangeError('no methodology covers that time');
  return (strictFlags && methodologyNamed(row.version + STRICT)) || row;
}

/** Whether a tick `at` may have been computed with this version; both settings of strict flags are allowed. */
export function isInForce({ version }: Methodology, at: Millis): boolean {
  return [false, true].some((strictFlags) => methodologyAt(at, { strictFlags }).version === version);
}

export function methodologyNamed(version: string): Methodology | undefined {
  return ALL.find((row) => row.version === version);
}
