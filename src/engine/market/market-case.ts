import { SLOT_MS, type Millis } from '../../core/time.ts';
import { quorumAnchor } from './anchor.ts';
import { isContested } from './contested.ts';
import { heldInContest, NO_HOLD, wasReleased } from './hold.ts';
import {
  CARRIED,
  kept,
  NO_FLAGS,
  NO_MEMORY,
  real,
  SPLIT,
  SUSPECT,
  THIN,
  type MarketMemory,
  type MarketOutcome,
} from './market-outcome.ts';
import type { MarketView } from './market-view.ts';
import type { Methodology } from '../methodology.ts';
import { clampedAverage, isNear, movedAmong, refuseOutliers, spreadOf } from './mwa.ts';
import { isSplit, quorumsOf, type Quorums } from './quorums.ts';
import { leansOnFew, reachOfOne } from './resistance.ts';
import { screenMarket, type ScreenCounts } from './screen-market.ts';
import { decideThin } from './thin-market.ts';

export interface MarketContext {
  readonly at: Millis;
  readonly memory: MarketMemory;
  /** The price implied by the other markets; 0 if they imply none, undefined if it is not known yet. */
  readonly crossRate: number | undefined;
}

/** The published value of one market at one tick; undefined if it needs a cross rate that is not known yet. */
export function decideMarket(
  view: MarketView,
  { at, memory, crossRate }: MarketContext,
): MarketOutcome | undefined {
  const { mwa } = view.methodology;
  const known = withinCarry(memory, at, view.methodology);
  const counts = screenMarket(view, at);
  if (counts.accepted === 0) return carried(known, counts, at, view.methodology);
  if (counts.accepted < mwa.quorum || counts.effective <= mwa.effectiveExchanges)
    return crossRate === undefined
      ? undefined
      : decideThin(view, { memory: known, before: memory, crossRate, counts, at });
  // A single fresh tier A exchange among quiet ones does not represent the trusted exchanges.
  const trusted = counts.effectiveTrusted > mwa.effectiveExchanges ? counts.trusted : 0;
  const quorums = quorumsOf(view, trusted, crossRate);
  return quorums && decideByQuorum(view, known, quorums, counts, crossRate);
}

/** A value that was last real longer ago than it may be carried is not used for any purpose. */
function withinCarry(memory: MarketMemory, at: Millis, { mwa }: Methodology): MarketMemory {
  return at - memory.realAt <= mwa.carryMs ? memory : { ...NO_MEMORY, hold: memory.hold };
}

/** Without an accepted ticker, the value is carried; only for a short time if no ticker was even read. */
function carried(
  memory: MarketMemory,
  { tooOld }: ScreenCounts,
  at: Millis,
  { mwa }: Methodology,
): MarketOutcome {
  const isUnread = tooOld > 0;
  const isOver = isUnread && at - memory.realAt > mwa.unreadCarryTicks * SLOT_MS;
  return { ...kept(isOver ? { ...memory, price: 0 } : memory, CARRIED, memory.hold), isUnread };
}

function decideByQuorum(
  view: MarketView,
  memory: MarketMemory,
  quorums: Quorums,
  counts: ScreenCounts,
  crossRate: number | undefined,
): MarketOutcome | undefined {
  const { methodology } = view;
  const {
    outlier,
    split,
    fewExchanges,
    contestedBeyond,
    clamp,
    oneExchangeReach: maxReach,
  } = methodology.mwa;
  const { r } = quorums;
  const reach = maxReach < Infinity ? reachOfOne(view, quorums) : undefined;
  const isLeaning = leansOnFew(view, r);
  const left = refuseOutliers(view, r, outlier);
  if (left === 0) return kept(memory, SUSPECT | SPLIT, memory.hold, quorums);
  const average = clampedAverage(view, r);
  const anchor = quorumAnchor(memory.anchor, average.price, methodology);
  const isTorn = counts.effective <= fewExchanges && spreadOf(view) > split * r;
  const isUntrusted = reach !== undefined && average.trust === 0;
  const isReachable = reach !== undefined && reach > maxReach;
  const contested = reach !== undefined && left < counts.accepted && isContested(view);
  const flags =
    (isSplit(quorums, split) || isLeaning || contested ? SPLIT : NO_FLAGS) |
    (isTorn || isReachable || isUntrusted ? THIN : NO_FLAGS);
  // One exchange can move a quorum only by its reach. A reach below what makes a GWA thin does not make the market weak.
  const weak =
    reach === undefined ? undefined : average.untrusted && (isUntrusted || reach > methodology.gwa.thinMove);
  const oneExchangeReach = reach === undefined ? undefined : reach + clamp;
  const believed = { ...real(average, flags, NO_HOLD, anchor, quorums, weak), oneExchangeReach };
  if (!contested || memory.anchor === 0 || isNear(average.price, memory.anchor, contestedBeyond))
    return believed;
  if (crossRate === undefined) return undefined;
  if (crossRate > 0 && isNear(average.price, crossRate, methodology.mwa.gateToCrossRate)) return believed;
  const hold = heldInContest(memory.hold, average.price, movedAmong(view), methodology);
  if (wasReleased(hold, methodology))
    return { ...real(average, flags, hold, average.price, quorums, weak), oneExchangeReach };
  return kept(memory, hold.ticks <= methodology.mwa.holdTicks ? SUSPECT | SPLIT : CARRIED, hold, quorums);
}
