import type { Methodology } from '../methodology.ts';
import { isNear } from './mwa.ts';

/** For how many ticks in a row a market's prices were not believed, and in how many of them they moved. */
export interface Hold {
  readonly ticks: number;
  readonly moves: number;
  /** The price that began it; 0 without a hold. */
  readonly from: number;
}

export const NO_HOLD: Hold = { ticks: 0, moves: 0, from: 0 };
const MAX_MOVES = 255;

/** The hold with one tick more, at which `price` was offered. It begins again if that is no longer what it began with. */
export function heldOnce(hold: Hold, price: number, moved: boolean, methodology: Methodology): Hold {
  return isAnother(price, hold, methodology)
    ? beginHold(price)
    : longer({ ...hold, from: hold.from || price }, moved, methodology);
}

/**
 * The same for a contest: a contested quorum, a dispute or a first value. One that was released has ended, so what is
 * offered now waits from the beginning.
 */
export function heldInContest(hold: Hold, price: number, moved: boolean, methodology: Methodology): Hold {
  return heldOnce(wasReleased(hold, methodology) ? NO_HOLD : hold, price, moved, methodology);
}

export function beginHold(price: number): Hold {
  return { ticks: 1, moves: 0, from: price };
}

/** The first tick of a hold is the jump itself, not a move of what jumped. */
export function longer({ ticks, moves, from }: Hold, moved: boolean, { mwa }: Methodology): Hold {
  return {
    ticks: Math.min(ticks + 1, mwa.holdTicks + 1),
    moves: ticks > 0 && moved ? Math.min(moves + 1, MAX_MOVES) : moves,
    from,
  };
}

/**
 * Once a hold has ended in the exchanges' favour they stay believed while their gate still fails, or a market that
 * really went its own way would be held again for 20 of every 21 ticks. But a second jump is held like the first.
 */
export function wasReleased(hold: Hold, { mwa }: Methodology): boolean {
  return hold.ticks > mwa.holdTicks && hold.moves >= mwa.movesToRelease;
}

function isAnother(price: number, { ticks, from }: Hold, { mwa }: Methodology): boolean {
  return mwa.holdsAnew && ticks > 0 && from > 0 && !isNear(price, from, mwa.gateToAnchor);
}
