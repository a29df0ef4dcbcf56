import type { ExchangeStatus, ListingStatus } from '../../core/exchange.ts';
import type { Flag, SeriesId } from '../../core/index-value.ts';
import type { LxName } from '../../core/lx-definition.ts';
import type { TrustSource } from '../market/quorums.ts';
import type { TierInForce } from '../market/trust.ts';
import type { ScreenOutcome } from '../market/screen.ts';
import type { Millis } from '../../core/time.ts';

/**
 * How a value came about, with everything that it follows from: docs/trust/receipts.md says how. Numbers are the
 * doubles that were computed with, not rounded. What was absent is left out; datetimes are text.
 */
export type Receipt = MwaReceipt | GwaReceipt | LxReceipt;

interface ReceiptHead extends SeriesId {
  readonly at: Millis;
  readonly methodology: string;
  readonly price: number;
  readonly volume: number;
  readonly flags: readonly Flag[];
}

/** Numbers of a receipt that are JSON integers. All others are decimals in strings. */
export const RECEIPT_INTEGERS: ReadonlySet<string> = new Set(['ageMs']);

/** What the tick took from the ticks before it. */
export interface StateUsed {
  readonly lastValue?: number;
  readonly lastVolume?: number;
  /** When the last value was real. */
  readonly lastRealAt?: string;
}

/** What base and quote were worth at the tick before. */
export interface UsdBefore {
  readonly baseUsdBefore?: number;
  readonly quoteUsdBefore?: number;
}

export interface MwaReceipt extends ReceiptHead, UsdBefore {
  readonly indexType: 'MWA';
  readonly market: string;
  /**
   * The weighted medians by volume, exchanges and trust, and their middle. Without a quorum, only what three or more
   * exchanges say by their freshness and what they are held to.
   */
  readonly volumeMedian?: number;
  readonly exchangeMedian?: number;
  readonly trustMedian?: number;
  readonly reference?: number;
  readonly trustSource?: TrustSource;
  /** Where it was asked for, and the other markets implied one. */
  readonly crossRate?: number;
  readonly state: MarketStateUsed;
  /** Those that contributed, by exchange id. */
  readonly exchanges: readonly MwaContribution[];
  readonly refused: readonly Refused<MwaContribution>[];
}

export interface MarketStateUsed extends StateUsed {
  readonly anchor?: number;
  readonly hold: { readonly ticks: number; readonly moves: number; readonly from?: number };
}

/** One exchange's ticker of one market, as it was recorded. */
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
  /** Milliseconds since it was last read, or since the instant that the exchange gives if that is older. */
  readonly ageMs?: number;
  readonly reportedVolume: number;
  /** What of it counts; 0 where the ticker was refused before that was asked. */
  readonly believedVolume: number;
}

export interface MwaContribution extends TickerLine {
  /** Before clamping to the reference. */
  readonly price: number;
  /** Believed volume x freshness. */
  readonly weight: number;
  /** Of the weights of those that contributed. */
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
  /** What the last real value rested on. */
  readonly lastFlags: readonly Flag[];
}

export interface GwaContribution {
  readonly marketId: string;
  readonly market: string;
  /** Which end of the market the asset is. */
  readonly side: 'BASE' | 'QUOTE';
  readonly otherAssetId: string;
  readonly otherAsset: string;
  /** Its MWA, with volume and flags. */
  readonly rate: number;
  readonly volume: number;
  readonly flags: readonly Flag[];
  readonly takesPart: boolean;
  /** Whether its value came from a thin market with an exchange that is not of tier A. */
  readonly weak: boolean;
  /** Ticks of a hold that it is in, or came out of at this tick. */
  readonly heldTicks: number;
  /** In the last step of the solution; 0 where it does not take part or leads nowhere. */
  readonly weight: number;
  /** Of the weights of the asset's markets. */
  readonly share: number;
  /** x of the other asset. */
  readonly otherLn?: number;
  /** Whether real markets connect the other asset to USD; absent before version 3. */
  readonly otherReal?: boolean;
  /** USD value of the asset by this market alone. */
  readonly impliedUsd?: number;
  /** Expected, before the robust steps; a fraction. */
  readonly deviation?: number;
  /** ln(rate) - (x_base - x_quote). */
  readonly residualBps?: number;
  /** Those that contribute to it at this tick. */
  readonly exchanges: readonly Pick<TickerLine, 'exchangeId' | 'exchange' | 'tier'>[];
}

export interface LxReceipt extends ReceiptHead {
  readonly indexType: 'LX';
  readonly name: LxName;
  readonly tickVolume: number;
  /** The weighted medians by volume and exchanges, and what all other markets imply. Absent where it is carried. */
  readonly volumeMedian?: number;
  readonly exchangeMedian?: number;
  readonly impliedUsd?: number;
  readonly state: LxStateUsed;
  readonly constituents: readonly LxContribution[];
  readonly refused: readonly Refused<LxContribution>[];
}

export interface LxStateUsed extends StateUsed {
  /** Traded in slots for which nothing was published, exact. */
  readonly pendingVolume: string;
}

export interface LxContribution extends TickerLine, UsdBefore {
  readonly marketId: string;
  readonly market: string;
  /** The GWA of the market's quote at this tick. */
  readonly quoteUsd?: number;
  /** The last slot before this tick in which it traded. */
  readonly lastTradedAt?: string;
  /** Ticks since it traded or its ticker changed. */
  readonly silentTicks: number;
  readonly source: 'TRADES' | 'TICKER';
  /** In USD; 0 where it does not contribute. */
  readonly price: number;
  /** Of the believed volume of those that contributed. */
  readonly share: number;
  /** Those that this tick counts. */
  readonly trades: readonly LxTrade[];
  /** Whether some of its trades may not have been received; absent if all were. */
  readonly tradesIncomplete?: boolean;
}

export interface LxTrade {
  readonly tradeId: string;
  /** The tick that it belongs to by its time of arrival. */
  readonly slot: string;
  readonly price: number;
  /** Exact. */
  readonly amount: string;
}
