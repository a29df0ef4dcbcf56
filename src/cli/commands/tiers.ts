import {
  REPORTED_REFUSALS,
  tiersReport,
  type ReportedExchange,
  type TiersReport,
} from '../../app/operate/verify/tiers-report.ts';
import { csvHeader, csvLine } from '../../contract/csv-text.ts';
import { optional } from '../../core/setting.ts';
import { DAY_MS, formatDatetime, HOUR_MS } from '../../core/time.ts';
import { action, JSON_OPTION, switchOption, UsageError, type ActionGroup } from '../command.ts';
import { instantProgress } from '../output/progress.ts';
import { quoted } from '../output/shown.ts';
import { tableText } from '../output/table-text.ts';
import { fromHere, instantHere, moment, span } from '../times.ts';

const report = action({
  summary: 'Show statistics of each exchange, and the tier that they suggest',
  about: [
    'Computes statistics of each exchange from the kept inputs (--keep-inputs): uptime, distance from the published MWA, refusals, plausibility of its volume; and the tier that they suggest by the criteria in docs/trust/tiers.md. The suggestion is never applied: decide with --tiers FILE.',
    'Read-only; works whether the service is running or stopped.',
  ],
  options: {
    from: optional(moment, 'Only ticks from this time on; by default all whose inputs are kept'),
    last: optional(span, 'Instead of --from: time range before --to, or before now'),
    to: optional(moment, 'Only ticks before this time'),
    csv: switchOption('Print CSV with a header'),
    json: JSON_OPTION,
  },
  settings: ['data', 'store', 'clusterCredentials'],
  examples: ['tidemark tiers report', 'tidemark tiers report --last 6h --csv'],
  run: async ({ options: { csv, json, ...range }, config }, io) => {
    if (csv && json) throw new UsageError('--csv and --json cannot be used together');
    if (range.from !== undefined && range.last !== undefined)
      throw new UsageError('--from and --last cannot be used together');
    const [from, to] = [fromHere(range, 'ticks'), instantHere(range.to)];
    if (from !== undefined && to !== undefined && from > to) throw new UsageError('--from is after --to');
    const { data, store } = config().settings;
    const onProgress = instantProgress(io);
    const result = await tiersReport({ data, store, from, to, ...(onProgress && { onProgress }) });
    if (json) io.out(`${quoted(jsonOf(result))}\n`);
    else io.out(csv ? csvOf(result) : textOf(result));
    return 0;
  },
});

export const command: ActionGroup = {
  about: ['Statistics to decide the trust tiers of exchanges.'],
  actions: { report },
  listsActions: true,
};

/** Rounded to the precision of the statistics. */
function recordOf(reported: ReportedExchange) {
  const { exchange, exchangeId, tier, trust, markets, ticks, suggested, failed, refused } = reported;
  return {
    exchange,
    exchangeId,
    tier,
    trust,
    markets,
    ticks,
    uptime: rounded(reported.uptime),
    medianDeviationBps: rounded(reported.medianDeviationBps),
    p95DeviationBps: rounded(reported.p95DeviationBps),
    refused: Object.fromEntries(REPORTED_REFUSALS.map((reason) => [reason, rounded(refused[reason])])),
    volumeCut: rounded(reported.volumeCut),
    volumeRatio: rounded(reported.volumeRatio),
    volumeOutOfLine: rounded(reported.volumeOutOfLine),
    suggested,
    reasons: failed.map(reasonOf),
  };
}

function rounded(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Number(value.toPrecision(4));
}

function jsonOf({ from, to, exchanges, ...rest }: TiersReport) {
  return {
    from: formatDatetime(from),
    to: formatDatetime(to),
    ...rest,
    exchanges: exchanges.map(recordOf),
  };
}

const CSV_COLUMNS = [
  ...(['exchange', 'exchangeId', 'tier'] as const).map((name) => column('text', name)),
  ...(['trust', 'markets', 'ticks', 'uptime', 'medianDeviationBps', 'p95DeviationBps'] as const).map((name) =>
    column('decimal', name),
  ),
  ...REPORTED_REFUSALS.map((reason) => column('decimal', 'refused', reason)),
  ...(['volumeCut', 'volumeRatio', 'volumeOutOfLine'] as const).map((name) => column('decimal', name)),
  column('text', 'suggested'),
  column('text', 'reasons'),
];

function column(kind: 'text' | 'decimal', ...path: readonly string[]) {
  return { name: path.join('.'), path, kind, optional: true };
}

function csvOf({ exchanges }: TiersReport): string {
  const lines = [csvHeader(CSV_COLUMNS), ...exchanges.map((each) => csvLine(CSV_COLUMNS, recordOf(each)))];
  // Output must have plain line ends: others would be shown as escapes.
  return lines.map((line) => line.replace(/\r\n$/, '\n')).join('');
}

const HEADINGS =
  'exchange|tier|trust|markets|uptime|median bps|p95 bps|refused|outliers|volume cut|out of line|x median|suggested|because'.split(
    '|',
  );

function textOf({ from, to, ticks, leftOut, exchanges }: TiersReport): string {
  const others = leftOut === 0 ? '' : `, ${leftOut} left out (damaged, or without their reference data)`;
  const isShort = to - from < DAY_MS - HOUR_MS;
  return [
    `${formatDatetime(from)} to ${formatDatetime(to)}, ${ticks} ticks${others}`,
    ...(isShort ? ['The criteria are for 24 hours: suggestions from a shorter range are provisional.'] : []),
    '',
    tableText([HEADINGS, ...exchanges.map(rowOf)]),
  ].join('\n');
}

function rowOf(exchange: ReportedExchange): string[] {
  const { refused, outliers } = exchange.criteria;
  const { uptime, medianDeviationBps, p95DeviationBps, volumeCut, volumeOutOfLine, volumeRatio } = exchange;
  return [
    exchange.exchange,
    exchange.tier,
    String(exchange.trust),
    String(exchange.markets),
    percent(uptime),
    fixed(medianDeviationBps),
    fixed(p95DeviationBps),
    percent(refused),
    percent(outliers),
    percent(volumeCut),
    percent(volumeOutOfLine),
    fixed(volumeRatio),
    exchange.suggested,
    exchange.failed.map(reasonOf).join('; '),
  ];
}

function percent(share: number | undefined): string {
  return share === undefined ? '-' : `${(100 * share).toFixed(share < 0.01 ? 2 : 1)} %`;
}

function fixed(value: number | undefined): string {
  return value === undefined ? '-' : value.toFixed(value < 10 ? 2 : 0);
}

type Failed = ReportedExchange['failed'][number];

const NAMES: Readonly<Record<Failed['figure'], string>> = {
  uptime: 'uptime',
  medianDeviationBps: 'median deviation',
  p95DeviationBps: 'p95 deviation',
  refused: 'refused',
  outliers: 'outliers',
  implausibleVolume: 'implausible volume',
};

/** `p95 deviation 83 bps > 50 bps` */
function reasonOf({ figure, kind, limit, value }: Failed): string {
  const text = (number: number) => (figure.endsWith('Bps') ? `${fixed(number)} bps` : percent(number));
  if (value === undefined) return `${NAMES[figure]} unknown`;
  return `${NAMES[figure]} ${text(value)} ${kind === 'min' ? '<' : '>'} ${text(limit)}`;
}
