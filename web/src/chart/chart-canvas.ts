import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  LineSeries,
  PriceScaleMode,
  type IChartApi,
  type ISeriesApi,
  type SeriesType,
  type UTCTimestamp,
} from 'lightweight-charts';
import { decimalsOf, priceText } from '../format/number.ts';
import { withLast, type Bar } from './bar.ts';
import { gapsIn, isApart } from './bars.ts';
import { chartColours, onColours } from './chart-colours.ts';
import { INTERVAL_MS, type Interval } from './intervals.ts';

export interface ChartStyle {
  readonly interval: Interval;
  readonly isLog: boolean;
  /** A second name beside it: both are drawn as lines, in percent of where they begin. */
  readonly isCompared: boolean;
}

interface CanvasParts {
  readonly place: HTMLElement;
  /** The reader has scrolled to the oldest bars that are there. */
  readonly onOldest: () => void;
  /** Which bar the reader points at; undefined where none. */
  readonly onPoint: (at: number | undefined) => void;
}

const CLEAR = 'rgba(0, 0, 0, 0)';
const NEAR_OLDEST = 30;
const EMPTY_RIGHT = 4;

const timeOf = (ms: number) => (ms / 1000) as UTCTimestamp;

/** A chart of bars on a canvas. The only place that knows the library. */
export class ChartCanvas {
  readonly #chart: IChartApi;
  readonly #parts: CanvasParts;
  readonly #ends: (() => void)[];
  #main: ISeriesApi<SeriesType> | undefined;
  #second: ISeriesApi<SeriesType> | undefined;
  #volume: ISeriesApi<SeriesType> | undefined;
  #style: ChartStyle = { interval: '1d', isLog: false, isCompared: false };
  #bars: readonly Bar[] = [];
  #others: readonly Bar[] = [];

