import { toNumber, type IndexTicker } from '@tidemark/sdk';
import type { Flag } from '../format/flags.ts';

/** The newest value of an index. */
export interface Quote {
  readonly id: string;
  /** As sent by the service. */
  readonly text: string;
  readonly price: number;
  /** Volume of 24 hours in base units. */
  readonly volume: number;
  readonly at: number;
  readonly flags: readonly Flag[];
  /** Direction compared with the previous price: -1, 0 or 1. */
  readonly step: number;
}

const NO_FLAGS: readonly Flag[] = [];

export function quoteOf(tick: IndexTicker, before: Quote | undefined): Quote {
  const price = toNumber(tick.price);
  return {
    id: tick.id,
    text: tick.price,
    price,
    volume: toNumber(tick.volume),
    at: Date.parse(tick.timestamp),
    flags: tick.flags ?? NO_FLAGS,
    step: before ? Math.sign(price - before.price) : 0,
  };
}
