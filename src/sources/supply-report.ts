import type { Millis } from '../core/time.ts';

/** State of one origin of supplies. */
export interface OriginReport {
  /** `file` or `url`. */
  readonly origin: string;
  /** Assets whose supply comes from it. */
  readonly assets: number;
  /** Supplies of its last reading that match no listed asset, or more than one. */
  readonly unmatched: number;
  /** Dates of the oldest and the newest of its supplies. */
  readonly oldest?: Millis;
  readonly newest?: Millis;
  /** Why it cannot be read now; its earlier supplies stay in use. */
  readonly problem?: string;
}

/** State of the supplies of a source. */
export interface SupplyReport {
  /** Assets that have a supply. */
  readonly assets: number;
  readonly origins: readonly OriginReport[];
  /** Requests to an address, if one is configured. */
  readonly readings?: {
    readonly byOutcome: Readonly<Record<string, number>>;
    readonly byFailure: Readonly<Record<string, number>>;
  };
  /** Explains why there are no supplies at all. */
  readonly why?: string;
  /** Supplies that are not used, and why. */
  readonly findings: readonly { readonly supply: string; readonly why: string }[];
}
