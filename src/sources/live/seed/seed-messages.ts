import type { PastYear } from '../../../history/history-store.ts';
import type { SeedRequest, SeedOutcome } from '../../seeding.ts';
import type { NetworkSettings } from '../settings/exchange-routes.ts';

/** Input of the process: plain data. */
export interface SeedInput {
  readonly order: SeedRequest;
  /** Exchanges read through ccxt; only they have candles. */
  readonly exchanges: readonly string[];
  readonly overrides?: string | undefined;
  readonly network: NetworkSettings;
  /** The data directory. */
  readonly folder: string;
}

export interface ToSeeding {
  readonly kind: 'begin';
  readonly input: SeedInput;
}

export type FromSeeding =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'failure'; readonly exchange: string; readonly failure: string }
  | { readonly kind: 'records'; readonly records: PastYear }
  | { readonly kind: 'end'; readonly outcome: SeedOutcome }
  /** A failure that no exchange caused, such as a full disk. */
  | { readonly kind: 'broken'; readonly reason: string };
