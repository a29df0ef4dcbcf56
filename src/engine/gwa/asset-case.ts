import { isReal, maskOf, type FlagMask } from '../../core/index-value.ts';
import { SLOT_MS, type Millis } from '../../core/time.ts';
import type { Methodology } from '../methodology.ts';
import { isNear } from '../market/mwa.ts';

const SUSPECT = maskOf('SUSPECT');
const CARRIED = maskOf('CARRIED');

/** The state that an asset carries over from the previous tick. */
export interface AssetMemory {
  /** The last value; 0 if there is none. */
  readonly price: number;
  readonly realAt: Millis;
  /** The number of consecutive ticks for which a jump has been held. */
  readonly holdTicks: number;
  /** The flags of the last value, which a repeated value keeps. */
  readonly flags: FlagMask;
}

export interface AssetOutcome {
  /** 0 means that there is no tick. */
  readonly price: number;
  readonly flags: FlagMask;
  readonly holdTicks: number;
}

/** The solution for one asset. */
export interface SolvedAsset {
  /** Rounded; 0 if the asset has no path to USD. */
  readonly price: number;
  /** Whether real markets of this tick support it. A value that depends only on carried values is itself carried. */
  readonly fresh: boolean;
  /** The flags that follow from its markets: THIN, SINGLE_SOURCE, SPLIT. */
  readonly flags: FlagMask;
  /** Whether enough markets and exchanges show the value itself. Called only for a jump. */
  readonly confirmed: () => boolean;
  /** How many ticks the market that shows the value was held before. Called only for a jump. */
  readonly heldTicks: () => number;
  /** Whether none of its markets has a recently read ticker. Called only if the asset has no price. */
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
    // The hold of the market already counts.
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
