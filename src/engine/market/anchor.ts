import type { Methodology } from '../methodology.ts';
import { isNear } from './mwa.ts';

/** 2^(-1/120): after an hour of ticks half of an old value is left. A literal, because powers differ between machines. */
const KEEPS_A_TICK = new Map([[120, 0.9942404238175473]]);

/**
 * What a thin market is held to where nothing else implies its price: an average of its real values, so slow that one
 * exchange cannot walk it away tick by tick. Without a half-life it is the last value itself.
 */
export function movedAnchor(anchor: number, price: number, { mwa }: Methodology): number {
  const keeps = KEEPS_A_TICK.get(mwa.anchorHalfLifeTicks);
  if (keeps === undefined || anchor === 0) return price;
  return price + (anchor - price) * keeps;
}

/** A quorum that has gone further than the gate is believed, and so is where it went. */
export function quorumAnchor(anchor: number, price: number, methodology: Methodology): number {
  return isNear(price, anchor, methodology.mwa.gateToAnchor)
    ? movedAnchor(anchor, price, methodology)
    : price;
}
