import type { Millis } from '../core/time.ts';

/** What one origin of supplies gives. */
export interface OriginReport {
  /** `file` or `url`. */
  readonly origin: string;
  /** Assets whose supply comes from it. */
  readonly assets: number;
  /** Supplies of its last reading that fit no listed asset, or more than one. */
  readonly unmatched: number;
  /** What the oldest and the newest of them are dated. */
  readonly oldest?: Millis;
  readonly newest?: Millis;
  /** Why it cannot be read now; what it gave before goes on counting. */
  readonly problem?: string;
}

/** How a source that learns supplies does. */
export interface SupplyReport {
  /** Assets that have one. */
  readonly assets: number;
  readonly origins: readonly OriginReport[];
  /** How often an address was asked, where one is. */
  readonly readings?: {
    readonly byOutcome: Readonly<Record<string, number>>;
    readonly byFailure: Readonly<Record<string, number>>;
  };
  /** In words, why there is none at all. */
  readonly why?: string;
  /** Supplies that do not count, and why. */
  readonly findings: readonly { readonly supply: string; readonly why: string }[];
}
