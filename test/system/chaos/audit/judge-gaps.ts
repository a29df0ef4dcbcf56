import { SLOT_MS } from '../../../../src/core/time.ts';
import type { AuditRecord } from './audit-record.ts';
import type { RunRecord } from '../record.ts';
import type { Violation } from '../violation.ts';
import { isNamed } from './named-gaps.ts';

/** Every slot of the run that has no tick is named, no slot that has one is, and all nodes name the same. */
export function judgeGaps({ from, to }: Pick<RunRecord, 'from' | 'to'>, audit: AuditRecord): Violation[] {
  const violations: Violation[] = [];
  const { gaps } = audit;
  const stored = new Set(audit.ticks.map(({ at }) => at));
  for (let at = from; at <= to; at += SLOT_MS)
    if (!stored.has(at) && !isNamed(gaps, at))
      violations.push({
        kind: 'unnamed',
        where: 'history',
        at,
        what: 'no tick, and the log of gaps does not name it',
      });
  for (const at of stored)
    if (isNamed(gaps, at))
      violations.push({
        kind: 'misnamed',
        where: 'history',
        at,
        what: 'the log of gaps names a slot that has a tick',
      });
  const [database, ...nodes] = gaps.map(({ node, gaps: named }) => ({ node, text: JSON.stringify(named) }));
  for (const { node, text } of nodes)
    if (text !== database?.text)
      violations.push({
        kind: 'misnamed',
        where: node,
        at: to,
        what: `its gaps are ${text}, those of the database ${database?.text ?? 'none'}`,
      });
  return violations;
}
