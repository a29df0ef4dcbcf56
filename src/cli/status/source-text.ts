import type { ExchangeReport, SourceReport } from '../../app/pipeline/metrics/source-health.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type Millis } from '../../core/time.ts';
import { quoted } from '../output/shown.ts';
import { tableText } from '../output/table-text.ts';

/** This many similar lines are shown as one. */
const MIN_GROUP = 3;
const MAX_NAMED = 5;

/** A table of exchanges; exchanges that fail for the same reason share a line. */
export function readingsText(title: string, reports: readonly ExchangeReport[], at: Millis): string {
  const rows = groupedBy(reports, failureOf).flatMap((group) =>
    group.length >= MIN_GROUP ? [groupRow(group, title, at)] : group.map((report) => rowOf(report, at)),
  );
  return tableText([[title, 'state', 'age', 'read', 'failed', 'left out', 'why'], ...rows]);
}

/** Excluded markets with the reason; those of one exchange with the same reason share a line. */
export function findingLines(findings: SourceReport['findings']): readonly string[] {
  return groupedBy(findings, ({ exchange, why }) => `${exchange} ${why}`).flatMap((group) => {
    const [{ exchange, why } = { exchange: '', why: '' }] = group;
    if (group.length < MIN_GROUP) return group.map(({ market }) => `${exchange} ${quoted(market)}: ${why}`);
    return [
      `${exchange}, ${group.length} markets: ${why} (${named(group.map(({ market }) => quoted(market)))})`,
    ];
  });
}

export function countsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ');
}

export function ageText(ms: Millis): string {
  if (ms < 0) return `in ${ageText(-ms)}`;
  if (ms < 2 * MINUTE_MS) return `${Math.round(ms / SECOND_MS)} s`;
  if (ms < 2 * HOUR_MS) return `${Math.round(ms / MINUTE_MS)} min`;
  return ms < 2 * DAY_MS ? `${Math.round(ms / HOUR_MS)} h` : `${Math.round(ms / DAY_MS)} d`;
}

function rowOf({ exchange, state, lastDelivery, readings, failures }: ExchangeReport, at: Millis): string[] {
  return [
    exchange,
    readings?.isResting ? `${state}, resting` : state,
    lastDelivery === undefined ? '-' : ageText(at - lastDelivery),
    String(readings?.byOutcome['read'] ?? '-'),
    String(failures),
    String(readings?.leftOut ?? '-'),
    countsText(readings?.byFailure ?? {}),
  ];
}

function groupRow(group: readonly ExchangeReport[], title: string, at: Millis): string[] {
  const sum = (of: (report: ExchangeReport) => number) =>
    String(group.reduce((total, report) => total + of(report), 0));
  const deliveries = group.flatMap(({ lastDelivery }) => lastDelivery ?? []);
  return [
    `${group.length} ${title === 'exchange' ? 'exchanges' : title}`,
    'failing',
    deliveries.length === 0 ? '-' : ageText(at - Math.min(...deliveries)),
    sum(({ readings }) => readings?.byOutcome['read'] ?? 0),
    sum(({ failures }) => failures),
    sum(({ readings }) => readings?.leftOut ?? 0),
    `${failureOf(group[0]!)}: ${group.map(({ exchange }) => exchange).join(', ')}`,
  ];
}

/** Undefined if it does not fail; then it gets its own line. */
function failureOf({ state, readings }: ExchangeReport): string | undefined {
  return state === 'failing' ? readings?.lastFailure : undefined;
}

/** Groups in the order of their first members. An item without a key is its own group. */
function groupedBy<T>(
  items: readonly T[],
  keyOf: (item: T) => string | undefined,
): readonly (readonly T[])[] {
  const groups = new Map<unknown, T[]>();
  for (const item of items) {
    const key = keyOf(item) ?? item;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()];
}

function named(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
