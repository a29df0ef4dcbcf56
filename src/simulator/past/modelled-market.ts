import type { Methodology } from '../../engine/methodology.ts';
import type { SimulatedListing } from '../simulated-listing.ts';
import { isSteady } from '../runs/steady-run.ts';

/** A market that is published: one with at least one qualified listing. */
export interface ModelledMarket {
  readonly marketId: string;
  /** Hash of seed and market. */
  readonly key: number;
  /** Positions of the assets in the world. */
  readonly base: number;
  readonly quote: number;
  /** The qualified ones. */
  readonly steady: readonly SimulatedListing[];
  readonly rare: readonly SimulatedListing[];
  /** How many times the volume of the others its largest listings may trade: of tier A, and not of tier A. */
  readonly dominance: Dominance;
  /** Whether other markets say what its base and quote are worth, as the engine has it. */
  readonly implied: boolean;
  /** Slots at which rare listings are shown again after they were not: a reader sees them move then. */
  readonly returns?: ReadonlyMap<SimulatedListing, readonly number[]>;
}

export interface Dominance {
  readonly trusted: number;
  readonly untrusted: number;
}

export function modelledMarket(listings: readonly SimulatedListing[]): ModelledMarket {
  const { marketId, marketKey: key, base, quote } = listings[0]!;
  const rare = listings.filter((listing) => !isSteady(listing));
  const steady = listings.filter(isSteady);
  return { marketId, key, base, quote, steady, rare, dominance: dominanceOf(steady, rare), implied: false };
}

/** Whether the trusted alone say what it is worth, so that others are compared with it. */
export function hasTrustedQuorum({ steady, rare }: ModelledMarket): boolean {
  return [...steady, ...rare].filter(({ tier }) => tier === 'A').length >= QUORUM;
}

/** Whether one listing may trade so much more than the others that the methodology does not believe all of it. */
export function isDominated({ dominance }: ModelledMarket, { mwa }: Methodology): boolean {
  return (
    dominance.trusted * DAYS_DIFFER_TIMES > mwa.believedTimes ||
    dominance.untrusted * DAYS_DIFFER_TIMES > mwa.believedTimesUntrusted
  );
}

/** Single days differ from average ones by less than this. */
const DAYS_DIFFER_TIMES = 5;
const QUORUM = 3;

/** Steady listings always contribute; of the rare ones as few as make a quorum may, and those that trade least. */
function dominanceOf(steady: readonly SimulatedListing[], rare: readonly SimulatedListing[]): Dominance {
  if (steady.length + rare.length < QUORUM) return { trusted: 0, untrusted: 0 };
  const ascending = rare.map(({ usdPerDay }) => usdPerDay).toSorted((a, b) => a - b);
  const others = [
    ...steady.map(({ usdPerDay }) => usdPerDay),
    ...ascending.slice(0, Math.max(0, QUORUM - steady.length)),
  ];
  const least = others.reduce((sum, usd) => sum + usd, 0) - Math.max(...others);
  const largest = (isTrusted: boolean) =>
    [...steady, ...rare]
      .filter(({ tier }) => (tier === 'A') === isTrusted)
      .reduce((most, { usdPerDay }) => Math.max(most, usdPerDay), 0);
  return { trusted: largest(true) / least, untrusted: largest(false) / least };
}
