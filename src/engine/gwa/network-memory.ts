import { joinScript } from './join-script.ts';
import { joinWasm } from './join-wasm.ts';

/** How many assets are eliminated together. Part of the rules: it fixes the order in which products are added. `Join` is written for four. */
export const TOGETHER = 4;

/** The numbers of a network of `size` assets. Rows are `stride` apart, which is even: two numbers are processed at a time. */
export interface NetworkLayout {
  readonly size: number;
  readonly stride: number;
  /** After the rows of the assets there is one that is written and never read. Then come the shares, a row per eliminated asset. */
  readonly shares: number;
  readonly length: number;
}

/**
 * Eliminates the assets `first` .. `first` + 3 from the rows of all later ones, whose shares are given. Row i, at each j > i:
 * cell += share0 x cell0 + share1 x cell1 + share2 x cell2 + share3 x cell3, added in this order. Cells at j <= i are undefined
 * afterwards.
 */
export type Join = (first: number) => void;

export interface NetworkMemory {
  readonly numbers: Float64Array;
  readonly join: Join;
}

/** The same results in all of them, to the last bit. */
export type NetworkMemoryFactory = (layout: NetworkLayout) => NetworkMemory;

export function networkLayout(size: number): NetworkLayout {
  const stride = size + 2 + (size % 2);
  const shares = (size + 1) * stride;
  return { size, stride, shares, length: shares + TOGETHER * stride };
}

/** In WebAssembly where the process can run it: then five times as fast for 200 assets. */
export const networkMemory: NetworkMemoryFactory = (layout) => joinWasm(layout) ?? joinScript(layout);
