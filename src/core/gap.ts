import type { Millis } from './time.ts';

/**
 * Why a slot has no value. DOWN: the service was not running, or came too late. SOURCE: it ran, and what it was given made no
 * value. DISK: the tick could not be stored, or was lost. NOT_LISTED: no exchange listed it. UNKNOWN: nothing tells.
 */
export const GAP_REASONS = ['DOWN', 'SOURCE', 'DISK', 'NOT_LISTED', 'UNKNOWN'] as const;
export type GapReason = (typeof GAP_REASONS)[number];

/** Slots from <= t < to without a value. */
export interface Gap {
  readonly from: Millis;
  readonly to: Millis;
  readonly reason: GapReason;
}
