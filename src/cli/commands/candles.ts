import { NotFoundError, type Candle, type Incomplete, type Tidemark } from '../../../sdk/src/node.ts';
import { SystemClock } from '../../core/clocks/clock.ts';
import { INTERVALS, type Interval } from '../../core/candle-interval.ts';
import { choice, optional, setting } from '../../core/setting.ts';
import { DAY_MS, type Millis } from '../../core/time.ts';
import { candleChart, chartTitle } from '../chart/candle-chart.ts';
import { validRecord } from '../client/valid-record.ts';
import { fieldsLine, tableLines, type TableColumn } from '../client/columns.ts';
import type { Appearance } from '../client/appearance.ts';
import { CONNECTION_OPTIONS } from '../client/connection-options.ts';
import { INDEX_NAME, limit, STRICT_END, STRICT_OPTION } from '../shared-options.ts';
import { jsonLine, withService, type TargetService } from '../client/with-service.ts';
import { action, JSON_OPTION, switchOption, UsageError, type Given } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { instantOf, moment, span } from '../times.ts';

const OPTIONS = {
  interval: setting(choice(Object.keys(INTERVALS) as Interval[]), '1h', 'Length of a candle'),
  last: setting(span, DAY_MS, 'Time range before --to, or before the newest candle; at least one candle'),
  from: optional(moment, 'Instead of --last: candles that start at or after this time'),
  to: optional(moment, 'Only candles that start before this time'),
  limit: optional(limit, 'Maximum number of candles: the newest of the range'),
  chart: switchOption('Draw a chart, as wide as the terminal, or 80 columns on a pipe'),
  strict: STRICT_OPTION,
  json: JSON_OPTION,
  ...CONNECTION_OPTIONS,
} as const;

/** The open goes before the high and the low: it is close to the previous candle's close. */
const OPEN_TO_CLOSE: readonly TableColumn<Candle>[] = [
  { key: 'open', of: ({ open }) => open, side: 'right', priority: 2 },
  { key: 'high', of: ({ high }) => high, side: 'right', priority: 3 },
  { key: 'low', of: ({ low }) => low, side: 'right', priority: 3 },
  {
    key: 'close',
    of: ({ close }) => close,
    side: 'right',
    colour: ({ open, close }) =>
      open === close ? undefined : Number(close) > Number(open) ? 'green' : 'red',
  },
];

const TICKS_AND_FLAGS: readonly TableColumn<Candle>[] = [
  { key: 'ticks', of: ({ ticks, expected }) => `${ticks}/${expected}`, side: 'right', priority: 0 },
  { key: 'flags', of: ({ flags = [] }) => flags.join(' '), priority: 1, colour: () => 'yellow' },
];

/** Shows the volume of the candle itself if it has one; averages only have that of 24 hours. */
const COLUMNS: readonly TableColumn<Candle>[] = [
  {
    key: 'startTimestamp',
    heading: 'from',
    of: ({ startTimestamp }) => startTimestamp.replace('.000Z', 'Z'),
  },
  ...OPEN_TO_CLOSE,
  { key: 'volume', of: ({ volume = '' }) => volume, side: 'right', priority: 1 },
  {
    key: 'volume24h',
    heading: '24 h volume',
    of: ({ volume, volume24h = '' }) => (volume === undefined ? volume24h : ''),
    side: 'right',
    priority: 1,
  },
  ...TICKS_AND_FLAGS,
];

/** Times and both volumes as in the record. */
const FIELDS: readonly TableColumn<Candle>[] = [
  { key: 'startTimestamp', of: ({ startTimestamp }) => startTimestamp },
  ...OPEN_TO_CLOSE,
  { key: 'volume24h', of: ({ volume24h = '' }) => volume24h },
  { key: 'volume', of: ({ volume = '' }) => volume },
  ...TICKS_AND_FLAGS,
];

export const command = action({
  about: [
    'Prints candles of an index, oldest first: as a table, on a pipe as lines of tab-separated fields (start, open, high, low, close, volume of the 24 hours before its end, volume of the candle itself, ticks out of those expected, flags; a missing volume is empty), or with --chart as a chart. A time range without values has no candle and is a gap in the chart.',
  ],
  positionals: [
    {
      name: 'NAME',
      about: INDEX_NAME,
      missingMessage: 'name one index: tidemark candles BTC_USD',
    },
  ],
  options: OPTIONS,
  exitCodes: [STRICT_END],
  examples: [
    'tidemark candles BTC_USD --interval 1h --last 7d --chart',
    'tidemark candles BLX --interval 1d --from 2026-01-01T00:00:00Z --json',
    'tidemark candles BTC --from "2026-11-16 09:30 America/New_York" --strict',
  ],
  run: (call, io) => {
    const { chart, json } = call.options;
    if (chart && json) throw new UsageError('--chart and --json cannot be used together');
    if (call.given.has('from') && call.given.has('last'))
      throw new UsageError('--from and --last cannot be used together');
    return withService(call, io, (service) => printCandles(service, call.positionals[0]!, call.options));
  },
});