  constructor(parts: CanvasParts) {
    this.#parts = parts;
    this.#chart = createChart(parts.place, {
      autoSize: true,
      // Its logo brings a style of its own, which the policy of content refuses; the page names the library in its help.
      layout: { attributionLogo: false, background: { color: CLEAR }, fontSize: 11 },
      rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.08, bottom: 0.08 } },
      timeScale: { borderVisible: false, rightOffset: EMPTY_RIGHT, timeVisible: true, secondsVisible: false },
      localization: { locale: 'en-GB' },
    });
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range && range.from < NEAR_OLDEST && this.#bars.length > 0) parts.onOldest();
    });
    this.#chart.subscribeCrosshairMove(({ time }) =>
      parts.onPoint(time === undefined ? undefined : Number(time) * 1000),
    );
    this.#colour();
    this.#ends = [onColours(() => this.#colour())];
  }

  /** Draws everything anew. The range that is seen stays where older bars come in front. */
  show(style: ChartStyle, bars: readonly Bar[], others: readonly Bar[]): void {
    const isSame = JSON.stringify(style) === JSON.stringify(this.#style) && this.#main !== undefined;
    this.#style = style;
    this.#bars = bars;
    this.#others = others;
    const hasVolume = !style.isCompared && bars.some(({ volume }) => volume !== undefined);
    if (!isSame || hasVolume !== (this.#volume !== undefined)) this.#makeSeries(hasVolume);
    this.#fill();
  }

  /** The last bar, changed or new. */
  update(bar: Bar): void {
    if (!this.#main) return;
    const isAfterGap = isApart(this.#bars.at(-1), bar, this.#style.interval);
    this.#bars = withLast(this.#bars, bar);
    if (isAfterGap) return this.#fill();
    this.#main.update(this.#isLine ? { time: timeOf(bar.at), value: bar.close } : candle(bar));
  }

  /** Of the second name. */
  updateSecond(bar: Bar): void {
    const isAfterGap = isApart(this.#others.at(-1), bar, this.#style.interval);
    this.#others = withLast(this.#others, bar);
    if (isAfterGap) return this.#fill();
    this.#second?.update({ time: timeOf(bar.at), value: bar.close });
  }

  /** Shows the bars between two instants; all of them where there is no beginning. */
  see(from: number | undefined, to: number): void {
    const scale = this.#chart.timeScale();
    const [first] = this.#bars;
    if (!first) return;
    if (from === undefined) return scale.fitContent();
    const start = this.#bars.findIndex(({ at }) => at >= from);
    const gaps = gapsIn(this.#bars, this.#style.interval);
    const places = (i: number) => i + gaps.filter((at) => at < this.#bars[i]!.at).length;
    const last = this.#bars.length - 1;
    if (start === -1 || to < first.at) return scale.scrollToRealTime();
    scale.setVisibleLogicalRange({ from: places(start), to: places(last) + EMPTY_RIGHT });
  }

  close(): void {
    for (const end of this.#ends) end();
    this.#chart.remove();
  }

  get #isLine(): boolean {
    return this.#style.interval === '30s' || this.#style.isCompared;
  }

  #makeSeries(hasVolume: boolean): void {
    for (const series of [this.#main, this.#second, this.#volume])
      if (series) this.#chart.removeSeries(series);
    const { isCompared, isLog, interval } = this.#style;
    const { accent, second, up, down } = chartColours();
    const line = { lineWidth: 2 as const, crosshairMarkerRadius: 3 };
    this.#main = this.#isLine
      ? this.#chart.addSeries(LineSeries, { ...line, color: accent })
      : this.#chart.addSeries(CandlestickSeries, {
          upColor: up,
          downColor: down,
          wickUpColor: up,
          wickDownColor: down,
          borderVisible: false,
        });
    this.#second = isCompared ? this.#chart.addSeries(LineSeries, { ...line, color: second }) : undefined;
    this.#volume = hasVolume ? this.#makeVolume() : undefined;
    const mode = isCompared
      ? PriceScaleMode.Percentage
      : isLog
        ? PriceScaleMode.Logarithmic
        : PriceScaleMode.Normal;
    this.#chart.priceScale('right').applyOptions({ mode });
    this.#chart.timeScale().applyOptions({
      timeVisible: interval !== '1d',
      secondsVisible: interval === '30s',
      // All days there are fit on a phone. Of shorter bars, so many would be loaded for nothing.
      minBarSpacing: interval === '1d' ? 0.02 : 0.5,
    });
  }

  #makeVolume(): ISeriesApi<SeriesType> {
    const series = this.#chart.addSeries(HistogramSeries, {
      priceScaleId: 'volume',
      priceFormat: { type: 'volume' },
      color: chartColours().volume,
      lastValueVisible: false,
      priceLineVisible: false,
    });
    this.#chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } });
    return series;
  }

  #fill(): void {
    const { interval } = this.#style;
    const empty = gapsIn(this.#bars, interval);
    const spaces = empty.map((at) => ({ time: timeOf(at) }));
    const main = this.#isLine ? lineOf(this.#bars, interval) : this.#bars.map(candle);
    this.#main?.setData(inOrder([...main, ...spaces]));
    this.#main?.applyOptions({ priceFormat: formatFor(this.#bars.at(-1)?.close ?? 1) });
    this.#second?.setData(inOrder(lineOf(this.#others, interval)));
    this.#volume?.setData(
      this.#bars.flatMap(({ at, volume }) =>
        volume === undefined ? [] : [{ time: timeOf(at), value: volume }],
      ),
    );
  }

  #colour(): void {
    const { text, line, accent, second, up, down, volume } = chartColours();
    this.#chart.applyOptions({
      layout: { textColor: text, fontFamily: getComputedStyle(this.#parts.place).fontFamily },
      grid: { vertLines: { color: line }, horzLines: { color: line } },
      crosshair: { vertLine: { color: text, width: 1 }, horzLine: { color: text, width: 1 } },
    });
    this.#main?.applyOptions(
      this.#isLine
        ? { color: accent }
        : { upColor: up, downColor: down, wickUpColor: up, wickDownColor: down },
    );
    this.#second?.applyOptions({ color: second });
    this.#volume?.applyOptions({ color: volume });
  }
}

/** As prices are written elsewhere on the page. */
function formatFor(price: number) {
  return { type: 'custom' as const, formatter: priceText, minMove: 10 ** -decimalsOf(price) };
}

function candle({ at, open, high, low, close }: Bar) {
  return { time: timeOf(at), open, high, low, close };
}

/** A line has no pen over a gap: the stroke that leaves the last point before it is not seen. */
function lineOf(bars: readonly Bar[], interval: Interval) {
  const gaps = new Set(gapsIn(bars, interval));
  return bars.map(({ at, close }) => ({
    time: timeOf(at),
    value: close,
    ...(gaps.has(at + INTERVAL_MS[interval]) ? { color: CLEAR } : {}),
  }));
}

function inOrder<T extends { readonly time: UTCTimestamp }>(points: T[]): T[] {
  return points.sort((a, b) => a.time - b.time);
}
