import type { Millis } from '../../core/time.ts';
import { movedAnchor } from './anchor.ts';
import { beginHold, heldInContest, heldOnce, longer, NO_HOLD, wasReleased } from './hold.ts';
import {
  CARRIED,
  kept,
  NO_FLAGS,
  real,
  SINGLE_SOURCE,
  SUSPECT,
  THIN,
  type MarketMemory,
  type MarketOutcome,
} from './market-outcome.ts';
import type { MarketView } from './market-view.ts';
import type { Methodology } from '../methodology.ts';
import {
  clampedAverage,
  isNear,
  movedAmong,
  readmitOutliers,
  refuseOutliers,
  swapOutliers,
  weightedAverage,
} from './mwa.ts';
import { medianOfThree, quietQuorumOf } from './quorums.ts';
import { ACCEPTED, OUTLIER } from './screen.ts';
import type { ScreenCounts } from './screen-market.ts';

export interface ThinContext {
  readonly memory: MarketMemory;
  /** The same, including a value that is too old to be carried. */
  readonly before: MarketMemory;
  /** 0 if the other markets imply no rate. */
  readonly crossRate: number;
  readonly counts: ScreenCounts;
  readonly at: Millis;
}

/** The range in which a price is accepted: within `share` of `price`. */
interface Gate {
  readonly price: number;
  readonly share: number;
  /** How far one exchange can move a value within the gate; undefined if the rules do not define this. */
  readonly reach: number | undefined;
}

/** One or two exchanges, or few fresh ones, are not a quorum: they are accepted while something else confirms their price. */
export function decideThin(view: MarketView, context: ThinContext): MarketOutcome {
  const { memory, crossRate, counts } = context;
  const { methodology } = view;
  const gate = gateOf(view, context);
  if (!gate) return decideUngated(view, context);
  const left = refuseOutliers(view, gate.price, gate.share);
  const isDisputed = left > 0 && left < counts.accepted && crossRate === 0;
  if (isDisputed && outweighs(view, OUTLIER, ACCEPTED)) return followOutliers(view, context, gate);
  if (left > 0) return passedGate(view, context, gate);

  readmitOutliers(view);
  const flag = flagOf(counts);
  const theirs = weightedAverage(view, 0, Infinity);
  const isReleased = wasReleased(memory.hold, methodology);
  const anchor = gateAnchor(memory, methodology);
  const jumps = anchor > 0 && !isNear(theirs.price, anchor, methodology.mwa.gateToAnchor);
  const reach = { oneExchangeReach: gate.reach };
  if (isReleased && !jumps) {
    const hold = longer(memory.hold, counts.moved, methodology);
    const stays = real(theirs, flag, hold, movedAnchor(memory.anchor, theirs.price, methodology));
    // That hold was released at an earlier tick, so its ticks do not count for the present price.
    return { ...stays, ...reach, heldTicks: 0 };
  }
  const hold = isReleased
    ? beginHold(theirs.price)
    : heldOnce(memory.hold, theirs.price, counts.moved, methodology);
  // The anchor restarts at the price that is accepted after a hold.
  if (wasReleased(hold, methodology)) return { ...real(theirs, flag, hold, theirs.price), ...reach };
  refuseOutliers(view, gate.price, gate.share);
  return kept(memory, hold.ticks <= methodology.mwa.holdTicks ? SUSPECT : CARRIED, hold);
}

/**
 * The gate is around the cross rate, else the anchor, else for a first value the ratio of its assets' USD values, else the last
 * known anchor.
 */
function gateOf(
  { methodology, usd }: MarketView,
  { memory, before, crossRate, at }: ThinContext,
): Gate | undefined {
  const { gateToCrossRate, gateToAnchor, firstGateMaxAgeMs, oneExchangeReach } = methodology.mwa;
  const around = (price: number, share: number): Gate => ({
    price,
    share,
    reach: oneExchangeReach < Infinity ? share : undefined,
  });
  if (crossRate > 0) return around(crossRate, gateToCrossRate);
  const anchor = gateAnchor(memory, methodology);
  if (anchor > 0) return around(anchor, gateToAnchor);
  if (firstGateMaxAgeMs === 0) return undefined;
  if (usd.base > 0 && usd.quote > 0) return around(usd.base / usd.quote, gateToAnchor);
  if (before.anchor > 0 && at - before.realAt <= firstGateMaxAgeMs)
    return around(before.anchor, gateToAnchor);
  return undefined;
}

/** Without a half-life, the anchor is the last value. */
function gateAnchor({ price, anchor }: MarketMemory, { mwa }: Methodology): number {
  return mwa.anchorHalfLifeTicks > 0 ? anchor : price;
}

function flagOf({ accepted }: ScreenCounts) {
  return accepted === 1 ? SINGLE_SOURCE : THIN;
}