/** Height of a chart: most of the terminal, and on a pipe what fits on a screen. */
const MAX_LINES = 20;
const MIN_LINES = 5;
const OTHER_LINES = 5;

async function printCandles(
  { tidemark, signal, look, write, incomplete }: TargetService,
  name: string,
  { interval, last, from, to, chart, json, limit }: Given<typeof OPTIONS>,
): Promise<number> {
  const { indexId } = await tidemark.find(name, { signal });
  const now = memo(() => newestEnd(tidemark, indexId, interval, signal));
  const end = to && instantOf(to, await now());
  const start = from
    ? instantOf(from, await now())
    : (end ?? (await now())) - Math.max(last, INTERVALS[interval]);
  if (end !== undefined && start > end) throw new UsageError('--from is after --to');
  const missing: Incomplete[] = [];
  const onIncomplete = (items: readonly Incomplete[]) => void missing.push(...items);
  const range = { from: start, to: end, interval, signal, onIncomplete };
  let oldest: string | undefined;
  let count = 0;
  const isTable = look.isTerminal && !json;
  const candles: Candle[] = [];
  for await (const each of newestOf(tidemark, indexId, range, limit)) {
    const candle = validRecord(each, 'Candle');
    oldest ??= candle.startTimestamp;
    count += 1;
    if (chart || isTable) candles.push(candle);
    else await write(json ? jsonLine(candle) : `${fieldsLine(candle, FIELDS)}\n`);
  }
  // With a limit, the page that was read reaches further back than the candles shown.
  incomplete.add(count === limit ? missing.filter(({ to: until }) => until > oldest!) : missing);
  if (!chart && !isTable) return EXIT.ok;
  const lines = chart
    ? chartOf(candles, { name, interval, currency: await currencyOf(tidemark, indexId, signal) }, look)
    : candles.length === 0
      ? ['none']
      : tableLines(candles, COLUMNS, look);
  await write(lines.map((line) => `${line}\n`).join(''));
  return EXIT.ok;
}

type CandleRange = Parameters<Tidemark['candles']>[1];

/** Oldest first. If there are more than the limit, only the newest, so these are requested first. */
async function* newestOf(
  tidemark: Tidemark,
  indexId: string,
  range: CandleRange,
  max: number | undefined,
): AsyncGenerator<Candle, void, undefined> {
  if (max === undefined || max === Infinity) {
    yield* tidemark.candles({ indexId }, range);
    return;
  }
  const newest: Candle[] = [];
  for await (const candle of tidemark.candles({ indexId }, { ...range, order: 'desc' })) {
    newest.push(candle);
    if (newest.length === max) break;
  }
  yield* newest.toReversed();
}

/** Currency of an index: the quote asset of a market, otherwise US dollars. */
async function currencyOf(tidemark: Tidemark, indexId: string, signal: AbortSignal): Promise<string> {
  try {
    const market = await tidemark.read('getMarket', { id: indexId }, { signal });
    return validRecord(market, 'Market').quoteSymbol;
  } catch (error) {
    if (error instanceof NotFoundError) return 'USD';
    throw error;
  }
}

/** Calls `ask` once, on first use. */
function memo<T>(ask: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= ask());
}

/**
 * Read from the candles themselves: 30-second values need another scope, and the market may have another time
 * than this machine.
 */
async function newestEnd(
  tidemark: Tidemark,
  indexId: string,
  interval: Interval,
  signal: AbortSignal,
): Promise<Millis> {
  const { content } = await tidemark.read('listCandles', { indexId, interval, size: 1 }, { signal });
  const [newest] = content;
  return newest ? Date.parse(newest.startTimestamp) + INTERVALS[interval] : new SystemClock().now();
}

function chartOf(
  candles: readonly Candle[],
  about: { readonly name: string; readonly interval: Interval; readonly currency: string },
  { columns, hasColours }: Appearance,
): string[] {
  const stepMs = INTERVALS[about.interval];
  const title = chartTitle(about, candles, stepMs);
  const room = (process.stdout.rows || MAX_LINES + OTHER_LINES) - OTHER_LINES;
  const lines = Math.min(MAX_LINES, Math.max(MIN_LINES, room));
  return candleChart(candles, stepMs, { columns, hasColours, lines, title });
}
