import { SECOND_MS } from '../../../src/core/time.ts';
import { formatTable, rounded, type Cell } from '../../../bench/support/table.ts';
import type { Verdict } from './checker.ts';
import { slotsHit } from './counts.ts';
import type { Fault } from './fault.ts';
import type { RunRecord } from './record.ts';
import { describeViolation, VIOLATIONS } from './violation.ts';

const MAX_LINES = 40;

/** A table with a row per kind of fault, then the counts of the run, then the violations. */
export function summaryOf(table: readonly Fault[], run: RunRecord, verdict: Verdict): string {
  const { lateness, violations } = verdict;
  const latenessDuring = (name: string) => [
    seconds(lateness.firstByFault.get(name)),
    seconds(lateness.byFault.get(name)),
  ];
  const rows = table.flatMap(({ name, limitMs }): Cell[][] => {
    const times = run.faults.filter((fault) => fault.name === name);
    if (times.length === 0) return [];
    const longest = times.reduce((max, { from, to }) => Math.max(max, to - from), 0);
    const hit = times.reduce((sum, fault) => sum + slotsHit(fault), 0);
    return [[name, times.length, hit, ...latenessDuring(name), seconds(limitMs), seconds(longest)]];
  });
  const undisturbed: Cell[] = ['none', '', '', ...latenessDuring('none'), 10, ''];
  const faults = formatTable(
    ['fault', 'times', 'slots', 'first client late s', 'last node late s', 'limit s', 'longest until well s'],
    [...rows, undisturbed],
  );
  const seen = formatTable(
    [
      'slots',
      'clients',
      'connections',
      'values compared',
      'pages',
      'pages unanswered',
      'slots of nodes',
      'excused',
      'worst lateness s',
    ],
    [
      [
        verdict.slots,
        run.clients.length,
        run.clients.reduce((sum, { connections }) => sum + connections.length, 0),
        verdict.compared,
        run.pages.length,
        run.pages.filter(({ ticks }) => !ticks).length,
        lateness.judged,
        lateness.excused,
        seconds(lateness.worstMs),
      ],
    ],
  );
  const { audit } = run;
  const audited = formatTable(
    ['answers compared', 'heads', 'days of series', 'windows of trades', 'recomputed by verify'],
    [
      [
        audit?.answers.length ?? 0,
        audit?.heads.length ?? 0,
        audit?.days.filter(({ values }) => values.length > 0).length ?? 0,
        audit?.traded.length ?? 0,
        audit?.verified.map(({ node, recomputed }) => `${node} ${recomputed}`).join(', ') ?? '',
      ],
    ],
  );
  const wrong = formatTable(
    ['violation', 'times'],
    VIOLATIONS.map((kind) => [kind, violations.filter((one) => one.kind === kind).length]),
  );
  const lines = violations.slice(0, MAX_LINES).map(describeViolation);
  if (violations.length > MAX_LINES) lines.push(`and ${violations.length - MAX_LINES} more`);
  return [faults, seen, audited, wrong, lines.join('\n')].filter((part) => part !== '').join('\n\n');
}

function seconds(ms: number | undefined): Cell {
  if (ms === undefined) return undefined;
  return ms === Infinity ? 'until repaired' : rounded(ms / SECOND_MS, 1);
}
