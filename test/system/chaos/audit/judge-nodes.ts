import { SECOND_MS, type Millis } from '../../../../src/core/time.ts';
import type { AuditRecord } from './audit-record.ts';
import type { RunRecord } from '../record.ts';
import type { Violation } from '../violation.ts';

/** Asking all nodes takes some time, in which the leader may change. */
const BOTH_LEAD_MS = 3 * SECOND_MS;

/** Every compute node must verify its history from recorded inputs, without a difference. */
export function judgeVerified({ to: at }: Pick<RunRecord, 'to'>, { verified }: AuditRecord): Violation[] {
  return verified.flatMap(({ node, exitCode, recomputed, faults }) => {
    const found = (what: string): Violation => ({ kind: 'unverified', where: node, at, what });
    if (faults.length > 0) return faults.map(found);
    if (exitCode !== 0) return [found(`verify ended with ${exitCode}`)];
    return recomputed === 0 ? [found('no value was computed again: it has no inputs')] : [];
  });
}

/** All serving nodes must answer a request at the same time with the same bytes. */
export function judgeAnswers({ answers }: Pick<AuditRecord, 'answers'>): Violation[] {
  return answers.flatMap(({ asked, at, answers: [first, ...others] }) => {
    if (!first) return [];
    const found = (where: string, what: string): Violation => ({ kind: 'disagreeing', where, at, what });
    if (first.status !== 200) return [found(first.node, `${asked}: status ${first.status}`)];
    return others
      .filter(({ status, body }) => status !== first.status || body !== first.body)
      .map((other) =>
        found(other.node, `${asked}: ${difference(other.body, first.body)}, as ${first.node} answered`),
      );
  });
}

/** Two nodes must not claim to lead at once for longer than the polling takes. */
export function judgeLeads({ faults }: Pick<RunRecord, 'faults'>, { leads }: AuditRecord): Violation[] {
  const violations: Violation[] = faults.flatMap(({ name, from: at, wrong = [] }) =>
    wrong.map((what): Violation => ({ kind: 'pretending', where: name, at, what })),
  );
  let since: Millis | undefined;
  let isNoted = false;
  for (const { at, leaders } of leads) {
    if (leaders.length < 2) [since, isNoted] = [undefined, false];
    else since ??= at;
    if (since === undefined || isNoted || at - since <= BOTH_LEAD_MS) continue;
    isNoted = true;
    violations.push({
      kind: 'pretending',
      where: 'compute',
      at: since,
      what: `${leaders.join(' and ')} both claimed to lead for more than ${BOTH_LEAD_MS} ms`,
    });
  }
  return violations;
}

function difference(a: string, b: string): string {
  let i = 0;
  while (i < Math.min(a.length, b.length) && a[i] === b[i]) i++;
  const near = (text: string) => JSON.stringify(text.slice(Math.max(0, i - 40), i + 60));
  return `${near(a)} at byte ${i}, not ${near(b)}`;
}
