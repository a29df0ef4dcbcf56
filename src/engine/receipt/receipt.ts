import type { ExchangeStatus, ListingStatus } from '../../core/exchange.ts';
import type { Flag, SeriesId } from '../../core/index-value.ts';
import type { LxName } from '../../core/lx-definition.ts';
import type { TrustSource } from '../market/quorums.ts';
import type { TierInForce } from '../market/trust.ts';
import type { ScreenOutcome } from '../market/screen.ts';
import type { Millis } from '../../core/time.ts';

/**
 * How a value was computed, with everything that it follows from; docs/trust/receipts.md explains how. Numbers are the
 * unrounded doubles of the computation. Absent values are omitted; datetimes are text.
 */
export type Receipt = MwaReceipt | GwaReceipt | LxReceipt;

interface ReceiptHead extends SeriesId {
  readonly at: Millis;
  readonly methodology: string;
  readonly price: number;
  readonly volume: number;
  readonly flags: readonly Flag[];
}

/** The members of a receipt that are JSON integers. All other numbers are decimals in strings. */
export const RECEIPT_INTEGERS: ReadonlySet<string> = new Set(['ageMs']);

/** The state that the tick received from earlier ticks. */
export interface StateUsed {
  readonly lastValue?: number;
  readonly lastVolume?: number;
  /** When the last value was real. */
  readonly lastRealAt?: string;
}

/** The USD values of base and quote at the previous tick. */
export interface UsdBefore {
  readonly baseUsdBefore?: number;
  readonly quoteUsdBefore?: number;
}

export interface MwaReceipt extends ReceiptHead, UsdBefore {
  readonly indexType: 'MWA';
  readonly market: string;
  /**
   * The weighted medians by volume, exchanges and trust, and their middle. Without a quorum: only the reference, and the median
   * by freshness if there are at least three exchanges.
   */
  readonly volumeMedian?: number;
  readonly exchangeMedian?: number;
  readonly trustMedian?: number;
  readonly reference?: number;
  readonly trustSource?: TrustSource;
  /** The rate implied by other markets, if it was needed and they implied one. */
  readonly crossRate?: number;
  readonly state: MarketStateUsed;
  /** The contributing exchanges, by exchange id. */
  readonly exchanges: readonly MwaContribution[];
  readonly refused: readonly Refused<MwaContribution>[];
}

export interface MarketStateUsed extends StateUsed {
  readonly anchor?: number;
  readonly hold: { readonly ticks: number; readonly moves: number; readonly from?: number };
}

/** The ticker of one market on one exchange, as recorded. */
export interface TickerLine {
  readonly exchangeId: string;
  readonly exchange: string;
  readonly tier: TierInForce;
  readonly exchangeStatus: ExchangeStatus;
  readonly marketStatus: ListingStatus;
  readonly qualified: 'YES' | 'NO';
  readonly last: number;
  readonly bid?: number;
  readonly ask?: number;
  readonly lastMoved?: string;
  readonly ticksSinceChange: number;
  /** Milliseconds since it was last read, or since the exchange's own time if that is older. */
  readonly ageMs?: number;
  readonly reportedVolume: number;
  /** The part of it that counts; 0 if the ticker was rejected before this was computed. */
  readonly believedVolume: number;
}

export interface MwaContribution extends TickerLine {
  /** Before it is clamped to the reference. */
  readonly price: number;
  /** Believed volume x freshness. */
  readonly weight: number;
  /** The share of the total weight of the contributors. */
  readonly share: number;
  readonly clamped: boolean;
}

export type Refused<Line> = Line & { readonly reason: Exclude<ScreenOutcome, 'ACCEPTED'> | 'NO_RATE' };

export interface GwaReceipt extends ReceiptHead {
  readonly indexType: 'GWA';
  readonly asset: string;
  readonly volumeUsd: number;
  /** x of the asset in the solution: ln of its USD value. Absent without a path to USD. */
  readonly ln?: number;
  readonly state: AssetStateUsed;
  /** The markets of the asset that have a value, by market id. */
  readonly markets: readonly GwaContribution[];
}

export interface AssetStateUsed extends StateUsed {
  readonly holdTicks: number;
  /** The flags of the last real value. */
  readonly lastFlags: readonly Flag[];
}

export interface GwaContribution {
  readonly marketId: string;
  readonly market: string;
  /** Which side of the market the asset is. */
  readonly side: 'BASE' | 'QUOTE';
  readonly otherAssetId: string;
  readonly otherAsset: string;
  /** The MWA of the market, with its volume and flags. */
  readonly rate: number;
  readonly volume: number;
  readonly flags: readonly Flag[];
  readonly takesPart: boolean;
  /** Whether its value came from a thin market with an exchange that is not of tier A. */
  readonly weak: boolean;
  /** Ticks of its current hold, or of the hold that ended at this tick. */
  readonly heldTicks: number;
  /** The weight in the last step of the solution; 0 if it does not take part or has no path to USD. */
  readonly weight: number;
  /** The share of the total weight of the asset's markets. */
  readonly share: number;
  /** x of the other asset. */
  readonly otherLn?: number;
  /** Whether real markets connect the other asset to USD; absent before version 3. */
  readonly otherReal?: boolean;
  /** The USD value of the asset implied by this market alone. */
  readonly impliedUsd?: number;
  /** The expected deviation before the robust steps, as a fraction. */
  readonly deviation?: number;
  /** ln(rate) - (x_base - x_quote). */
  readonly residualBps?: number;
  /** The exchanges that contribute to it at this tick. */
  readonly exchanges: readonly Pick<TickerLine, 'exchangeId' | 'exchange' | 'tier'>[];
}

export interface LxReceipt extends ReceiptHead {
  readonly indexType: 'LX';
  readonly name: LxName;
  readonly tickVolume: number;
  /** The weighted medians by volume and exchanges, and the price implied by all other markets. Absent if the value is carried. */
  readonly volumeMedian?: number;
  readonly exchangeMedian?: number;
  readonly impliedUsd?: number;
  readonly state: LxStateUsed;
  readonly constituents: readonly LxContribution[];
  readonly refused: readonly Refused<LxContribution>[];
}

export interface LxStateUsed extends StateUsed {
  /** The exact volume traded in slots for which nothing was published. */
  readonly pendingVolume: string;
}

export interface LxContribution extends TickerLine, UsdBefore {
  readonly marketId: string;
  readonly market: string;
  /** The GWA of the market's quote at this tick. */
  readonly quoteUsd?: number;
  /** The last slot before this tick in which it traded. */
  readonly lastTradedAt?: string;
  /** Ticks since the last trade or change of its ticker. */
  readonly silentTicks: number;
  readonly source: 'TRADES' | 'TICKER';
  /** In USD; 0 if it does not contribute. */
  readonly price: number;
  /** The share of the believed volume of the contributors. */
  readonly share: number;
  /** The trades that this tick counts. */
  readonly trades: readonly LxTrade[];
  /** Whether some of its trades may be missing; absent if all were received. */
  readonly tradesIncomplete?: boolean;
}

export interface LxTrade {
  readonly tradeId: string;
  /** The tick that it belongs to, by its time of arrival. */
  readonly slot: string;
  readonly price: number;
  /** Exact. */
  readonly amount: string;
}
