import type { Promised } from './batch.ts';

/** The first and the last of consecutive batches. */
export type BatchRange = readonly [number, number];

/** The ranges of batches in ascending order. */
export function rangesOf(batches: readonly number[]): BatchRange[] {
  const ranges: [number, number][] = [];
  for (const batch of batches) {
    const last = ranges.at(-1);
    if (last?.[1] === batch - 1) last[1] = batch;
    else ranges.push([batch, batch]);
  }
  return ranges;
}

/** How the numbers on a page were measured. */
export interface Measured {
  /** One for each range of batches. */
  readonly commands: readonly string[];
  readonly batches: readonly BatchRange[];
  readonly commit: string;
  /** `rulesHash` of the engine that was measured. */
  readonly rules: string;
  readonly cpuSeconds: number;
}

const BEGIN = '<!-- measured: begin -->';
const END = '<!-- measured: end -->';
const RULES = /<!-- rules: ([0-9a-f]+) -->/;

export function formatMeasured(value: number): string {
  if (Number.isNaN(value)) return '';
  if (!Number.isFinite(value)) return 'never';
  return Math.abs(value) > 1e5 ? value.toExponential(1) : String(Number(value.toFixed(1)));
}

/** The tables in Markdown, one for each group of attacks. */
export function tablesOf(
  promises: readonly Promised[],
  { commands, batches, commit, rules, cpuSeconds }: Measured,
) {
  const groups = new Map<string, Promised[]>();
  for (const promise of promises) {
    const rows = groups.get(promise.group) ?? [];
    rows.push(promise);
    groups.set(promise.group, rows);
  }
  const broken = promises.filter(({ limit, kept, batches: all }) => limit !== undefined && kept < all);
  const verdict =
    broken.length === 0
      ? 'Every commitment was kept in every batch.'
      : `**${broken.length} commitments were not kept in every batch**; they are in bold.`;
  return [
    BEGIN,
    `<!-- rules: ${rules} -->`,
    '',
    `Measured by ${commands.map((command) => `\`${command}\``).join(' and ')} (batches ${batches.map((range) => range.join(' to ')).join(' and ')}, ${cpuSeconds} s of CPU) at commit \`${commit}\`. Version 2: the worst batch.`,
    `Version 3: the median batch / the worst. ${verdict}`,
    ...[...groups].flatMap(([group, rows]) => ['', `### ${group}`, '', ...table(rows)]),
    '',
    END,
  ].join('\n');
}

/** What these measure is clear from the name of the case. */
const PLAIN_UNITS = ['bps, p99', 'bps, median', 'ticks', '%'];

function table(rows: readonly Promised[]): string[] {
  const isPlain = rows.every(({ measure }) => PLAIN_UNITS.includes(measure));
  const head = [
    ...(isPlain ? ['case'] : ['attack', 'measured']),
    'version 2',
    'version 3',
    'committed',
    'kept',
  ];
  const cells = rows.map(({ attack, measure, before, median, worst, limit, kept, batches }) => {
    const times = `${kept} of ${batches}`;
    return [
      ...(isPlain ? [attack] : [attack, measure]),
      formatMeasured(before),
      `${formatMeasured(median)} / ${formatMeasured(worst)}`,
      limit === undefined ? '' : formatMeasured(limit),
      limit === undefined ? '' : kept < batches ? `**${times}**` : times,
    ];
  });
  const widths = head.map((title, i) => Math.max(title.length, ...cells.map((row) => row[i]!.length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)];
}

/** The page with its tables replaced by these. */
export function withTables(page: string, tables: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`the page has no place between ${BEGIN} and ${END}`);
  return page.slice(0, begin) + tables + page.slice(end + END.length);
}

/** The rules with which the tables of a page were measured; undefined if the page does not say. */
export function rulesOfPage(page: string): string | undefined {
  return RULES.exec(page)?.[1];
}