/** The value of the exchanges that pass the gate; at least one does. */
function passedGate(
  view: MarketView,
  { memory, crossRate, counts }: ThinContext,
  gate: Gate | undefined,
): MarketOutcome {
  const { methodology } = view;
  const { quorum, pairWithin, clamp } = methodology.mwa;
  const pair = pairWithin > 0 && crossRate > 0 ? acceptedPair(view, counts) : undefined;
  if (pair) {
    const r = medianOfThree(...pair, crossRate);
    const furthest = Math.max(...[...pair, crossRate].map((price) => Math.abs(price - r))) / r;
    const isNarrow = furthest <= pairWithin;
    const average = clampedAverage(view, r);
    const flags = isNarrow ? NO_FLAGS : THIN;
    const passed = real(average, flags, NO_HOLD, movedAnchor(memory.anchor, average.price, methodology));
    return { ...passed, quiet: { r }, oneExchangeReach: isNarrow ? furthest + clamp : gate?.reach };
  }
  // There would be enough for a quorum if they were fresh: then no single exchange can set the price, whatever volume it reports.
  const quiet = counts.accepted >= quorum ? quietQuorumOf(view, gate?.price ?? 0) : undefined;
  const average = quiet ? clampedAverage(view, quiet.r) : weightedAverage(view, 0, Infinity);
  const anchor = movedAnchor(memory.anchor, average.price, methodology);
  return { ...real(average, flagOf(counts), NO_HOLD, anchor), quiet, oneExchangeReach: gate?.reach };
}

/** The prices of a market's only two exchanges, if both pass the gate. */
function acceptedPair({ screened, from, to }: MarketView, { accepted }: ScreenCounts) {
  if (accepted !== 2) return undefined;
  const prices: number[] = [];
  for (let i = from; i < to; i++) if (screened.outcome[i] === ACCEPTED) prices.push(screened.price[i]!);
  const [a, b] = prices;
  return a === undefined || b === undefined ? undefined : ([a, b] as const);
}

/**
 * Handles a disagreement without a cross rate in which the exchanges outside the gate have more trust. The last value is held.
 * Afterwards their price becomes the value if they kept moving; otherwise the value of the exchanges inside the gate continues,
 * and the hold as well.
 */
function followOutliers(view: MarketView, context: ThinContext, gate: Gate): MarketOutcome {
  const { memory } = context;
  const { methodology } = view;
  swapOutliers(view);
  const theirs = weightedAverage(view, 0, Infinity);
  const hold = heldInContest(memory.hold, theirs.price, movedAmong(view), methodology);
  if (wasReleased(hold, methodology))
    return { ...real(theirs, THIN, hold, theirs.price), oneExchangeReach: gate.reach };
  swapOutliers(view);
  if (hold.ticks <= methodology.mwa.holdTicks) return kept(memory, SUSPECT, hold);
  return { ...passedGate(view, context, gate), hold, heldTicks: 0 };
}

/** A first value without anything to compare it with: prices that lie far apart give no value until one side is confirmed. */
function decideUngated(view: MarketView, context: ThinContext): MarketOutcome {
  const { memory } = context;
  const { methodology } = view;
  const { firstGateMaxAgeMs, gateToAnchor } = methodology.mwa;
  const gap = firstGateMaxAgeMs > 0 ? widestGap(view, gateToAnchor) : undefined;
  if (gap === undefined) return passedGate(view, context, undefined);
  refuseAbove(view, gap);
  if (!outweighs(view, ACCEPTED, OUTLIER)) {
    swapOutliers(view);
    if (!outweighs(view, ACCEPTED, OUTLIER)) {
      refuseAbove(view, 0);
      return kept(memory, NO_FLAGS, NO_HOLD);
    }
  }
  const theirs = weightedAverage(view, 0, Infinity);
  const hold = heldInContest(memory.hold, theirs.price, movedAmong(view), methodology);
  return wasReleased(hold, methodology)
    ? { ...real(theirs, THIN, hold, theirs.price), oneExchangeReach: gateToAnchor }
    : kept(memory, NO_FLAGS, hold);
}

/** Whether one side's trust, weighted by freshness, exceeds the other side's trust, regardless of age, by the required factor. */
function outweighs(
  { tickers, screened, from, to, methodology }: MarketView,
  side: number,
  other: number,
): boolean {
  let [own, others] = [0, 0];
  for (let i = from; i < to; i++) {
    if (screened.outcome[i] === side) own += tickers.trust[i]! * screened.freshness[i]!;
    else if (screened.outcome[i] === other) others += tickers.trust[i]!;
  }
  return own > methodology.mwa.dominance * others;
}

/** The price below the widest gap, if the prices span more than `share` of the lowest. */
function widestGap({ screened, from, to }: MarketView, share: number): number | undefined {
  const prices: number[] = [];
  for (let i = from; i < to; i++) if (screened.outcome[i] === ACCEPTED) prices.push(screened.price[i]!);
  prices.sort((a, b) => a - b);
  if (isNear(prices.at(-1)!, prices[0]!, share)) return undefined;
  let below = prices[0]!;
  let widest = 0;
  for (let i = 1; i < prices.length; i++) {
    const ratio = prices[i]! / prices[i - 1]!;
    if (ratio > widest) [widest, below] = [ratio, prices[i - 1]!];
  }
  return below;
}

function refuseAbove({ screened, from, to }: MarketView, price: number): void {
  for (let i = from; i < to; i++)
    if (screened.outcome[i] === ACCEPTED && screened.price[i]! > price) screened.outcome[i] = OUTLIER;
}
