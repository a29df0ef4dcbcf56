import { effect, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { usePage } from '../data/page-data.ts';
import { messageOf } from '../format/errors.ts';
import type { ChartCanvas } from './chart-canvas.ts';
import { ChartData } from './chart-data.ts';
import { ChartLegend } from './chart-legend.tsx';
import type { ChartChoice } from './chart-choice.ts';
import { CompareBox, type Compared } from './compare-box.tsx';
import { INTERVALS, RANGES } from './intervals.ts';
import { wantedRange } from './wanted-range.ts';
import './chart.css';

interface ChartPanelProps {
  readonly indexId: string;
  /** What the chart is of, such as BTC_USD. */
  readonly title: string;
  readonly choice: ChartChoice;
}

/** A chart of one index with its controls: range, interval, scale, and a second name to compare with. */
export function ChartPanel({ indexId, title, choice }: ChartPanelProps) {
  const page = usePage();
  const { range, interval, isLog } = choice;
  const place = useRef<HTMLDivElement>(null);
  const compared = useSignal<Compared | undefined>(undefined);
  const pointed = useSignal<number | undefined>(undefined);
  const main = useSignal<ChartData | undefined>(undefined);
  const second = useSignal<ChartData | undefined>(undefined);
  const problem = useSignal<unknown>(undefined);

  useEffect(() => {
    const data = new ChartData(page, indexId, interval.value);
    main.value = data;
    return () => data.close();
  }, [page, indexId, interval.value]);
  useEffect(() => {
    if (!compared.value) return;
    const data = new ChartData(page, compared.value.indexId, interval.value);
    second.value = data;
    return () => {
      data.close();
      second.value = undefined;
    };
  }, [page, compared.value, interval.value]);

  useEffect(() => {
    let canvas: ChartCanvas | undefined;
    let end = () => {};
    let isWanted = true;
    const draw = ({ ChartCanvas }: typeof import('./chart-canvas.ts')) => {
      // The place goes before effects end: a reader who leaves quickly has no chart any more.
      if (!isWanted || !place.current) return;
      const drawn = new ChartCanvas({
        place: place.current,
        onOldest: () => {
          void main.peek()?.loadOlder();
          void second.peek()?.loadOlder();
        },
        onPoint: (at) => (pointed.value = at),
      });
      canvas = drawn;
      let seen: unknown;
      end = effect(() => {
        const data = main.value;
        const other = second.value;
        if (!data || data.interval !== interval.value) return;
        void data.version.value;
        void other?.version.value;
        const isCompared = other !== undefined;
        drawn.show({ interval: data.interval, isLog: isLog.value, isCompared }, data.bars, other?.bars ?? []);
        data.onLast = (bar) => drawn.update(bar);
        if (other) other.onLast = (bar) => drawn.updateSecond(bar);
        const wanted = wantedRange(range.value, data);
        if (wanted?.wantsOlder) void data.loadOlder();
        // Both are in percent of where they begin, which must not be two instants where it need not be.
        if (data.bars[0]) void other?.reachBack(data.bars[0].at);
        if (wanted && seen !== wanted.key) {
          drawn.see(wanted.from, wanted.to);
          seen = wanted.key;
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

  const state = main.value?.state.value ?? 'loading';
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
        <CompareBox compared={compared} than={indexId} />
      </div>
      <div class="chart-place">
        <div
          ref={place}
          class="chart-canvas"
          role="img"
          aria-label={`Prices of ${title}, ${interval.value === '30s' ? '30-second values' : `candles of ${interval.value}`}`}
        />
        {main.value && (
          <ChartLegend
            data={main.value}
            pointed={pointed}
            title={title}
            second={second.value}
            compared={compared.value}
          />
        )}
        {state === 'loading' && <p class="chart-note">Loading</p>}
        {state === 'empty' && <p class="chart-note">No values of this kind yet</p>}
        {state === 'held' && <p class="chart-note">Values were only carried on: none was computed anew</p>}
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
    </section>
  );
}
