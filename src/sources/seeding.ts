import type { Millis } from '../core/time.ts';
import type { PastYear } from '../history/history-store.ts';

/** Consecutive complete UTC days from before a source was first read. */
export interface SeedRequest {
  readonly firstDay: Millis;
  readonly days: number;
  /** The published markets; only they are requested. */
  readonly markets: readonly { readonly marketId: string; readonly price: number; readonly volume: number }[];
  /** Asset prices in US dollars, to find the markets that are traded most. */
  readonly assets: readonly { readonly assetId: string; readonly price: number }[];
  /** File with the operator's own tiers. */
  readonly tiers?: string | undefined;
}

/** Result of requesting candles from one exchange. */
export interface SeedExchange {
  readonly exchange: string;
  /** Markets with candles for at least one day. */
  readonly markets: number;
  /** Candles that were accepted, and those that were refused as invalid. */
  readonly days: number;
  readonly refused: number;
  readonly failures: number;
  /** Code that says why the exchange was given up or left out. */
  readonly failure?: string;
}

/** `incomplete`: most exchanges failed, so nothing was combined; what the others sent is kept for the next attempt. */
export interface SeedOutcome {
  readonly outcome: 'combined' | 'incomplete';
  readonly exchanges: readonly SeedExchange[];
}

export interface SeedHandlers {
  /** From 0 to 1. */
  readonly onProgress: (done: number) => void;
  readonly onFailure: (exchange: string, kind: string) => void;
  /** End-of-day records, some series at a time; a series of a year is passed once. */
  readonly onRecords: (records: PastYear) => void;
}

/**
 * Fetches the candles that exchanges keep from before the source was first read, and combines them into end-of-day
 * records, all flagged SEEDED. The same candles give the same records.
 */
export interface Seeder {
  /** May be called again after it ended, also after a failure: candles received before are not requested again. */
  seed(order: SeedRequest, handlers: SeedHandlers, signal: AbortSignal): Promise<SeedOutcome>;
}
