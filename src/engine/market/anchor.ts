import type { Methodology } from '../methodology.ts';
import { isNear } from './mwa.ts';

/**
 * 2^(-1/120): after an hour of ticks, half of an old value is left. A literal, because computed powers differ between machines.
 */
const KEEPS_A_TICK = new Map([[120, 0.9942404238175473]]);

/**
 * The reference of a thin market if nothing else implies its price: an average of its real values, so slow that one exchange
 * cannot move it tick by tick. Without a half-life it is the last value.
 */
export function movedAnchor(anchor: number, price: number, { mwa }: Methodology): number {
  const keeps = KEEPS_A_TICK.get(mwa.anchorHalfLifeTicks);
  if (keeps === undefined || anchor === 0) return price;
  return price + (anchor - price) * keeps;
}

/** If a quorum moves beyond the gate, the anchor restarts at its price. */
export function quorumAnchor(anchor: number, price: number, methodology: Methodology): number {
  return isNear(price, anchor, methodology.mwa.gateToAnchor)
    ? movedAnchor(anchor, price, methodology)
    : price;
}
