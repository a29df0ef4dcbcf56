import type { PastYear } from '../../../history/history-store.ts';
import type { SeedOrder, SeedOutcome } from '../../seeding.ts';
import type { NetworkSettings } from '../settings/exchange-routes.ts';

/** What the process begins with: plain data. */
export interface SeedInput {
  readonly order: SeedOrder;
  /** Those that are read through ccxt: others have no candles. */
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
  /** Something went wrong that is no exchange's fault, such as a full disk. */
  | { readonly kind: 'broken'; readonly reason: string };
