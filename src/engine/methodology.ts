import { DAY_MS, HOUR_MS, MINUTE_MS, type Millis } from '../core/time.ts';
import type { CurrencyIds } from '../core/ids/well-known-ids.ts';

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
    /** Which asset values a volume in USD first. The other one is used only if this one has no USD value. */
    readonly volumeWorthBy: 'BASE' | 'QUOTE';
    /** An older ticker is refused, however old the others are. */
    readonly maxAgeMs: number;
    /** Whether a ticker of an untrusted exchange is refused while a trusted one is not stale. */
    readonly refusesNew: boolean;
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
    /** With a quorum, the largest volume counts for at most this many times the sum of the others. */
    readonly believedTimes: number;
    /** The same if the exchange that reports it is not of tier A. */
    readonly believedTimesUntrusted: number;
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
    /** The same if no ticker was read recently enough. */
    readonly unreadCarryTicks: number;
    /** A quorum whose value one exchange can move further than this, as a share of it, is `THIN`. */
    readonly oneExchangeReach: number;
    /** A quorum is `SPLIT` if it lies further than this from what the exchanges say without a few untrusted ones on one side. */
    readonly leaning: number;
    /** How many are left out for that: the freshest. */
    readonly leaningOn: number;
    /** A contested quorum further than this from its anchor is held. */
    readonly contestedBeyond: number;
    /** Exchanges with a lower freshness weight have no part in a contest. */
    readonly contestMinFreshness: number;
    /** Outliers contest a quorum from this share of its fresh exchanges on, if they have more trust than the rest. */
    readonly contestOutlierShare: number;
    /** So does a single outlier if at most this many exchanges are left that are not all of tier A. */
    readonly contestFewLeft: number;
    /** So does an outlier of any age if at most this many are left, none of them of tier A. */
    readonly contestFewUntrusted: number;
    /** Trust on one side of a disagreement counts as more only if it exceeds this many times that of the other side. */
    readonly dominance: number;
    /**
     * A market without a value is gated by what its assets are worth, else by its last anchor if that is at most this old.
     * 0: a first value has no gate.
     */
    readonly firstGateMaxAgeMs: number;
    /** Two exchanges and a cross rate that all lie this close to their middle are not `THIN`. 0: two are always thin. */
    readonly pairWithin: number;
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
    /** The same if no ticker of its markets was read recently enough. */
    readonly unreadCarryTicks: number;
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
    /** Whether so does more than that share of its volume in markets that are held as contested. */
    readonly splitByHeld: boolean;
    /** Whether it is carried unless real markets connect it to USD; else any real market of it is enough. */
    readonly needsRealPath: boolean;
    /** Whether exchanges of tier A count among those that could move it through thin markets. */
    readonly strictThin: boolean;
  };
  readonly lx: {
    readonly constituents: number;
    /** By slug. */
    readonly quotes: readonly (keyof CurrencyIds)[];
    readonly silentTicks: number;
    readonly fewestFresh: number;
    /** More than this share of the constituents must contribute, by number and by believed volume. */
    readonly minShare: number;
    /** For that a volume counts at most this many times the sum of all without the largest: no one constituent is half of all. */
    readonly countedTimes: number;
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
  /** The format in which the observation of its ticks is hashed. From 2 on it has the age of each ticker. */
  readonly observationFormat: 1 | 2;
  /** Format 2 names the hash of the values that history stores, format 3 the roots of trees over values, inputs and records. */
  readonly recordFormat: 1 | 2 | 3;
}

const VERSION_1: Methodology = {
  version: '1',
  from: 0,
  screen: {
    futureToleranceMs: MINUTE_MS,
    widestQuote: 0.05,
    mostVolumeUsd: Infinity,
    volumeWorthBy: 'BASE',
    maxAgeMs: Infinity,
    refusesNew: false,
  },
  freshness: { oldestTicks: 2880, staleTicks: 60, leastWeight: 0 },
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
  ranks: { leastVolumeUsd: 0, leastTurnover: 0 },
  day: { weightTimes: Infinity },
  stateFormat: 1,
  observationFormat: 1,
  recordFormat: 1,
};

/** What an audit of version 1 got past it (docs/trust/integrity.md). */
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
  ranks: { leastVolumeUsd: 10_000, leastTurnover: 1e-5 },
  day: { weightTimes: 1.02 },
  stateFormat: 2,
  recordFormat: 2,
};

/** What an audit of version 2 found (docs/trust/integrity.md). */
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
/** The same with strict flags: a tick's record names it, so that receipts and verification follow the setting. */
const VERSION_3_STRICT: Methodology = {
  ...VERSION_3,
  version: `3${STRICT}`,
  gwa: { ...VERSION_3.gwa, strictThin: true },
};

/** In the order of their dates. */
export const METHODOLOGIES: readonly Methodology[] = [VERSION_1, VERSION_2, VERSION_3];
const ALL: readonly Methodology[] = [...METHODOLOGIES, VERSION_3_STRICT];

/** The row that computes the tick `at`. `strictFlags` has no effect before version 3. */
export function methodologyAt(at: Millis, { strictFlags = false } = {}): Methodology {
  const row = METHODOLOGIES.findLast(({ from }) => from <= at);
  if (!row) throw new RangeError('no methodology covers that time');
  return (strictFlags && methodologyNamed(row.version + STRICT)) || row;
}

/** Whether a tick `at` may have been computed with it: its setting of flags is the operator's. */
export function isInForce({ version }: Methodology, at: Millis): boolean {
  return [false, true].some((strictFlags) => methodologyAt(at, { strictFlags }).version === version);
}

export function methodologyNamed(version: string): Methodology | undefined {
  return ALL.find((row) => row.version === version);
}
