import { SLOT_MS } from '../../../../src/core/time.ts';
import type { AuditRecord } from './audit-record.ts';
import type { RunRecord } from '../record.ts';
import type { Violation } from '../violation.ts';
import { isNamed } from './named-gaps.ts';

/** Every slot of the run without a tick must be in the log of gaps, no slot with a tick may be, and all nodes must have the same log. */
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
        what: 'it has no tick, and is not in the log of gaps',
      });
  for (const at of stored)
    if (isNamed(gaps, at))
      violations.push({
        kind: 'misnamed',
        where: 'history',
        at,
        what: 'it is in the log of gaps, but has a tick',
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
