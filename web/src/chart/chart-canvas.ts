import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  LineSeries,
  MismatchDirection,
  PriceScaleMode,
  type IChartApi,
  type ISeriesApi,
  type SeriesType,
  type UTCTimestamp,
} from 'lightweight-charts';
import { decimalsOf } from '../format/number.ts';
import { axisLabels, axisPriceText, percentLabels } from './axis-labels.ts';
import { withLast, type Bar } from './bar.ts';
import type { Missing } from '../data/missing.ts';
import { emptyTimes, missingPlaces, placeOf } from './axis-times.ts';
import { gapsIn, hasGapBefore } from './bars.ts';
import { chartColours, onColours } from './chart-colours.ts';
import { Hatching } from './hatching.ts';
import { INTERVAL_MS, type Interval } from './intervals.ts';

export interface ChartStyle {
  readonly interval: Interval;
  readonly isLog: boolean;
  /** If other names are compared: all are drawn as lines, in percent of their start. */
  readonly isCompared: boolean;
}

/** What is drawn. */
export interface Drawing {
  readonly bars: readonly Bar[];
  /** Bars of the compared names. */
  readonly others: readonly (readonly Bar[])[];
  readonly missing: readonly Missing[];
  /** Start of the time axis, whether there are bars or not; undefined: at the first bar. */
  readonly from: number | undefined;
  /** End of the axis without bars. */
  readonly to: number;
}

interface CanvasParts {
  readonly place: HTMLElement;
  /** Called when the reader scrolls to the oldest loaded bars. */
  readonly onOldest: () => void;
  /** Called with the bar under the pointer; undefined if none. */
  readonly onPoint: (at: number | undefined) => void;
  /** Called with the visible time range. */
  readonly onSpan: (span: { readonly from: number; readonly to: number }) => void;
}

const CLEAR = 'rgba(0, 0, 0, 0)';
const NEAR_OLDEST = 30;
const EMPTY_RIGHT = 4;
/** Maximum bar width in pixels: a few candles must not fill the chart. */
const WIDEST_BAR = 20;
const NOTHING_DRAWN: Drawing = { bars: [], others: [], missing: [], from: undefined, to: 0 };

const timeOf = (ms: number) => (ms / 1000) as UTCTimestamp;

/** A chart of bars on a canvas. The only class that uses the chart library. */
export class ChartCanvas {
  readonly #chart: IChartApi;
  readonly #parts: CanvasParts;
  readonly #ends: (() => void)[];
  #main: ISeriesApi<SeriesType> | undefined;
  #others: ISeriesApi<SeriesType>[] = [];
  #volume: ISeriesApi<SeriesType> | undefined;
  #style: ChartStyle = { interval: '1d', isLog: false, isCompared: false };
  #drawing = NOTHING_DRAWN;
  /** All places of the axis, with and without a bar. */
  #times: readonly number[] = [];
  #hatching: Hatching | undefined;
  /** Whether the last drawing had no bars. */
  #wasEmpty = false;

