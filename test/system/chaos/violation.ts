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
 * - lost: a slot, or a value of it, did not arrive, or is not in history
 * - doubled: a value arrived twice
 * - different: two that should be the same value are not
 * - reordered: an older slot arrived after a newer one
 * - unstored: a value arrived that history does not have
 * - late: one or all serving nodes showed a slot later than the faults explain
 * - chain: a record of history does not have the hash of the previous one
 * - fence: an older writer stored after a newer one, or two nodes lead
 * - unavailable: a serving node did not answer a request for cached values
 * - failed: a client ended with an error
 * - unnamed: a slot has no tick and is not in the log of gaps
 * - misnamed: a slot with a tick is in the log of gaps, or two nodes have different gaps
 * - day: an end-of-day record does not follow from its ticks, or is missing
 * - unverified: `tidemark verify` on a compute node found a difference, or had nothing to compare
 * - disagreeing: two serving nodes gave different answers to the same request
 * - partial: a liquid index was computed from a part of its trades and has no flag
 * - forked: two different heads were signed for one slot, or one does not match the stored record
 * - pretending: a node claimed to lead or to be ready although it could not, or two nodes claimed to lead
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
