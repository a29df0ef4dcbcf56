import type { Exchange } from '../../../src/core/exchange.ts';
import { compareIds } from '../../../src/core/ids/id-order.ts';
import type { Flag } from '../../../src/core/index-value.ts';
import type { Millis } from '../../../src/core/time.ts';
import { emptyTickers, type TickerColumns } from '../../../src/engine/market/market-tickers.ts';
import type { Methodology } from '../../../src/engine/methodology.ts';
import type { Hash } from '../../../src/engine/record/record-hash.ts';
import type { Receipt } from '../../../src/engine/receipt/receipt.ts';
import type { TierInForce } from '../../../src/engine/market/trust.ts';
import type { ReferenceLayout } from '../../../src/engine/reference-layout.ts';
import type { IndexReceipt } from '../contract.ts';
import type { Difference } from './differences.ts';

/** A receipt whose fields have valid types. */
export interface Task {
  readonly receipt: IndexReceipt;
  readonly at: Millis;
  readonly methodology: Methodology;
}

/** The receipt that the engine computes from the same inputs. */
export interface Recomputed {
  /** Undefined if there is no value. */
  readonly receipt: Receipt | undefined;
  /** The hash of the leaf of these inputs in the tree of the tick. */
  readonly inputsLeaf: (hash: Hash) => string;
  /** Contradictions in the receipt that do not depend on the value. */
  readonly impossible: readonly Difference[];
}

export type MwaLine = NonNullable<IndexReceipt['exchanges']>[number];
export type LxLine = NonNullable<IndexReceipt['constituents']>[number];
export type GwaMarket = NonNullable<IndexReceipt['markets']>[number];
export type Flags = readonly Flag[];

/** 0 means absent, as in the engine. */
export function numberOf(text: string | undefined): number {
  return text === undefined ? 0 : Number(text);
}

export function timeOf(text: string | undefined): Millis {
  return text === undefined ? 0 : Date.parse(text);
}

/** `BTC_USD`: the symbols of base and quote. */
export function symbolsOf(market: string): readonly [string, string] {
  const end = market.indexOf('_');
  return end < 0 ? [market, ''] : [market.slice(0, end), market.slice(end + 1)];
}

/** Listings, from the lines of a receipt. */
export interface ListedLine {
  readonly exchangeId: string;
  readonly exchange: string;
  readonly tier: TierInForce;
  readonly marketId: string;
  readonly exchangeStatus: Exchange['status'];
  readonly marketStatus: Exchange['listings'][number]['status'];
  readonly qualified: 'YES' | 'NO';
}

/** The exchanges of the lines. New exchanges are dated at the tick: the exact time does not matter. */
export function exchangesOf(lines: readonly ListedLine[], at: Millis): Exchange[] {
  const exchanges = new Map<string, Exchange>();
  for (const { exchangeId: id, exchange: name, tier, exchangeStatus, marketId, ...line } of lines) {
    const known = exchanges.get(id);
    const listing = { marketId, status: line.marketStatus, qualified: line.qualified === 'YES' };
    exchanges.set(id, {
      id,
      name: known?.name ?? name,
      url: '',
      status: known?.status ?? exchangeStatus,
      ...(known ?? (tier === 'NEW' ? { tier: 'B', listedAt: at } : { tier })),
      listings: [...(known?.listings ?? []), listing],
      ownSymbols: [],
    });
  }
  return [...exchanges.values()];
}

/** The tickers of the lines, in the order of the layout. */
export function tickersOf(
  reference: ReferenceLayout,
  lines: readonly (Pick<MwaLine, TickerField> & { readonly marketId: string })[],
): TickerColumns {
  const tickers = emptyTickers(reference.listingMarket.length);
  for (const line of lines) {
    const i = reference.listingIndex(line.exchangeId, line.marketId)!;
    tickers.last[i] = Number(line.last);
    tickers.volume[i] = Number(line.reportedVolume);
    tickers.bid[i] = numberOf(line.bid);
    tickers.ask[i] = numberOf(line.ask);
    // If absent, the time was invalid, which counts as later than every instant.
    tickers.lastMoved[i] = line.lastMoved === undefined ? Infinity : Date.parse(line.lastMoved);
    tickers.k[i] = Number(line.ticksSinceChange);
    tickers.age[i] = line.ageMs ?? -1;
  }
  return tickers;
}

type TickerField =
  | 'exchangeId'
  | 'last'
  | 'bid'
  | 'ask'
  | 'lastMoved'
  | 'ticksSinceChange'
  | 'ageMs'
  | 'reportedVolume';

/** The distinct assets, sorted by id. */
export function assetsOf(named: readonly (readonly [id: string, symbol: string])[]) {
  const symbols = new Map(named.toReversed());
  return [...symbols].map(([id, symbol]) => ({ id, symbol })).sort((a, b) => compareIds(a.id, b.id));
}
