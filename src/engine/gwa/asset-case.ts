import { isReal, maskOf, type FlagMask } from '../../core/index-value.ts';
import { SLOT_MS, type Millis } from '../../core/time.ts';
import type { Methodology } from '../methodology.ts';
import { isNear } from '../market/mwa.ts';

const SUSPECT = maskOf('SUSPECT');
const CARRIED = maskOf('CARRIED');

/** What an asset brings along from the tick before. */
export interface AssetMemory {
  /** The last value; 0 where there is none. */
  readonly price: number;
  readonly realAt: Millis;
  /** For how many ticks in a row a jump has been held. */
  readonly holdTicks: number;
  /** What the last value rested on, which one that repeats it rests on too. */
  readonly flags: FlagMask;
}

export interface AssetOutcome {
  /** 0: no tick. */
  readonly price: number;
  readonly flags: FlagMask;
  readonly holdTicks: number;
}

/** What the solution says of one asset. */
export interface SolvedAsset {
  /** Rounded; 0 where the asset has no path to USD. */
  readonly price: number;
  /** Whether real markets of this tick support it: one that rests on carried values only is carried. */
  readonly fresh: boolean;
  /** What it rests on: THIN, SINGLE_SOURCE, SPLIT. */
  readonly flags: FlagMask;
  /** Whether enough markets and exchanges show the value itself. Asked only where it is a jump. */
  readonly confirmed: () => boolean;
  /** For how many ticks the market that shows it was held before. Asked only where it is a jump. */
  readonly heldTicks: () => number;
  /** Whether none of its markets has a ticker that was read recently. Asked only if it has no price. */
  readonly isUnread: () => boolean;
}

/** The GWA of one asset at one tick. */
export function decideAsset(
  solved: SolvedAsset,
  before: AssetMemory,
  at: Millis,
  { gwa }: Methodology,
): AssetOutcome {
  const last = at - before.realAt <= gwa.carryMs ? before.price : 0;
  if (!(solved.price > 0)) {
    const isOver = at - before.realAt > gwa.unreadCarryTicks * SLOT_MS && solved.isUnread();
    const price = isOver ? 0 : last;
    return { price, flags: price ? CARRIED | before.flags : 0, holdTicks: before.holdTicks };
  }
  const isJump = last > 0 && !isNear(solved.price, last, gwa.jump);
  if (isJump && !solved.confirmed()) {
    // A market that was held has been looked at for so long already.
    const held = Math.max(before.holdTicks, solved.heldTicks());
    if (held < gwa.holdTicks) return { price: last, flags: SUSPECT | before.flags, holdTicks: held + 1 };
  }
  const flags = solved.fresh ? solved.flags : CARRIED | before.flags | solved.flags;
  return { price: solved.price, flags, holdTicks: 0 };
}

export function rememberAsset(outcome: AssetOutcome, before: AssetMemory, at: Millis): AssetMemory {
  const { price, flags, holdTicks } = outcome;
  const isNew = price > 0 && isReal(flags);
  return { price, holdTicks, realAt: isNew ? at : before.realAt, flags: isNew ? flags : before.flags };
}
