import { isReal, maskOf, type FlagMask } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
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
  /** Whether one of its markets has a real value at this tick: one that rests on carried values only is carried. */
  readonly fresh: boolean;
  /** Whether enough markets and exchanges show the value itself. Asked only where it is a jump. */
  readonly confirmed: () => boolean;
}

/** The GWA of one asset at one tick. */
export function decideAsset(
  solved: SolvedAsset,
  before: AssetMemory,
  at: Millis,
  { gwa }: Methodology,
): AssetOutcome {
  const last = at - before.realAt <= gwa.carryMs ? before.price : 0;
  if (!(solved.price > 0)) return { price: last, flags: last ? CARRIED : 0, holdTicks: before.holdTicks };
  const isJump = last > 0 && !isNear(solved.price, last, gwa.jump);
  if (isJump && before.holdTicks < gwa.holdTicks && !solved.confirmed()) {
    return { price: last, flags: SUSPECT, holdTicks: before.holdTicks + 1 };
  }
  return { price: solved.price, flags: solved.fresh ? 0 : CARRIED, holdTicks: 0 };
}

export function rememberAsset(outcome: AssetOutcome, before: AssetMemory, at: Millis): AssetMemory {
  const { price, flags, holdTicks } = outcome;
  return { price, holdTicks, realAt: price > 0 && isReal(flags) ? at : before.realAt };
}
