import { formatDatetime, type Millis } from '../../../src/core/time.ts';

export const VIOLATIONS = [
  'lost',
  'doubled',
  'different',
  'reordered',
  'unstored',
  'late',
  'chain',
  'fence',
  'unavailable',
  'failed',
] as const;

/**
 * - lost: a slot, or a value of it, did not come, or is not in history
 * - doubled: a value came twice
 * - different: two that should be the same value are not
 * - reordered: an older slot came after a newer one
 * - unstored: a value came that history does not have
 * - late: a serving node showed a slot later than the fault explains, or all of them did
 * - chain: a record of history does not name the one before
 * - fence: an older writer has stored after a newer one, or two nodes lead
 * - unavailable: a serving node did not answer with a past that it holds
 * - failed: a client was ended for good
 */
export type ViolationKind = (typeof VIOLATIONS)[number];

export interface Violation {
  readonly kind: ViolationKind;
  /** The client, node or store. */
  readonly where: string;
  readonly at: Millis;
  readonly what: string;
}

export function describeViolation({ kind, where, at, what }: Violation): string {
  return `${kind}: ${where}: ${formatDatetime(at)}: ${what}`;
}
