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
  'unnamed',
  'misnamed',
  'day',
  'unverified',
  'disagreeing',
  'partial',
  'forked',
  'pretending',
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
 * - unnamed: a slot without a tick that the log of gaps does not name
 * - misnamed: the log of gaps names a slot that has a tick, or two nodes have other gaps
 * - day: an end-of-day record is not what its ticks say, or is not there
 * - unverified: `tidemark verify` on a compute node found a difference, or had nothing to compare
 * - disagreeing: two serving nodes answered the same question otherwise
 * - partial: a liquid index was made from a part of its trades and has no flag
 * - forked: two heads were signed for one slot, or one for another record than history has
 * - pretending: a node said that it leads or is ready and could not, or two lead
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
