import type { RunRecord } from '../record.ts';
import type { Violation } from '../violation.ts';
import { judgeDays } from './judge-days.ts';
import { judgeGaps } from './judge-gaps.ts';
import { judgeAnswers, judgeLeads, judgeVerified } from './judge-nodes.ts';
import { judgeChain, judgeHeads } from './judge-ticks.ts';
import { judgeTrades } from './judge-trades.ts';

/** The violations found by the auditor; none if the run was not audited. */
export function judge(run: RunRecord): Violation[] {
  const { audit } = run;
  if (!audit) return [];
  return [
    ...judgeChain(audit),
    ...judgeHeads(run, audit),
    ...judgeGaps(run, audit),
    ...judgeDays(audit),
    ...judgeVerified(run, audit),
    ...judgeAnswers(audit),
    ...judgeLeads(run, audit),
    ...judgeTrades(run, audit),
  ];
}
