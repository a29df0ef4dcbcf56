import { isReal, maskOf, type FlagMask } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import type { MarketView } from './market-view.ts';
import type { Methodology } from '../methodology.ts';
import { isNear, readmitOutliers, refuseOutliers, weightedAverage, type WeightedAverage } from './mwa.ts';
import { isSplit, quorumsOf, type Quorums } from './quorums.ts';
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
  readonly hold: Hold;
}

export const NO_HOLD: Hold = { ticks: 0, moves: 0 };
export const NO_MEMORY: MarketMemory = { price: 0, volume: 0, exchanges: 0, realAt: 0, hold: NO_HOLD };
const MOST_MOVES = 255;

/** The published value of one market at one tick; undefined where it needs a cross rate that is not known yet. */
export function decideMarket(view: MarketView, context: MarketContext): MarketOutcome | undefined {
  const { at, crossRate } = context;
  const { mwa } = view.methodology;
  const memory = withinCarry(context.memory, at, view.methodology);
  const counts = screenMarket(view, at);
  if (counts.accepted === 0) return kept(memory, CARRIED, memory.hold);
  if (counts.accepted < mwa.quorum) {
    return crossRate === undefined ? undefined : decideThin(view, memory, crossRate, counts);
  }
  const quorums = quorumsOf(view, counts.trusted, crossRate);
  return quorums && decideByQuorum(view, memory, quorums);
}

/** What the market takes along to the next tick. */
export function remember(outcome: MarketOutcome, before: MarketMemory, at: Millis): MarketMemory {
  const { price, volume, exchanges, flags, hold } = outcome;
  return { price, volume, exchanges, hold, realAt: price > 0 && isReal(flags) ? at : before.realAt };
}

/** A value that was last real longer ago than it may be carried is no value any more, for no purpose. */
function withinCarry(memory: MarketMemory, at: Millis, { mwa }: Methodology): MarketMemory {
  return at - memory.realAt <= mwa.carryMs ? memory : { ...NO_MEMORY, hold: memory.hold };
}

function kept(memory: MarketMemory, flags: FlagMask, hold: Hold, quorums?: Quorums): MarketOutcome {
  const { price, volume, exchanges } = memory;
  return { price, volume, exchanges, flags: price > 0 ? flags : NO_FLAGS, quorums, hold };
}

function real(average: WeightedAverage, flags: FlagMask, hold: Hold, quorums?: Quorums): MarketOutcome {
  const { price, volume, exchanges } = average;
  return { price, volume, exchanges, flags, quorums, hold };
}

function decideByQuorum(view: MarketView, memory: MarketMemory, quorums: Quorums): MarketOutcome {
  const { outlier, clamp, split } = view.methodology.mwa;
  const { r } = quorums;
  const left = refuseOutliers(view, r, outlier);
  if (left === 0) return kept(memory, SUSPECT | SPLIT, memory.hold, quorums);
  const average = weightedAverage(view, r * (1 - clamp), r * (1 + clamp));
  return real(average, isSplit(quorums, split) ? SPLIT : NO_FLAGS, NO_HOLD, quorums);
}

/** One or two exchanges are no quorum: they are believed while something else agrees with them. */
function decideThin(
  view: MarketView,
  memory: MarketMemory,
  crossRate: number,
  counts: ScreenCounts,
): MarketOutcome {
  const { mwa } = view.methodology;
  const gate = crossRate || memory.price;
  const share = crossRate ? mwa.gateToCrossRate : mwa.gateToLastValue;
  const left = gate ? refuseOutliers(view, gate, share) : counts.accepted;
  const flag = counts.accepted === 1 ? SINGLE_SOURCE : THIN;
  if (left > 0) return real(weightedAverage(view, 0, Infinity), flag, NO_HOLD);

  const hold = longer(memory.hold, counts.moved, view.methodology);
  if (hold.ticks <= mwa.holdTicks) return kept(memory, SUSPECT, hold);
  if (hold.moves < mwa.movesToRelease) return kept(memory, CARRIED, hold);
  readmitOutliers(view);
  const theirs = weightedAverage(view, 0, Infinity);
  if (!wasReleased(memory.hold, view.methodology) || !jumps(theirs.price, memory, view.methodology)) {
    return real(theirs, flag, hold);
  }
  refuseOutliers(view, gate, share);
  return kept(memory, SUSPECT, { ticks: 1, moves: 0 });
}

/** The first tick of a hold is the jump itself, not a move of what jumped. */
function longer({ ticks, moves }: Hold, moved: boolean, { mwa }: Methodology): Hold {
  return {
    ticks: Math.min(ticks + 1, mwa.holdTicks + 1),
    moves: ticks > 0 && moved ? Math.min(moves + 1, MOST_MOVES) : moves,
  };
}

/**
 * Once a hold has ended in the exchanges' favour they stay believed while their gate still fails, or a market that
 * really went its own way would be held again for 20 of every 21 ticks. But a second jump is held like the first.
 */
function wasReleased(hold: Hold, { mwa }: Methodology): boolean {
  return hold.ticks > mwa.holdTicks && hold.moves >= mwa.movesToRelease;
}

function jumps(price: number, memory: MarketMemory, { mwa }: Methodology): boolean {
  return memory.price > 0 && !isNear(price, memory.price, mwa.gateToLastValue);
}
