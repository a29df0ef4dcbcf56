import type { Random } from './random.ts';
import type { Served, SimulatedExchange } from './simulated-market.ts';

/** Changes the exchanges' tickers of one tick, in place. */
export type Disturbance = (served: Served[], tick: number, truth: number) => void;

export interface Scenario {
  readonly name: string;
  /** The failure, drawn once for each run. */
  start(exchanges: readonly SimulatedExchange[], random: Random): Disturbance;
}

/** The failure starts at this tick; before it, every estimator has had a quiet start. */
export const STARTS_AT = 40;

const indices = (exchanges: readonly SimulatedExchange[]) => exchanges.map((_, i) => i);

/** Repeats the last ticker before it stopped. */
function frozen(members: readonly number[], from = STARTS_AT): Disturbance {
  const kept = new Map<number, Served>();
  return (served, tick) => {
    if (tick < from) return;
    for (const i of members) {
      const before = kept.get(i);
      if (before) served[i] = { ...before };
      else kept.set(i, { ...served[i]! });
    }
  };
}

function scaled(served: Served, factor: number): Served {
  return { ...served, last: served.last * factor, bid: served.bid * factor, ask: served.ask * factor };
}

/** Scales volumes so that the members have this share of all reported volume. */
function fakeVolume(served: Served[], members: readonly number[], share: number): void {
  const hostile = new Set(members);
  const theirs = members.reduce((sum, i) => sum + served[i]!.volume, 0);
  const others = served.reduce((sum, { volume }, i) => sum + (hostile.has(i) ? 0 : volume), 0);
  const factor = (others * share) / (1 - share) / theirs;
  for (const i of members) served[i]!.volume *= factor;
}

export const CLEAN: Scenario = { name: 'clean', start: () => () => {} };

/** An ordinary failure: the exchanges that it affects, and how. */
interface Failure {
  readonly name: string;
  strikes(exchanges: readonly SimulatedExchange[], random: Random): number[];
  disturb(members: readonly number[], random: Random): Disturbance;
}

const largest = () => [0];

type Range = readonly [number, number];
/**
 * The methodology does not define how noisy washed volume is, or which exchanges wash: each run draws both. Honest quotes deviate
 * by 2 to 7 bps and are 3 to 50 bps wide; arbitrage removes prices further off.
 */
const WASH_NOISE: Range = [0.001, 0.003];
const HEAVY_WASH_NOISE: Range = [0.003, 0.006];
/** Of the exchanges outside tier A: 12 to all 28 of 28. */
const WASHERS: Range = [12 / 28, 1];

/** This many of the exchanges outside tier A wash, until 80 % of all reported volume is theirs. */
function washed(name: string, noise: Range): Failure {
  return {
    name,
    strikes: (exchanges, random) => {
      const untrusted = indices(exchanges).filter((i) => exchanges[i]!.trust < 1);
      return random.shuffled(untrusted).slice(0, Math.round(untrusted.length * random.between(...WASHERS)));
    },
    disturb: (members, random) => {
      const strength = random.between(...noise);
      return (served, tick) => {
        if (tick < STARTS_AT) return;
        for (const i of members) served[i] = scaled(served[i]!, 1 + strength * random.normal());
        fakeVolume(served, members, 0.8);
      };
    },
  };
}

const WASHED = washed('80 % of volume washed and noisy (10 to 30 bps)', WASH_NOISE);
const HEAVILY_WASHED = washed('80 % of volume washed and noisy (30 to 60 bps)', HEAVY_WASH_NOISE);

const FROZEN: Failure = {
  name: '25 % of feeds frozen, lastMoved lies',
  strikes: (exchanges, random) =>
    random.shuffled(indices(exchanges)).slice(0, Math.round(exchanges.length / 4)),
  disturb: (members) => frozen(members),
};

const WRONG_UNITS: Failure = {
  name: 'prices x 100, inverted, in another quote',
  strikes: (exchanges, random) => random.shuffled(indices(exchanges)).slice(0, 3),
  disturb: (members) => (served, tick) => {
    if (tick < STARTS_AT) return;
    members.forEach((i, kind) => {
      const { last, bid, ask } = served[i]!;
      if (kind % 3 === 0) served[i] = scaled(served[i]!, 100);
      else if (kind % 3 === 1) served[i] = { ...served[i]!, last: 1 / last, bid: 1 / ask, ask: 1 / bid };
      else served[i] = scaled(served[i]!, 0.92);
    });
  },
};

const DRIFTING: Failure = {
  name: 'the largest drifts to +10 %',
  strikes: largest,
  disturb:
    ([i = 0]) =>
    (served, tick) => {
      if (tick >= STARTS_AT) served[i] = scaled(served[i]!, 1 + Math.min(0.1, 0.001 * (tick - STARTS_AT)));
    },
};

const FLASH_CRASH: Failure = {
  name: 'a 40 % flash crash on the largest',
  strikes: largest,
  disturb:
    ([i = 0]) =>
    (served, tick) => {
      const phase = (tick - STARTS_AT) % 30;
      if (tick >= STARTS_AT && phase < 8) served[i] = scaled(served[i]!, 1 - 0.4 * (1 - phase / 8));
    },
};

const DARK: Failure = {
  name: 'the top three and half the rest dark',
  strikes: (exchanges, random) => {
    const rest = random.shuffled(indices(exchanges).slice(3));
    return [0, 1, 2, ...rest.slice(0, Math.floor(rest.length / 2))];
  },
  disturb: (members) => frozen(members),
};

function alone({ name, strikes, disturb }: Failure): Scenario {
  return { name, start: (exchanges, random) => disturb(strikes(exchanges, random), random) };
}

