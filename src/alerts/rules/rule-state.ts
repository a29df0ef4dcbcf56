import type { FlagMask } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import type { PriceWindow } from './price-window.ts';

/** What a rule remembers from one tick to the next. */
export interface RuleState {
  readonly isFiring: boolean;
  /** Slot of the last `alert.fired`. */
  readonly firedAt?: Millis;
  /** STALE, EXCHANGE_DOWN: when the data was last seen. */
  readonly lastSeenAt?: Millis;
  /** MOVED: the prices of the window. Not stored: it is read again from history. */
  readonly window?: PriceWindow;
}

/** The state of a new rule, and of one whose condition was changed. */
export const NEW_STATE: RuleState = { isFiring: false };

/** A value of an index in the observed slot. */
export interface ObservedValue {
  readonly price: number;
  readonly flags: FlagMask;
}

/** What rules see: one published slot, or the passing of time without one. */
export interface Observation {
  /** The slot; between slots, the market time. */
  readonly at: Millis;
  /** The value of an index in this slot; undefined if it has none, or if there is no slot. */
  valueOfIndex(indexId: string): ObservedValue | undefined;
  /** When a ticker of the exchange was last delivered; undefined if there is none. */
  exchangeSeenAt(exchangeId: string): Millis | undefined;
  /** The last slot before this observation that had a tick; undefined if unknown. */
  readonly previousSlot: Millis | undefined;
  /** Whether this is a slot with a tick. */
  readonly isSlot: boolean;
  /** How many parts of the stored data are known to be damaged or lost. */
  readonly damagedParts: number;
}
