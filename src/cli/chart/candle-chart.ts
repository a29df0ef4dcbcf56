import type { Candle } from '../../../sdk/src/node.ts';
import { DAY_MS, formatDatetime, type Millis } from '../../core/time.ts';
import { painter, type Appearance } from '../client/appearance.ts';
import { plain } from '../client/notices/plain.ts';
import { wrapText } from '../output/wrap-text.ts';

export interface ChartSize extends Pick<Appearance, 'columns' | 'hasColours'> {
  /** Lines for prices; the time axis takes one more. */
  readonly lines: number;
  /** Title above the chart, wrapped to as many lines as it needs. */
  readonly title?: string;
}

const MIN_BARS = 4;
const LABEL_GAP = 3;
/** Few candles are drawn apart, many touch. */
const MAX_COLUMNS_PER_BAR = 3;
/** The longest time label. A chart of few candles is made wide enough for one. */
const LONGEST_LABEL = '03-01 20:00'.length;

/** Draws candles as a chart: wicks and bodies, prices at the right, time below. Oldest first. */
export function candleChart(candles: readonly Candle[], stepMs: Millis, size: ChartSize): string[] {
  if (candles.length === 0) return ['no candles'];
  const scale = scaleOf(candles, size.lines);
  const axis = Math.max(...scale.labels.map((label) => label?.length ?? 0));
  const room = Math.max(MIN_BARS, size.columns - axis - 3);
  const bars = barsOf(candles, stepMs, room);
  const pitch = Math.max(1, Math.min(MAX_COLUMNS_PER_BAR, Math.floor(room / bars.bars.length)));
  const width = Math.min(room, Math.max(bars.bars.length * pitch, LONGEST_LABEL));
  const paint = painter(size.hasColours);
  const blanks = ' '.repeat(width - bars.bars.length * pitch);
  const rows = scale.labels.map((label, row) => {
    const cells = bars.bars.map((bar, place) => {
      const cell = bar ? cellOf(bar, row, scale, hasGap(bars, place)) : ' ';
      const shown = cell === ' ' || !bar ? cell : paint(cell, bar.close < bar.open ? 'red' : 'green');
      return shown.padEnd(shown.length + pitch - 1);
    });
    return `${cells.join('')}${blanks} ${label === undefined ? '│' : `┤ ${label.padStart(axis)}`}`;
  });
  return [...aboveOf(bars, size), ...rows, timeAxis(bars, { stepMs, pitch, width })];
}

/** `BTC_USD in USD, 1h, 2026-11-15 20:00 to 2026-11-16 20:00 UTC`: from the start of the first candle to the end of the last. */
export function chartTitle(
  {
    name,
    currency,
    interval,
  }: { readonly name: string; readonly currency: string; readonly interval: string },
  candles: readonly Candle[],
  stepMs: Millis,
): string {
  const [first, last] = [candles[0], candles.at(-1)];
  const what = plain(`${name} in ${currency}, ${interval}`);
  if (!first || !last) return what;
  const [from, to] = [minuteText(timeOf(first)), minuteText(timeOf(last) + stepMs)];
  const isOneDay = from.slice(0, DAY_LENGTH) === to.slice(0, DAY_LENGTH);
  return `${what}, ${from} to ${isOneDay ? to.slice(DAY_LENGTH + 1) : to} UTC`;
}

const DAY_LENGTH = '2026-01-31'.length;

function minuteText(at: Millis): string {
  return formatDatetime(at).slice(0, 16).replace('T', ' ');
}

function aboveOf(bars: Bars, { title, columns }: ChartSize): string[] {
  if (title === undefined) return [];
  const { each } = bars;
  const isBroken = bars.bars.some((_, place) => hasGap(bars, place));
  const notes = [
    ...(each > 1 ? [`${each} candles per column`] : []),
    ...(isBroken ? ['╎ some candles missing'] : []),
  ];
  return wrapText([title, ...notes].join(', '), columns);
}

/** Box characters resolve half a line. A bar that lacks candles is drawn with gaps. */
function cellOf(bar: Bar, row: number, scale: PriceScale, isBroken: boolean): string {
  const top = lineOf(Math.max(bar.open, bar.close), scale);
  const bottom = lineOf(Math.min(bar.open, bar.close), scale);
  const [upper, lower] = [row - 0.5, row + 0.5];
  if (top < lower && bottom >= upper) {
    if (bottom - top < 0.5) return isBroken ? '╍' : '━';
    if (isBroken) return '╏';
    if (top > row + 0.01) return '╻';
    if (bottom < row - 0.01) return '╹';
    return '┃';
  }
  const isWick = lineOf(bar.high, scale) < lower && lineOf(bar.low, scale) >= upper;
  return isWick ? (isBroken ? '╎' : '│') : ' ';
}

interface Axis {
  readonly stepMs: Millis;
  /** Columns from one bar to the next, and the width of the whole chart. */
  readonly pitch: number;
  readonly width: number;
}

