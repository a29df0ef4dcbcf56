import type { Millis } from '../core/time.ts';
import type { PastYear } from '../history/history-store.ts';

/** Complete UTC days in a row from before a source was first read. */
export interface SeedOrder {
  readonly firstDay: Millis;
  readonly days: number;
  /** The markets that are published: those alone are asked for. */
  readonly markets: readonly { readonly marketId: string; readonly price: number; readonly volume: number }[];
  /** What assets are worth in US dollars, for telling which markets are traded most. */
  readonly assets: readonly { readonly assetId: string; readonly price: number }[];
  /** A file with an operator's own tiers. */
  readonly tiers?: string | undefined;
}

/** How asking an exchange ended. */
export interface SeedExchange {
  readonly exchange: string;
  /** Markets of which it knew at least one day. */
  readonly markets: number;
  /** Candles that were taken, and those that could not be meant. */
  readonly days: number;
  readonly refused: number;
  readonly failures: number;
  /** Why it was given up or left out, in a word. */
  readonly failure?: string;
}

/** `incomplete`: most exchanges failed, so nothing was combined; what others answered is kept for the next time. */
export interface SeedOutcome {
  readonly outcome: 'combined' | 'incomplete';
  readonly exchanges: readonly SeedExchange[];
}

export interface SeedHandlers {
  /** From 0 to 1. */
  readonly onProgress: (done: number) => void;
  readonly onFailure: (exchange: string, kind: string) => void;
  /** End-of-day records, some series at a time; a series of a year comes once. */
  readonly onRecords: (records: PastYear) => void;
}

/**
 * Knows of days before its source was first read what exchanges keep of them: combined end-of-day records, all flagged SEEDED.
 * The same answers of exchanges give the same records.
 */
export interface Seeder {
  /** May be called again after it ended, however it did: what was answered before is not asked for again. */
  seed(order: SeedOrder, handlers: SeedHandlers, signal: AbortSignal): Promise<SeedOutcome>;
}
