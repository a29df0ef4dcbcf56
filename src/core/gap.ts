import type { Millis } from './time.ts';

/**
 * Why a slot has no value. DOWN: the service was not running, or computed it too late. SOURCE: the service ran, but its input
 * gave no value. DISK: the tick could not be stored, or was lost. NOT_LISTED: no exchange listed it. UNKNOWN: the cause is not
 * recorded.
 */
export const GAP_REASONS = ['DOWN', 'SOURCE', 'DISK', 'NOT_LISTED', 'UNKNOWN'] as const;
export type GapReason = (typeof GAP_REASONS)[number];

/** Slots from <= t < to without a value. */
export interface Gap {
  readonly from: Millis;
  readonly to: Millis;
  readonly reason: GapReason;
}