/**
 * Every failure at its full extent, each on the exchanges that it affects by itself. Failures that stop a feed come last: a feed
 * that is noisy, wrong and dark repeats its last noisy, wrong ticker for ever.
 */
function together(name: string, failures: readonly Failure[]): Scenario {
  return {
    name,
    start: (exchanges, random) => {
      const parts = failures.map(({ strikes, disturb }) => disturb(strikes(exchanges, random), random));
      return (served, tick, truth) => {
        for (const part of parts) part(served, tick, truth);
      };
    },
  };
}

const OTHER_FAILURES = [WRONG_UNITS, DRIFTING, FLASH_CRASH, FROZEN, DARK];
export const ORDINARY_FAILURES: readonly Scenario[] = [WASHED, ...OTHER_FAILURES].map(alone);
export const ALL_TOGETHER = together('all of it together', [WASHED, ...OTHER_FAILURES]);

/** Beyond the commitments: washed volume so noisy that arbitrage would remove it. */
export const HEAVY_FAILURES: readonly Scenario[] = [
  alone(HEAVILY_WASHED),
  together('all of it together (30 to 60 bps)', [HEAVILY_WASHED, ...OTHER_FAILURES]),
];

/** How an attacker pushes the price: by a constant share, a slowly growing one, or one of alternating sign. */
const PUSHES: readonly { readonly name: string; readonly push: (tick: number) => number }[] = [
  ...[0.0008, 0.002, 0.01, 0.03, 0.049, 0.1, 0.5].map((size) => ({
    name: `+${size * 100} %`,
    push: () => size,
  })),
  { name: '-3 %', push: () => -0.03 },
  { name: 'creeping', push: (tick) => Math.min(0.5, 0.0005 * (tick - STARTS_AT)) },
  { name: 'switching', push: (tick) => (tick % 2 === 0 ? 0.04 : -0.04) },
];

/** Hostile exchanges agree on one price, follow the truth with it, and quote it tightly. */
function attack(
  name: string,
  members: (exchanges: readonly SimulatedExchange[], random: Random) => readonly number[],
  volumeShare: number,
): Scenario[] {
  return PUSHES.map(({ name: push, push: pushAt }) => ({
    name: `${name} ${push}`,
    start: (exchanges, random) => {
      const hostile = members(exchanges, random);
      return (served, tick, truth) => {
        if (tick < STARTS_AT) return;
        const price = truth * (1 + pushAt(tick));
        for (const i of hostile) {
          const jittered = price * (1 + 0.00001 * random.normal());
          served[i] = { ...served[i]!, last: jittered, bid: jittered * 0.9999, ask: jittered * 1.0001 };
        }
        fakeVolume(served, hostile, volumeShare);
      };
    },
  }));
}

/** Some of tier A and some of tier B. */
function ofTiers(
  exchanges: readonly SimulatedExchange[],
  random: Random,
  shareOfA: number,
  count: number,
): number[] {
  const tierA = random.shuffled(indices(exchanges).filter((i) => exchanges[i]!.trust === 1));
  const tierB = random.shuffled(indices(exchanges).filter((i) => exchanges[i]!.trust < 1));
  const fromA = tierA.slice(0, Math.floor(tierA.length * shareOfA));
  return [...fromA, ...tierB.slice(0, count - fromA.length)];
}

/** Random exchanges of any tier, until they have about 45 % of the volume. */
function holdersOfVolume(exchanges: readonly SimulatedExchange[], random: Random): number[] {
  const total = exchanges.reduce((sum, { volume }) => sum + volume, 0);
  const members: number[] = [];
  let held = 0;
  let trusted = 0;
  const maxTrusted = Math.floor(exchanges.filter(({ trust }) => trust === 1).length * 0.45);
  for (const i of random.shuffled(indices(exchanges))) {
    const { volume, trust } = exchanges[i]!;
    if (held + volume > 0.45 * total || members.length >= exchanges.length * 0.45) continue;
    if (trust === 1 && trusted >= maxTrusted) continue;
    members.push(i);
    held += volume;
    if (trust === 1) trusted++;
  }
  return members;
}

export const T1 = attack('T1', holdersOfVolume, 0.45);
export const T2 = attack(
  'T2',
  (exchanges, random) => ofTiers(exchanges, random, 0.45, Math.floor(exchanges.length * 0.45)),
  0.95,
);
export const T3 = attack(
  'T3',
  (exchanges, random) => ofTiers(exchanges, random, 1 / 3, Math.floor(exchanges.length * 0.6)),
  0.4,
);

/** One of few exchanges goes wrong: how the smallest of this many changes its price. */
export const THIN_MARKETS: readonly { readonly exchanges: number; readonly scenario: Scenario }[] = [
  { exchanges: 1, scenario: { ...CLEAN, name: '1 exchange, clean' } },
  { exchanges: 1, scenario: oneWrong('1 exchange, x 100 for 10 ticks of 40', 100, 10) },
  { exchanges: 2, scenario: oneWrong('2 exchanges, one x 100', 100) },
  { exchanges: 3, scenario: oneWrong('3 exchanges, one +3 %', 1.03) },
  { exchanges: 5, scenario: oneWrong('5 exchanges, one +3 %', 1.03) },
];

function oneWrong(name: string, factor: number, ticksOfForty = 40): Scenario {
  return {
    name,
    start: (exchanges) => (served, tick) => {
      const i = exchanges.length - 1;
      if (tick >= STARTS_AT && (tick - STARTS_AT) % 40 < ticksOfForty) served[i] = scaled(served[i]!, factor);
    },
  };
}