/**
 * Labels that do not touch or repeat: the date if it changes or if bars are days, otherwise the time of day.
 * All in UTC.
 */
function timeAxis({ bars, each, first }: Bars, { stepMs, pitch, width }: Axis): string {
  const barMs = each * stepMs;
  const isYears = bars.length * barMs > 300 * DAY_MS;
  let [line, day] = ['', ''];
  for (let place = 0; place < bars.length; place++) {
    const iso = formatDatetime(first + place * barMs);
    const isNewDay = iso.slice(0, 10) !== day;
    const label = labelOf(iso, { isNewDay, isYears, isDays: barMs >= DAY_MS });
    const column = place * pitch;
    if (column < line.length || column + label.length > width) continue;
    line = `${line.padEnd(column)}${label}`.padEnd(column + label.length + LABEL_GAP);
    day = iso.slice(0, 10);
  }
  return `${line.trimEnd()} UTC`.trimStart();
}

interface LabelKind {
  readonly isNewDay: boolean;
  readonly isYears: boolean;
  readonly isDays: boolean;
}

function labelOf(iso: string, { isNewDay, isYears, isDays }: LabelKind): string {
  const date = iso.slice(isYears ? 0 : 5, 10);
  const time = iso.slice(11, 16);
  if (isDays) return date;
  if (!isNewDay) return time;
  return time === '00:00' ? date : `${date} ${time}`;
}

/**
 * One column of a chart: all candles of its time range. Undefined if there are none, so that gaps stay
 * visible.
 */
interface Bar {
  readonly at: Millis;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Number of candles in it; fewer than `each` if some are missing. */
  readonly candles: number;
}

interface Bars {
  readonly bars: readonly (Bar | undefined)[];
  /** Candles per bar. */
  readonly each: number;
  /** Start of the first bar. */
  readonly first: Millis;
}

/** Combines candles so that the bars fit the width; missing bars are undefined. */
export function barsOf(candles: readonly Candle[], stepMs: Millis, room: number): Bars {
  const first = timeOf(candles[0]!);
  const count = Math.round((timeOf(candles.at(-1)!) - first) / stepMs) + 1;
  const each = Math.ceil(count / room);
  const bars: (Bar | undefined)[] = Array.from({ length: Math.ceil(count / each) });
  for (const candle of candles) {
    const place = Math.floor(Math.round((timeOf(candle) - first) / stepMs) / each);
    bars[place] = joined(bars[place], candle, first + place * each * stepMs);
  }
  return { bars, each, first };
}

function joined(before: Bar | undefined, candle: Candle, at: Millis): Bar {
  const [open, high, low, close] = [candle.open, candle.high, candle.low, candle.close].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  if (!before) return { at, open, high, low, close, candles: 1 };
  return {
    at,
    open: before.open,
    high: Math.max(before.high, high),
    low: Math.min(before.low, low),
    close,
    candles: before.candles + 1,
  };
}

/** Whether a bar lacks candles. The last bar may be incomplete: its time is not over. */
export function hasGap({ bars, each }: Bars, place: number): boolean {
  const bar = bars[place];
  return bar !== undefined && bar.candles < each && place < bars.length - 1;
}

function timeOf({ startTimestamp }: Pick<Candle, 'startTimestamp'>): Millis {
  return Date.parse(startTimestamp);
}

interface PriceScale {
  readonly lines: number;
  readonly low: number;
  readonly high: number;
  /** One per line, from the top; undefined for a line without a label. No two are the same. */
  readonly labels: readonly (string | undefined)[];
}

const LABEL_EVERY_LINES = 4;
const MAX_DECIMALS = 12;

function scaleOf(candles: readonly Candle[], lines: number): PriceScale {
  const low = candles.reduce((lowest, candle) => Math.min(lowest, Number(candle.low)), Infinity);
  const high = candles.reduce((highest, candle) => Math.max(highest, Number(candle.high)), -Infinity);
  const middle = Math.round((lines - 1) / 2);
  if (high === low) {
    const labels = Array.from({ length: lines }, (_, row) => (row === middle ? candles[0]!.high : undefined));
    return { lines, low, high, labels };
  }
  const step = (high - low) / Math.max(1, lines - 1);
  const decimals = Math.min(MAX_DECIMALS, Math.max(0, Math.ceil(-Math.log10(step)) + 1));
  const texts = Array.from({ length: lines }, (_, row) =>
    row % LABEL_EVERY_LINES === 0 || row === lines - 1 ? (high - row * step).toFixed(decimals) : undefined,
  );
  const labels = texts.map((text, row) => (texts.indexOf(text) === row ? text : undefined));
  return { lines, low, high, labels };
}

/** Position of a price, in lines from the top. */
function lineOf(price: number, { low, high, lines }: PriceScale): number {
  return high === low ? Math.round((lines - 1) / 2) : ((high - price) / (high - low)) * (lines - 1);
}
