import type { Methodology } from '../methodology.ts';
import { isNear } from './mwa.ts';

/** For how many consecutive ticks a market's prices were not accepted, and in how many of them they moved. */
export interface Hold {
  readonly ticks: number;
  readonly moves: number;
  /** The price that started the hold; 0 without a hold. */
  readonly from: number;
}

export const NO_HOLD: Hold = { ticks: 0, moves: 0, from: 0 };
const MAX_MOVES = 255;

/** Extends the hold by one tick in which `price` was offered. Restarts it if the price is no longer the one that started it. */
export function heldOnce(hold: Hold, price: number, moved: boolean, methodology: Methodology): Hold {
  return isAnother(price, hold, methodology)
    ? beginHold(price)
    : longer({ ...hold, from: hold.from || price }, moved, methodology);
}

/**
 * The same for a contest: a contested quorum, a dispute or a first value. A released hold is over, so the price offered now
 * starts a new one.
 */
export function heldInContest(hold: Hold, price: number, moved: boolean, methodology: Methodology): Hold {
  return heldOnce(wasReleased(hold, methodology) ? NO_HOLD : hold, price, moved, methodology);
}

export function beginHold(price: number): Hold {
  return { ticks: 1, moves: 0, from: price };
}

/** In the first tick of a hold, the jump itself does not count as a move. */
export function longer({ ticks, moves, from }: Hold, moved: boolean, { mwa }: Methodology): Hold {
  return {
    ticks: Math.min(ticks + 1, mwa.holdTicks + 1),
    moves: ticks > 0 && moved ? Math.min(moves + 1, MAX_MOVES) : moves,
    from,
  };
}

/**
 * After a hold was released, the exchanges stay accepted while their gate still fails. Otherwise a market that really went its
 * own way would be held again for 20 of every 21 ticks. A second jump is held like the first.
 */
export function wasReleased(hold: Hold, { mwa }: Methodology): boolean {
  return hold.ticks > mwa.holdTicks && hold.moves >= mwa.movesToRelease;
}

function isAnother(price: number, { ticks, from }: Hold, { mwa }: Methodology): boolean {
  return mwa.holdsAnew && ticks > 0 && from > 0 && !isNear(price, from, mwa.gateToAnchor);
}
