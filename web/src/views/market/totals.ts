import type { Board } from '../../data/board.ts';
import type { LiveStore } from '../../data/live-store.ts';

/** The market in three numbers, in US dollars. */
export interface Totals {
  readonly cap: number;
  readonly volume: number;
  /** Of the largest asset in the market cap, 0 to 1. */
  readonly share: number;
  readonly largest: string;
}

/** With live values where they are there. Undefined until all assets are: the sum of the largest alone is not the market. */
export function totalsOf(
  board: Pick<Board, 'rows' | 'isWhole'>,
  live: Pick<LiveStore, 'quote'>,
): Totals | undefined {
  if (!board.isWhole.value) return undefined;
  let [cap, volume, largestCap, largest] = [0, 0, 0, ''];
  for (const row of board.rows.value) {
    const quote = live.quote(row.id);
    const price = quote?.price ?? row.price;
    const own = price * row.supply;
    cap += own;
    volume += price * (quote?.volume ?? row.volume);
    if (row.rank === 1) [largestCap, largest] = [own, row.symbol];
  }
  return cap === 0 ? undefined : { cap, volume, share: largestCap / cap, largest };
}
