import { isReal, maskOf, type FlagMask } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import { movedAnchor, quorumAnchor } from './anchor.ts';
import type { MarketView } from './market-view.ts';
import type { Methodology } from '../methodology.ts';
import {
  isNear,
  readmitOutliers,
  refuseOutliers,
  spreadOf,
  clampedAverage,
  weightedAverage,
  type WeightedAverage,
} from './mwa.ts';
import { isSplit, quietQuorumOf, quorumsOf, type QuietQuorum, type Quorums } from './quorums.ts';
import { screenMarket, type ScreenCounts } from './screen-market.ts';

const NO_FLAGS = 0;
const SPLIT = maskOf('SPLIT');
const SUSPECT = maskOf('SUSPECT');
const CARRIED = maskOf('CARRIED');
const THIN = maskOf('THIN');
const SINGLE_SOURCE = maskOf('SINGLE_SOURCE');

/** For how many ticks in a row no exchange of a thin market passed its gate, and in how many of them it moved. */
export interface Hold {
  readonly ticks: number;
  readonly moves: number;
  /** The price that began it; 0 without a hold. */
  readonly from: number;
}

/** What a market brings along from the tick before. */
export interface MarketMemory {
  /** The last value; 0 where there is none. */
  readonly price: number;
  readonly volume: number;
  readonly exchanges: number;
  /** When that value was real. */
  readonly realAt: Millis;
  readonly hold: Hold;
  /** The slow average of its real values; 0 where there is none. */
  readonly anchor: number;
  /** How much the exchanges behind the last value are trusted, all together. */
  readonly trust: number;
  /** Whether the last value came from a thin market with an exchange that is not of tier A. */
  readonly weak: boolean;
}

export interface MarketContext {
  readonly at: Millis;
  readonly memory: MarketMemory;
  /** What the other markets imply; 0 where they imply nothing, undefined where that is not known yet. */
  readonly crossRate: number | undefined;
}

/** One row of the case table, with the numbers behind it. */
export interface MarketOutcome {
  /** 0: no tick. */
  readonly price: number;
  readonly volume: number;
  readonly exchanges: number;
  readonly flags: FlagMask;
  readonly quorums: Quorums | undefined;
  /** Of a market that is thin although it has exchanges enough for a quorum. */
  readonly quiet: QuietQuorum | undefined;
  readonly hold: Hold;
  /** Ticks of the hold that the market is in, or came out of at this tick. */
  readonly heldTicks: number;
  readonly anchor: number;
  readonly trust: number;
  readonly weak: boolean;
}

export const NO_HOLD: Hold = { ticks: 0, moves: 0, from: 0 };
export const NO_MEMORY: MarketMemory = {
  price: 0,
  volume: 0,
  exchanges: 0,
  realAt: 0,
  hold: NO_HOLD,
  anchor: 0,
  trust: 0,
  weak: false,
};
const MOST_MOVES = 255;

/** The published value of one market at one tick; undefined where it needs a cross rate that is not known yet. */
export function decideMarket(view: MarketView, context: MarketContext): MarketOutcome | undefined {
  const { at, crossRate } = context;
  const { mwa } = view.methodology;
  const memory = withinCarry(context.memory, at, view.methodology);
  const counts = screenMarket(view, at);
  if (counts.accepted === 0) return kept(memory, CARRIED, memory.hold);
  if (counts.accepted < mwa.quorum || counts.effective <= mwa.effectiveExchanges) {
    return crossRate === undefined ? undefined : decideThin(view, memory, crossRate, counts);
  }
  // One that is fresh among quiet ones does not speak for the trusted either.
  const trusted = counts.effectiveTrusted > mwa.effectiveExchanges ? counts.trusted : 0;
  const quorums = quorumsOf(view, trusted, crossRate);
  return quorums && decideByQuorum(view, memory, quorums, counts.effective);
}

/** What the market takes along to the next tick. */
export function remember(outcome: MarketOutcome, before: MarketMemory, at: Millis): MarketMemory {
  const { price, volume, exchanges, flags, hold, anchor, trust, weak } = outcome;
  const realAt = price > 0 && isReal(flags) ? at : before.realAt;
  return { price, volume, exchanges, hold, realAt, anchor, trust, weak };
}

/** A value that was last real longer ago than it may be carried is no value any more, for no purpose. */
function withinCarry(memory: MarketMemory, at: Millis, { mwa }: Methodology): MarketMemory {
  return at - memory.realAt <= mwa.carryMs ? memory : { ...NO_MEMORY, hold: memory.hold };
}

function kept(memory: MarketMemory, flags: FlagMask, hold: Hold, quorums?: Quorums): MarketOutcome {
  const { price, volume, exchanges, anchor, trust, weak } = memory;
  return {
    price,
    volume,
    exchanges,
    flags: price > 0 ? flags : NO_FLAGS,
    quorums,
    quiet: undefined,
    hold,
    heldTicks: hold.ticks,
    anchor,
    trust,
    weak,
  };
}

