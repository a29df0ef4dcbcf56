import { methodologyNamed } from '../../../src/engine/methodology.ts';
import type { IndexReceipt } from '../contract.ts';

/** Limits as shares of an MWA's reference, such as 0.0005. */
export interface Reach {
  /** Prices count at most this far from it. */
  readonly clamp: number;
  /** Prices further from it are rejected. */
  readonly outlier: number;
}

/**
 * How far prices may be from the reference of a receipt; undefined if its methodology is unknown to this
 * code.
 */
export function reachOf({ methodology }: Pick<IndexReceipt, 'methodology'>): Reach | undefined {
  const known = methodologyNamed(methodology);
  return known && { clamp: known.mwa.clamp, outlier: known.mwa.outlier };
}
