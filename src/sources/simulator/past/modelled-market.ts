import type { SimulatedListing } from '../simulated-listing.ts';
import { isSteady } from '../steady-run.ts';

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
  /** Whether one listing may trade so much more than the others that not all of it is believed. */
  readonly dominated: boolean;
  /** Whether other markets say what its base and quote are worth, as the engine has it. */
  readonly implied: boolean;
  /** Slots at which rare listings are shown again after they were not: a reader sees them move then. */
  readonly returns?: ReadonlyMap<SimulatedListing, readonly number[]>;
}

export function modelledMarket(listings: readonly SimulatedListing[]): ModelledMarket {
  const { marketId, marketKey: key, base, quote } = listings[0]!;
  const rare = listings.filter((listing) => !isSteady(listing));
  const steady = listings.filter(isSteady);
  const dominated = isDominated(steady, rare);
  return { marketId, key, base, quote, steady, rare, dominated, implied: false };
}

/** Whether the trusted alone say what it is worth, so that others are compared with it. */
export function hasTrustedQuorum({ steady, rare }: ModelledMarket): boolean {
  return [...steady, ...rare].filter(({ tier }) => tier === 'A').length >= QUORUM;
}

/** Well below what the methodology asks for: single days differ from average ones. */
const DOMINATES_TIMES = 4;
const QUORUM = 3;

/** Steady listings always contribute; of the rare ones as few as make a quorum may, and those that trade least. */
function isDominated(steady: readonly SimulatedListing[], rare: readonly SimulatedListing[]): boolean {
  if (steady.length + rare.length < QUORUM) return false;
  const ascending = (listings: readonly SimulatedListing[]) =>
    listings.map(({ usdADay }) => usdADay).toSorted((a, b) => a - b);
  const [fromSteady, fromRare] = [ascending(steady), ascending(rare)];
  const largest = Math.max(fromSteady.at(-1) ?? 0, fromRare.at(-1) ?? 0);
  const others = [...fromSteady, ...fromRare.slice(0, Math.max(0, QUORUM - steady.length))];
  const least = others.reduce((sum, usd) => sum + usd, 0) - Math.max(...others);
  return largest > DOMINATES_TIMES * least;
}
