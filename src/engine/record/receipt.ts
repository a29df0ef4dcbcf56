import type { Flag, SeriesId } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import type { LxName } from '../../core/lx-definition.ts';
import type { TrustSource } from '../market/quorums.ts';
import type { ScreenOutcome } from '../market/screen.ts';

/** How a value came about. Numbers between input and value are rounded to 8 significant digits. */
export type Receipt = MwaReceipt | GwaReceipt | LxReceipt;

interface ReceiptHead extends SeriesId {
  readonly at: Millis;
  readonly methodology: string;
  readonly price: number;
  readonly volume: number;
  readonly flags: readonly Flag[];
}

export interface MwaReceipt extends ReceiptHead {
  readonly indexType: 'MWA';
  /** The weighted medians by volume, exchanges and trust, and their middle. Absent without a quorum. */
  readonly v?: number;
  readonly e?: number;
  readonly t?: number;
  readonly r?: number;
  readonly trustSource?: TrustSource;
  /** Where it was asked for, and the other markets implied one. */
  readonly crossRate?: number;
  /** Those that contributed, by exchange id. */
  readonly exchanges: readonly MwaContribution[];
  readonly refused: readonly RefusedTicker[];
}

export interface MwaContribution {
  readonly exchangeId: string;
  /** Before clamping. */
  readonly price: number;
  readonly volume: number;
  /** Ticks since our recorder saw it change. */
  readonly k: number;
  /** volume x freshness. */
  readonly weight: number;
  readonly share: number;
  readonly clamped: boolean;
}

export interface RefusedTicker {
  readonly exchangeId: string;
  readonly reason: Exclude<ScreenOutcome, 'ACCEPTED' | 'NO_TICKER'>;
  readonly k: number;
}

export interface GwaReceipt extends ReceiptHead {
  readonly indexType: 'GWA';
  readonly volumeUsd: number;
  /** The markets of the asset that took part, by market id. */
  readonly markets: readonly GwaContribution[];
}

export interface GwaContribution {
  readonly marketId: string;
  /** The MWA that took part. */
  readonly rate: number;
  /** USD value of the asset by this market alone. */
  readonly impliedUsd: number;
  /** Expected deviation, before the robust steps. */
  readonly deviationBps: number;
  /** Weight in the last step, as a share of the asset's markets. */
  readonly weight: number;
  /** ln(rate) - (x_base - x_quote). */
  readonly residualBps: number;
}

export interface LxReceipt extends ReceiptHead {
  readonly indexType: 'LX';
  readonly name: LxName;
  readonly tickVolume: number;
  /** The weighted medians by volume and exchanges, and what all other markets imply. Absent where it is carried. */
  readonly v?: number;
  readonly e?: number;
  readonly a?: number;
  readonly constituents: readonly LxContribution[];
}

export interface LxContribution {
  readonly exchangeId: string;
  readonly marketId: string;
  readonly outcome: ScreenOutcome | 'NO_RATE';
  readonly source?: 'TRADES' | 'TICKER';
  /** In USD. */
  readonly price?: number;
  readonly volume?: number;
  /** Of the volume of those that contributed. */
  readonly share?: number;
}
