import { formatDatetime, SECOND_MS, SLOT_MS } from '../../../src/core/time.ts';
import type { Verdict } from './checker.ts';
import type { Fault } from './fault.ts';
import type { FaultRecord, RunRecord } from './record.ts';
import { describeViolation, VIOLATIONS } from './violation.ts';

/** How many slots were due while the fault was active, until its repair. */
export function slotsHit({ from, to, repairedAt = to }: FaultRecord): number {
  return Math.max(0, Math.floor(repairedAt / SLOT_MS) - Math.ceil(from / SLOT_MS) + 1);
}

/** Names of faults that happened, but never during a slot. */
export function withoutSlot({ faults }: Pick<RunRecord, 'faults'>): string[] {
  const hit = new Set(faults.filter((fault) => slotsHit(fault) > 0).map(({ name }) => name));
  return [...new Set(faults.map(({ name }) => name))].filter((name) => !hit.has(name));
}

/** The numbers of the run and of its violations, as plain data. */
export function countsOf(seed: number, table: readonly Fault[], run: RunRecord, verdict: Verdict) {
  const { audit, faults } = run;
  const { violations, lateness } = verdict;
  const happened = table.filter(({ name }) => faults.some((fault) => fault.name === name));
  return {
    seed,
    from: formatDatetime(run.from),
    to: formatDatetime(run.to),
    slots: verdict.slots,
    valuesCompared: verdict.compared,
    pages: run.pages.length,
    answersCompared: audit?.answers.length ?? 0,
    headsCompared: audit?.heads.length ?? 0,
    daysJudged: audit?.days.filter(({ values }) => values.length > 0).length ?? 0,
    windowsOfTrades: audit?.traded.length ?? 0,
    recomputedByVerify: Object.fromEntries(
      audit?.verified.map(({ node, recomputed }) => [node, recomputed]) ?? [],
    ),
    slotsNamedAsGaps: namedSlots(run),
    faults: faults.length,
    pairs: faults.reduce((sum, { with: others = [] }) => sum + others.length, 0) / 2,
    byFault: Object.fromEntries(
      happened.map(({ name }) => {
        const times = faults.filter((fault) => fault.name === name);
        return [
          name,
          {
            times: times.length,
            slotsHit: times.reduce((sum, fault) => sum + slotsHit(fault), 0),
            worstLatenessMs: lateness.byFault.get(name) ?? null,
            longestMs: Math.max(...times.map(({ from, to }) => to - from)),
          },
        ];
      }),
    ),
    violations: violations.length,
    byViolation: Object.fromEntries(
      VIOLATIONS.map((kind) => [kind, violations.filter((each) => each.kind === kind).length]),
    ),
    wrong: violations.map((violation) => ({
      ...violation,
      text: describeViolation(violation),
      faults: faults
        .filter(({ from, to }) => from - 60 * SECOND_MS <= violation.at && violation.at <= to)
        .map(({ name }) => name),
    })),
  };
}

function namedSlots({ from, to, audit }: RunRecord): number {
  let named = 0;
  for (let at = from; at <= to; at += SLOT_MS)
    if (audit?.gaps[0]?.gaps.some((gap) => gap.from <= at && at < gap.to)) named++;
  return named;
}
