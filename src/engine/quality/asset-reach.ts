import { isReal, maskOf } from '../../core/index-value.ts';
import { residualOf } from '../gwa/asset-flags.ts';
import { isThin, type Opinion } from '../gwa/thin.ts';
import { ACCEPTED } from '../market/screen.ts';
import type { ResistanceInput } from './resistance-input.ts';

const SETTABLE = maskOf('THIN') | maskOf('SINGLE_SOURCE');
/** Represents the unknown exchange of a carried value. */
const UNKNOWN_EXCHANGE = -1;
const BISECTIONS = 20;
/** A deviation so large that the opinion has no weight: gives an exchange a pull other than 0. */
const VAGUE = 1e9;

/** What a market implies for an asset, and what its exchanges could make it imply. */
interface ReachableOpinion {
  readonly offset: number;
  readonly deviation: number;
  readonly exchanges: ReadonlySet<number>;
  /** Whether one exchange could set the market. */
  readonly isSettable: boolean;
  /** How far one exchange could move it, as a share. */
  readonly reach: number;
}

/**
 * How far one exchange, of any tier, could move a GWA, in logarithms: the largest move for which the `THIN` rule holds for some
 * exchange. That exchange sets thin markets, moves each market with a quorum by that market's own reach, and moves the GWA at
 * most as far as it can move one of them. Undefined if the GWA is carried or held, or is the US dollar.
 */
export function* assetReach(
  scene: ResistanceInput,
  asset: number,
): Generator<void, number | undefined, void> {
  const { reference, run, methodology } = scene;
  const { price, flags } = run.assets.outcomes[asset]!;
  if (asset === reference.usd || !(price > 0) || !isReal(flags)) return undefined;
  const { gwa } = methodology;
  const opinions = opinionsOf(scene, asset);
  const exchanges = [...new Set(opinions.flatMap((opinion) => [...opinion.exchanges]))].sort((a, b) => a - b);
  let furthest = 0;
  for (const exchange of exchanges) {
    for (const direction of [1, -1]) {
      const max = Math.min(furthestOf(opinions, exchange, direction), gwa.jump);
      if (max <= furthest) continue;
      const pushed = pushedBy(opinions, exchange, direction);
      const canMove = (move: number) => isThin(pushed, { ...gwa, thinMove: move });
      if (canMove(furthest)) furthest = largest(canMove, furthest, max, gwa.thinMove);
    }
    yield;
  }
  return furthest;
}

/**
 * The largest possible move between `from`, which is possible, and `max`. Tries `known` first: the rule is defined for that move.
 */
function largest(canMove: (move: number) => boolean, from: number, max: number, known: number): number {
  if (canMove(max)) return max;
  let [low, high] = [from, max];
  if (known > low && known < high) [low, high] = canMove(known) ? [known, high] : [low, known];
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = low + (high - low) / 2;
    if (canMove(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The furthest that the exchange could move one of its markets. */
function furthestOf(opinions: readonly ReachableOpinion[], exchange: number, direction: number): number {
  return opinions.reduce(
    (furthest, { offset, exchanges, reach }) =>
      exchanges.has(exchange) ? Math.max(furthest, direction * offset + reach) : furthest,
    0,
  );
}

function pushedBy(opinions: readonly ReachableOpinion[], exchange: number, direction: number): Opinion[] {
  const pushed = opinions.map(({ offset, deviation, exchanges, isSettable, reach }): Opinion => {
    if (!exchanges.has(exchange)) return { offset, deviation, settableBy: [] };
    if (isSettable) return { offset, deviation, settableBy: [exchange] };
    return { offset: offset + direction * reach, deviation, settableBy: [] };
  });
  return [...pushed, { offset: 0, deviation: VAGUE, settableBy: [exchange] }];
}

function opinionsOf({ reference, run, methodology }: ResistanceInput, asset: number): ReachableOpinion[] {
  const { base, quote, firstListing, listingExchange } = reference;
  const { outcomes, equations, screened } = run.markets;
  const { x, weight } = run.assets.rates;
  return reference.marketsOfAsset[asset]!.filter((m) => weight[m]! > 0).map((m) => {
    const { weak, flags, quorums, oneExchangeReach } = outcomes[m]!;
    const residual = residualOf(equations.value[m]!, x, base[m]!, quote[m]!);
    const exchanges = new Set<number>();
    for (let i = firstListing[m]!; i < firstListing[m + 1]!; i++)
      if (screened.outcome[i] === ACCEPTED) exchanges.add(listingExchange[i]!);
    const isSettable = weak || (!quorums && (flags & SETTABLE) !== 0);
    if (isSettable && exchanges.size === 0) exchanges.add(UNKNOWN_EXCHANGE);
    return {
      offset: base[m] === asset ? residual : -residual,
      deviation: equations.deviation[m]!,
      exchanges,
      isSettable,
      reach: oneExchangeReach ?? (isSettable ? methodology.mwa.gateToAnchor : 0),
    };
  });
}