/** Whether a real value came from a thin market with an exchange that is not of tier A. */
export function isWeak(flags: FlagMask, untrusted: boolean): boolean {
  return untrusted && (flags & (THIN | SINGLE_SOURCE)) !== 0;
}

function real(
  { price, volume, exchanges, trust, untrusted }: WeightedAverage,
  flags: FlagMask,
  hold: Hold,
  anchor: number,
  quorums?: Quorums,
): MarketOutcome {
  const weak = isWeak(flags, untrusted);
  const heldTicks = hold.ticks;
  return {
    price,
    volume,
    exchanges,
    flags,
    quorums,
    quiet: undefined,
    hold,
    heldTicks,
    anchor,
    trust,
    weak,
  };
}

function decideByQuorum(
  view: MarketView,
  memory: MarketMemory,
  quorums: Quorums,
  effective: number,
): MarketOutcome {
  const { outlier, split, fewExchanges } = view.methodology.mwa;
  const { r } = quorums;
  const left = refuseOutliers(view, r, outlier);
  if (left === 0) return kept(memory, SUSPECT | SPLIT, memory.hold, quorums);
  const average = clampedAverage(view, r);
  const anchor = quorumAnchor(memory.anchor, average.price, view.methodology);
  const isTorn = effective <= fewExchanges && spreadOf(view) > split * r;
  const flags = (isSplit(quorums, split) ? SPLIT : NO_FLAGS) | (isTorn ? THIN : NO_FLAGS);
  return real(average, flags, NO_HOLD, anchor, quorums);
}

/** One or two exchanges, or few that are fresh, are no quorum: they are believed while something else agrees with them. */
function decideThin(
  view: MarketView,
  memory: MarketMemory,
  crossRate: number,
  counts: ScreenCounts,
): MarketOutcome {
  const { methodology } = view;
  const { mwa } = methodology;
  const anchor = gateAnchor(memory, methodology);
  const gate = crossRate || anchor;
  const share = crossRate ? mwa.gateToCrossRate : mwa.gateToAnchor;
  const left = gate ? refuseOutliers(view, gate, share) : counts.accepted;
  const flag = counts.accepted === 1 ? SINGLE_SOURCE : THIN;
  if (left > 0) {
    // Enough for a quorum, were they fresh: then none of them alone says where the market is, whatever volume it reports.
    const quiet = counts.accepted >= mwa.quorum ? quietQuorumOf(view, gate) : undefined;
    const passing = quiet ? clampedAverage(view, quiet.r) : weightedAverage(view, 0, Infinity);
    const passed = real(passing, flag, NO_HOLD, movedAnchor(memory.anchor, passing.price, methodology));
    return { ...passed, quiet };
  }

  readmitOutliers(view);
  const theirs = weightedAverage(view, 0, Infinity);
  const isReleased = wasReleased(memory.hold, methodology);
  const jumps = anchor > 0 && !isNear(theirs.price, anchor, mwa.gateToAnchor);
  if (isReleased && !jumps) {
    const hold = longer(memory.hold, counts.moved, methodology);
    const stays = real(theirs, flag, hold, movedAnchor(memory.anchor, theirs.price, methodology));
    // It came out of that hold at an earlier tick: what it says now has not been looked at for so long.
    return { ...stays, heldTicks: 0 };
  }
  const hold =
    isReleased || isAnother(theirs.price, memory.hold, methodology)
      ? { ticks: 1, moves: 0, from: theirs.price }
      : longer({ ...memory.hold, from: memory.hold.from || theirs.price }, counts.moved, methodology);
  // Accepted after a hold, the price is where the anchor starts again.
  if (wasReleased(hold, methodology)) return real(theirs, flag, hold, theirs.price);
  refuseOutliers(view, gate, share);
  return kept(memory, hold.ticks <= mwa.holdTicks ? SUSPECT : CARRIED, hold);
}

/** Without a half-life, the last value. */
function gateAnchor({ price, anchor }: MarketMemory, { mwa }: Methodology): number {
  return mwa.anchorHalfLifeTicks > 0 ? anchor : price;
}

/** The first tick of a hold is the jump itself, not a move of what jumped. */
function longer({ ticks, moves, from }: Hold, moved: boolean, { mwa }: Methodology): Hold {
  return {
    ticks: Math.min(ticks + 1, mwa.holdTicks + 1),
    moves: ticks > 0 && moved ? Math.min(moves + 1, MOST_MOVES) : moves,
    from,
  };
}

/** Whether what is offered is no longer what a hold began with. */
function isAnother(price: number, { ticks, from }: Hold, { mwa }: Methodology): boolean {
  return mwa.holdsAnew && ticks > 0 && from > 0 && !isNear(price, from, mwa.gateToAnchor);
}

/**
 * Once a hold has ended in the exchanges' favour they stay believed while their gate still fails, or a market that
 * really went its own way would be held again for 20 of every 21 ticks. But a second jump is held like the first.
 */
function wasReleased(hold: Hold, { mwa }: Methodology): boolean {
  return hold.ticks > mwa.holdTicks && hold.moves >= mwa.movesToRelease;
}
