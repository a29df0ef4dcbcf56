import type { Candle } from '../../../sdk/src/node.ts';
import { DAY_MS, type Millis } from '../../core/time.ts';
import { painter, type Appearance } from '../client/appearance.ts';

export interface ChartSize extends Pick<Appearance, 'columns' | 'hasColours'> {
  /** Lines for prices; the axis of time has one more. */
  readonly lines: number;
}

/** One column of a chart: all candles of its stretch of time. Undefined where there is none: a gap stays one. */
export interface Bar {
  readonly at: Millis;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

const LEAST_BARS = 4;
const TICK_EVERY_LINES = 4;
const LABEL_GAP = 6;

/** Candles as a chart: wicks and bodies, prices at the right, time below. Oldest first. */
export function candleChart(candles: readonly Candle[], stepMs: Millis, size: ChartSize): string[] {
  if (candles.length === 0) return ['no candles'];
  const scale = scaleOf(candles, size.lines);
  const axis = Math.max(...scale.labels.map((label) => label.length));
  const room = Math.max(LEAST_BARS, size.columns - axis - 3);
  const bars = barsOf(candles, stepMs, room);
  const paint = painter(size.hasColours);
  const rows = Array.from({ length: size.lines }, (_, row) => {
    const cells = bars.map((bar) => {
      const cell = bar ? cellOf(bar, row, scale) : ' ';
      return cell === ' ' || !bar ? cell : paint(cell, bar.close < bar.open ? 'red' : 'green');
    });
    const label = row % TICK_EVERY_LINES === 0 || row === size.lines - 1 ? scale.labels[row] : undefined;
    return `${cells.join('')} ${label === undefined ? '│' : `┤ ${label.padStart(axis)}`}`;
  });
  return [...rows, timeAxis(bars, stepMs, candles)];
}

interface Scale {
  readonly lines: number;
  readonly low: number;
  readonly high: number;
  /** For each line, from the top. */
  readonly labels: readonly string[];
}

function scaleOf(candles: readonly Candle[], lines: number): Scale {
  const low = candles.reduce((lowest, candle) => Math.min(lowest, Number(candle.low)), Infinity);
  const high = candles.reduce((highest, candle) => Math.max(highest, Number(candle.high)), -Infinity);
  const step = (high - low) / Math.max(1, lines - 1);
  const decimals = Math.min(12, Math.max(0, Math.ceil(-Math.log10(step || Math.abs(high) || 1)) + 1));
  const labels = Array.from({ length: lines }, (_, row) => (high - row * step).toFixed(decimals));
  return { lines, low, high, labels };
}

/** Where a price is, in lines from the top. */
function lineOf(price: number, { low, high, lines }: Scale): number {
  return high === low ? (lines - 1) / 2 : ((high - price) / (high - low)) * (lines - 1);
}

/** Half a line is the finest that boxes can show. */
function cellOf(bar: Bar, row: number, scale: Scale): string {
  const top = lineOf(Math.max(bar.open, bar.close), scale);
  const bottom = lineOf(Math.min(bar.open, bar.close), scale);
  const [upper, lower] = [row - 0.5, row + 0.5];
  if (top < lower && bottom >= upper) {
    if (bottom - top < 0.5) return '━';
    if (top > row + 0.01) return '╻';
    if (bottom < row - 0.01) return '╹';
    return '┃';
  }
  const isWick = lineOf(bar.high, scale) < lower && lineOf(bar.low, scale) >= upper;
  return isWick ? '│' : ' ';
}

/** One bar a column, each of as many candles as it takes to fit; what is missing between them is undefined. */
export function barsOf(
  candles: readonly Candle[],
  stepMs: Millis,
  room: number,
): readonly (Bar | undefined)[] {
  const first = timeOf(candles[0]!);
  const count = Math.round((timeOf(candles.at(-1)!) - first) / stepMs) + 1;
  const each = Math.ceil(count / room);
  const bars: (Bar | undefined)[] = Array.from({ length: Math.ceil(count / each) });
  for (const candle of candles) {
    const place = Math.floor(Math.round((timeOf(candle) - first) / stepMs) / each);
    bars[place] = joined(bars[place], candle, first + place * each * stepMs);
  }
  return bars;
}

function joined(before: Bar | undefined, candle: Candle, at: Millis): Bar {
  const [open, high, low, close] = [candle.open, candle.high, candle.low, candle.close].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  if (!before) return { at, open, high, low, close };
  return {
    at,
    open: before.open,
    high: Math.max(before.high, high),
    low: Math.min(before.low, low),
    close,
  };
}

function timeOf({ startTimestamp }: Candle): Millis {
  return Date.parse(startTimestamp);
}

/** Labels that do not touch: the date where it changes or candles are days, the time of day elsewhere. All in UTC. */
function timeAxis(bars: readonly (Bar | undefined)[], stepMs: Millis, candles: readonly Candle[]): string {
  const first = timeOf(candles[0]!);
  const each = Math.max(
    1,
    Math.ceil((Math.round((timeOf(candles.at(-1)!) - first) / stepMs) + 1) / bars.length),
  );
  let line = '';
  let day = '';
  for (let place = 0; place < bars.length; place++) {
    const iso = new Date(first + place * each * stepMs).toISOString();
    const isNewDay = iso.slice(0, 10) !== day;
    const label = isNewDay || each * stepMs >= DAY_MS ? iso.slice(5, 10) : iso.slice(11, 16);
    if (place < line.length || place + label.length > bars.length) continue;
    line = `${line.padEnd(place)}${label}`.padEnd(place + label.length + LABEL_GAP);
    day = iso.slice(0, 10);
  }
  return `${line.trimEnd()} UTC`.trimStart();
}
