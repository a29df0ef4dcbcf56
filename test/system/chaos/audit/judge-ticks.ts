import { formatDatetime, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import type { AuditRecord, HeadRecord } from './audit-record.ts';
import type { FaultRecord, RunRecord } from '../record.ts';
import type { Violation } from '../violation.ts';
import { isNamed } from './named-gaps.ts';

/** Database rows must have each slot once, in order, each with the hash of the previous record. */
export function judgeChain({ ticks }: Pick<AuditRecord, 'ticks'>): Violation[] {
  return ticks.flatMap(({ at, previous }, i): Violation[] => {
    const before = ticks[i - 1];
    if (!before) return [];
    const found = (kind: Violation['kind'], what: string) => ({ kind, where: 'database', at, what });
    if (at === before.at) return [found('doubled', 'it has two records')];
    if (at < before.at) return [found('reordered', `after ${formatDatetime(before.at)}`)];
    if (previous === before.hash) return [];
    return [
      found('chain', `it names ${previous.slice(0, 12)}, the record before is ${before.hash.slice(0, 12)}`),
    ];
  });
}

/** Every head that a node showed must match the stored record of its slot. */
export function judgeHeads({ faults }: Pick<RunRecord, 'faults'>, audit: AuditRecord): Violation[] {
  const stored = new Map(audit.ticks.map(({ at, hash }) => [at, hash]));
  const shown = new Map<Millis, HeadRecord>();
  const violations: Violation[] = [];
  for (const head of audit.heads) {
    const { node, slot: at, recordHash } = head;
    const found = (what: string) => violations.push({ kind: 'forked', where: node, at, what });
    const first = shown.get(at);
    if (!first) shown.set(at, head);
    if (first?.recordHash === recordHash) continue;
    if (first)
      found(`its head is of ${short(recordHash)}, that of ${first.node} of ${short(first.recordHash)}`);
    const record = stored.get(at);
    if (record === recordHash) continue;
    if (record !== undefined) found(`its head is of ${short(recordHash)}, history has ${short(record)}`);
    else if (!isExcusedLoss(at, faults, audit)) found('its head is of a tick that history does not have');
  }
  return violations;
}

const short = (hash: string) => hash.slice(0, 12);

/** Whether the loss of a slot was unavoidable, and the slot is in the log of gaps. */
export function isExcusedLoss(at: Millis, faults: readonly FaultRecord[], { gaps }: AuditRecord): boolean {
  const couldNot = faults.some(
    ({ mayLose = false, from, to }) => mayLose && from - SLOT_MS <= at && at <= to,
  );
  return couldNot && isNamed(gaps, at);
}
