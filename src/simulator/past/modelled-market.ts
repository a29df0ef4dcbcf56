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
  /** The largest possible ratio of a listing's volume to that of all others: for listings of tier A, and for others. */
  readonly dominance: Dominance;
  /** Whether other markets imply its price, by the rules of the engine. */
  readonly implied: boolean;
  /** Slots at which rare listings are shown again after they were hidden: to a reader, they move then. */
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

/** Whether its trusted listings are a quorum by themselves, so that other markets are compared with it. */
export function hasTrustedQuorum({ steady, rare }: ModelledMarket): boolean {
  return [...steady, ...rare].filter(({ tier }) => tier === 'A').length >= QUORUM;
}

/** Whether one listing may trade so much more than the others that the methodology caps its volume. */
export function isDominated({ dominance }: ModelledMarket, { mwa }: Methodology): boolean {
  return (
    dominance.trusted * MAX_DAY_FACTOR > mwa.believedTimes ||
    dominance.untrusted * MAX_DAY_FACTOR > mwa.believedTimesUntrusted
  );
}

/** The volume of a day differs from that of an average day by less than this factor. */
const MAX_DAY_FACTOR = 5;
const QUORUM = 3;

/**
 * Steady listings always contribute. Of the rare ones, it assumes the fewest that make a quorum, and those with the
 * smallest volumes.
 */
function dominanceOf(steady: readonly SimulatedListing[], rare: readonly SimulatedListing[]): Dominance {
  if (steady.length + rare.length < QUORUM) return { trusted: 0, untrusted: 0 };
  const ascending = rare.map(({ usdPerDay }) => usdPerDay).toSorted((a, b) => a - b);
  const others = [
    ...steady.map(({ usdPerDay }) => usdPerDay),
    ...ascending.slice(0, Math.max(0, QUORUM - steady.length)),
  ];
  const minOthersUsd = others.reduce((sum, usd) => sum + usd, 0) - Math.max(...others);
  const largest = (isTrusted: boolean) =>
    [...steady, ...rare]
      .filter(({ tier }) => (tier === 'A') === isTrusted)
      .reduce((max, { usdPerDay }) => Math.max(max, usdPerDay), 0);
  return { trusted: largest(true) / minOthersUsd, untrusted: largest(false) / minOthersUsd };
}
