import { effect, useComputed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isComing } from '../data/missing.ts';
import { usePage } from '../data/page-data.ts';
import { messageOf } from '../format/errors.ts';
import { instantText } from '../format/time.ts';
import type { ChartCanvas } from './chart-canvas.ts';
import { ChartData } from './chart-data.ts';
import { ChartFoot } from './chart-foot.tsx';
import { ChartLegend } from './chart-legend.tsx';
import type { ChartChoice } from './chart-choice.ts';
import { CompareBox } from './compare-box.tsx';
import { INTERVALS, RANGES } from './intervals.ts';
import { useCompared } from './use-compared.ts';
import { wantedRange } from './wanted-range.ts';
import './chart.css';

interface ChartPanelProps {
  readonly indexId: string;
  /** Name of the index, such as BTC_USD. */
  readonly title: string;
  readonly choice: ChartChoice;
}

/** A chart of one index with its controls: range, interval, scale, and names to compare with. */
export function ChartPanel({ indexId, title, choice }: ChartPanelProps) {
  const page = usePage();
  const { range, interval, isLog } = choice;
  const place = useRef<HTMLDivElement>(null);
  const comparison = useCompared(indexId);
  const { compared } = comparison;
  const pointed = useSignal<number | undefined>(undefined);
  const main = useSignal<ChartData | undefined>(undefined);
  const others = useSignal<readonly ChartData[]>([]);
  const seen = useSignal<{ readonly from: number; readonly to: number } | undefined>(undefined);
  const problem = useSignal<unknown>(undefined);

  useEffect(() => {
    const data = new ChartData(page, indexId, interval.value);
    main.value = data;
    return () => data.close();
  }, [page, indexId, interval.value]);
  useEffect(() => {
    // Names that stay keep their loaded data.
    const known = others.peek();
    const next = compared.value.map(
      ({ indexId: id }) =>
        known.find((each) => each.indexId === id && each.interval === interval.value) ??
        new ChartData(page, id, interval.value),
    );
    for (const each of known) if (!next.includes(each)) each.close();
    others.value = next;
  }, [page, compared.value, interval.value]);
  useEffect(() => () => others.peek().forEach((each) => each.close()), [page]);

  useEffect(() => {
    let canvas: ChartCanvas | undefined;
    let end = () => {};
    let isWanted = true;
    const draw = ({ ChartCanvas }: typeof import('./chart-canvas.ts')) => {
      // The element is removed before effects end: if the reader leaves quickly, there is no chart any more.
      if (!isWanted || !place.current) return;
      const drawn = new ChartCanvas({
        place: place.current,
        onOldest: () => {
          void main.peek()?.loadOlder();
          for (const each of others.peek()) void each.loadOlder();
        },
        onPoint: (at) => (pointed.value = at),
        onSpan: (span) => (seen.value = span),
      });
      canvas = drawn;
      let shown: unknown;
      end = effect(() => {
        const data = main.value;
        if (!data || data.interval !== interval.value) return;
        void data.version.value;
        const beside = others.value.filter((each) => each.interval === data.interval);
        for (const each of beside) void each.version.value;
        const { bars, now } = data;
        const missing = data.missing.value;
        const wanted = wantedRange(range.value, { interval: data.interval, bars, now, missing });
        drawn.show(
          { interval: data.interval, isLog: isLog.value, isCompared: beside.length > 0 },
          { bars, others: beside.map((each) => each.bars), missing, from: wanted?.from, to: now },
        );
        data.onLast = (bar) => drawn.update(bar);
        for (const [i, each] of beside.entries()) each.onLast = (bar) => drawn.updateOther(i, bar);
        if (wanted?.wantsOlder) void data.loadOlder();
        // All are in percent of their start, which should be the same instant if possible.
        for (const each of beside) if (bars[0]) void each.reachBack(bars[0].at);
        if (wanted && shown !== wanted.key) {
          drawn.see(wanted.from, wanted.to);
          shown = wanted.key;
        }
      });
    };
    import('./chart-canvas.ts').then(draw, (error: unknown) => (problem.value = error));
    return () => {
      isWanted = false;
      end();
      canvas?.close();
    };
  }, [page]);

  // Computed separately, so that scrolling does not redraw the panel.
  const label = useComputed(() => {
    const kind = interval.value === '30s' ? '30-second values' : `candles of ${interval.value}`;
    const span = seen.value && `, ${instantText(seen.value.from)} to ${instantText(seen.value.to)} UTC`;
    return `Prices of ${title}, ${kind}${span ?? ''}`;
  });

  const state = main.value?.state.value ?? 'loading';
  const named = others.value.flatMap((data) => {
    const title = compared.value.find((each) => each.indexId === data.indexId)?.title;
    return title === undefined ? [] : [{ data, title }];
  });
  return (
    <section class="chart" aria-label={`Chart of ${title}`}>
      <div class="chart-bar">
        <div class="choices" role="group" aria-label="Range">
          {RANGES.map((each) => (
            <button
              key={each.title}
              aria-pressed={range.value === each}
              onClick={() => {
                range.value = each;
                interval.value = each.interval;
              }}
            >
              {each.title}
            </button>
          ))}
        </div>
        <div class="choices intervals" role="group" aria-label="Interval">
          {INTERVALS.map((each) => (
            <button
              key={each}
              aria-pressed={interval.value === each}
              onClick={() => {
                interval.value = each;
                range.value = undefined;
              }}
            >
              {each === '30s' ? 'Line' : each}
            </button>
          ))}
        </div>
        <div class="choices" role="group" aria-label="Scale">
          <button aria-pressed={isLog.value} onClick={() => (isLog.value = !isLog.value)}>
            Log
          </button>
        </div>
        <CompareBox comparison={comparison} />
      </div>
      <div class="chart-place">
        <div class="legend-place">
          {main.value && <ChartLegend data={main.value} pointed={pointed} title={title} others={named} />}
        </div>
        <div ref={place} class="chart-canvas" role="img" aria-label={label} />
        {state === 'loading' && <p class="chart-note">Loading</p>}
        {state === 'empty' && (
          <p class="chart-note">
            {main.value?.missing.value.some(isComing) ? 'Past values are being filled in' : 'No values yet'}
          </p>
        )}
        {state === 'held' && <p class="chart-note">All values repeat an earlier one: none is new</p>}
        {typeof state === 'object' && (
          <p class="chart-note" role="alert">
            Could not be loaded: {messageOf(state.error)}
            <button class="button" onClick={() => void main.value?.reload()}>
              Try again
            </button>
          </p>
        )}
        {problem.value !== undefined && (
          <p class="chart-note">The chart could not be loaded: {messageOf(problem.value)}</p>
        )}
      </div>
      {main.value && <ChartFoot data={main.value} others={named} seen={seen} />}
    </section>
  );
}