  constructor(parts: CanvasParts) {
    this.#parts = parts;
    this.#chart = createChart(parts.place, {
      autoSize: true,
      // The logo of the library needs an inline style, which the content security policy blocks; the help of
      // the page names the library.
      layout: { attributionLogo: false, background: { color: CLEAR }, fontSize: 11 },
      rightPriceScale: {
        borderVisible: false,
        scaleMargins: { top: 0.08, bottom: 0.08 },
        entireTextOnly: true,
      },
      timeScale: {
        borderVisible: false,
        rightOffset: EMPTY_RIGHT,
        timeVisible: true,
        secondsVisible: false,
        maxBarSpacing: WIDEST_BAR,
      },
      localization: {
        locale: 'en-GB',
        tickmarksPercentageFormatter: (percents: number[]) => percentLabels(percents, this.#percentPlaces()),
      },
    });
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (!range || this.#times.length === 0) return;
      this.#reportSpan(range);
      const oldest = placeOf(this.#times, this.#drawing.bars[0]?.at ?? Infinity);
      if (range.from < oldest + NEAR_OLDEST) parts.onOldest();
    });
    this.#chart.subscribeCrosshairMove(({ time }) =>
      parts.onPoint(time === undefined ? undefined : Number(time) * 1000),
    );
    this.#colour();
    this.#ends = [onColours(() => this.#colour())];
  }

  /** Redraws everything. The visible range stays when older bars are added in front. */
  show(style: ChartStyle, drawing: Drawing): void {
    const isSame =
      JSON.stringify(style) === JSON.stringify(this.#style) &&
      this.#main !== undefined &&
      drawing.others.length === this.#others.length;
    this.#style = style;
    this.#drawing = drawing;
    const hasVolume = !style.isCompared && drawing.bars.some(({ volume }) => volume !== undefined);
    if (!isSame || hasVolume !== (this.#volume !== undefined)) this.#makeSeries(hasVolume);
    this.#fill();
  }

  /** Updates or appends the last bar. */
  update(bar: Bar): void {
    if (!this.#main) return;
    const { bars } = this.#drawing;
    const isNew = bars.at(-1)?.at !== bar.at;
    const isAfterGap = hasGapBefore(bars.at(-1), bar, this.#style.interval);
    this.#drawing = { ...this.#drawing, bars: withLast(bars, bar) };
    if (isAfterGap) return this.#fill();
    if (isNew) this.#times = [...this.#times, bar.at];
    this.#main.update(this.#isLine ? { time: timeOf(bar.at), value: bar.close } : candle(bar));
    // The label of the last price moved: the labels next to it are chosen again.
    this.#main.applyOptions({ priceFormat: this.#priceFormat(bar.close) });
  }

  /** Updates a compared name, by its position among them. */
  updateOther(i: number, bar: Bar): void {
    const known = this.#drawing.others[i];
    if (!known) return;
    const isAfterGap = hasGapBefore(known.at(-1), bar, this.#style.interval);
    this.#drawing = { ...this.#drawing, others: this.#drawing.others.with(i, withLast(known, bar)) };
    if (isAfterGap) return this.#fill();
    this.#others[i]?.update({ time: timeOf(bar.at), value: bar.close });
    // Its label moved, too.
    this.#main?.applyOptions({ priceFormat: this.#priceFormat(this.#drawing.bars.at(-1)?.close ?? 1) });
  }

  /** Shows the range between two instants, with and without bars; everything if there is no start. */
  see(from: number | undefined, to: number): void {
    const scale = this.#chart.timeScale();
    if (this.#times.length === 0) return;
    if (from === undefined) return scale.fitContent();
    const end = placeOf(this.#times, to) + EMPTY_RIGHT;
    scale.setVisibleLogicalRange({ from: placeOf(this.#times, from), to: end });
  }

  close(): void {
    for (const end of this.#ends) end();
    this.#chart.remove();
  }

  get #isLine(): boolean {
    return this.#style.interval === '30s' || this.#style.isCompared;
  }

  #makeSeries(hasVolume: boolean): void {
    for (const series of [this.#main, ...this.#others, this.#volume])
      if (series) this.#chart.removeSeries(series);
    const { isCompared, isLog, interval } = this.#style;
    const { accent, series, up, down } = chartColours();
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
    this.#others = this.#drawing.others.map((_, i) =>
      this.#chart.addSeries(LineSeries, { ...line, color: series[i]! }),
    );
    this.#hatching = new Hatching(this.#chart);
    this.#main.attachPrimitive(this.#hatching);
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
      // All existing days fit on a phone. For shorter bars, too many would be loaded.
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
    const { bars, others, missing } = this.#drawing;
    const empty = emptyTimes({ interval, ...this.#drawing });
    this.#times = [...empty, ...bars.map(({ at }) => at)].sort((a, b) => a - b);
    const spaces = empty.map((at) => ({ time: timeOf(at) }));
    const main = this.#isLine ? lineOf(bars, interval) : bars.map(candle);
    this.#main?.setData(inOrder([...main, ...spaces]));
    this.#main?.applyOptions({ priceFormat: this.#priceFormat(bars.at(-1)?.close ?? 1) });
    const first = this.#times[0] ?? -Infinity;
    // Older bars of other names would extend the axis beyond the first name's.
    for (const [i, series] of this.#others.entries()) {
      const line = inOrder(lineOf(others[i]!, interval).filter(({ time }) => time >= timeOf(first)));
      // Without any point, the library loses the positions of other series when it gets the same times again.
      series.setData(line.length > 0 ? line : spaces.slice(0, 1));
    }
    if (this.#hatching) this.#hatching.parts = missingPlaces(this.#times, missing);
    this.#placeAxis();
    const range = this.#chart.timeScale().getVisibleLogicalRange();
    if (range) this.#reportSpan(range);
    this.#volume?.setData(
      bars.flatMap(({ at, volume }) => (volume === undefined ? [] : [{ time: timeOf(at), value: volume }])),
    );
  }

  /** Formats prices like the rest of the page. `usual`: a typical price. */
  #priceFormat(usual: number) {
    return {
      type: 'custom' as const,
      formatter: (price: number) => axisPriceText(price, usual),
      tickmarksFormatter: (prices: readonly number[]) => axisLabels(prices, this.#labelPlaces(usual)),
      minMove: 10 ** -decimalsOf(usual),
    };
  }

  #labelPlaces(usual: number) {
    const main = this.#main;
    const placeOf = (price: number) => main?.priceToCoordinate(price) ?? null;
    const last = main?.lastValueData(false);
    return { usual, placeOf, last: last && !last.noData ? placeOf(last.price) : null };
  }

  #percentPlaces() {
    const main = this.#main;
    const range = this.#chart.timeScale().getVisibleLogicalRange();
    // Percentages of each line count from its first visible value.
    const first = range && main?.dataByIndex(Math.floor(range.from), MismatchDirection.NearestRight);
    const base = first && 'value' in first ? first.value : undefined;
    const placeOf = (percent: number) =>
      (base === undefined ? undefined : main?.priceToCoordinate(base * (1 + percent / 100))) ?? null;
    const lasts = [main, ...this.#others].flatMap((series) => {
      const last = series?.lastValueData(false);
      return last && !last.noData ? (series?.priceToCoordinate(last.price) ?? []) : [];
    });
    return { placeOf, lasts };
  }

  /**
   * The library counts places from the last bar, and without bars from the first place, of which it keeps
   * some visible. Without bars the whole axis is therefore shown.
   */
  #placeAxis(): void {
    const scale = this.#chart.timeScale();
    const isEmpty = this.#drawing.bars.length === 0;
    if (isEmpty) scale.setVisibleLogicalRange({ from: 0, to: this.#times.length + EMPTY_RIGHT });
    else if (this.#wasEmpty) scale.scrollToPosition(EMPTY_RIGHT, false);
    this.#wasEmpty = isEmpty;
  }

  #reportSpan(range: { readonly from: number; readonly to: number }): void {
    const at = (place: number) =>
      this.#times[Math.min(this.#times.length - 1, Math.max(0, Math.round(place)))]!;
    if (this.#times.length > 0) this.#parts.onSpan({ from: at(range.from), to: at(range.to) });
  }

  #colour(): void {
    const { text, line, accent, series, up, down, volume } = chartColours();
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
    for (const [i, other] of this.#others.entries()) other.applyOptions({ color: series[i]! });
    this.#volume?.applyOptions({ color: volume });
  }
}

function candle({ at, open, high, low, close }: Bar) {
  return { time: timeOf(at), open, high, low, close };
}

/** Across a gap the line is interrupted: the segment after the last point before it is invisible. */
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
