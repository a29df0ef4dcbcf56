import { methodologyNamed } from '../../../src/engine/methodology.ts';
import type { IndexReceipt } from '../contract.ts';

/** Shares of the reference of an MWA, such as 0.0005. */
export interface Reach {
  /** Prices count at most this far from it. */
  readonly clamp: number;
  /** Further from it they are refused. */
  readonly outlier: number;
}

/** How far prices may lie from the reference of a receipt; undefined where its methodology is not known here. */
export function reachOf({ methodology }: Pick<IndexReceipt, 'methodology'>): Reach | undefined {
  const known = methodologyNamed(methodology);
  return known && { clamp: known.mwa.clamp, outlier: known.mwa.outlier };
}
