import { useSignal, type Signal } from '@preact/signals';
import { RANGES, type Interval, type RangeChoice } from './intervals.ts';

/** How a reader wants charts to be drawn. It outlasts the chart that it was chosen at. */
export interface ChartChoice {
  /** Undefined where an interval was chosen by itself. */
  readonly range: Signal<RangeChoice | undefined>;
  readonly interval: Signal<Interval>;
  readonly isLog: Signal<boolean>;
}

const FIRST_RANGE = RANGES[1]!;

export function useChartChoice(): ChartChoice {
  return {
    range: useSignal<RangeChoice | undefined>(FIRST_RANGE),
    interval: useSignal<Interval>(FIRST_RANGE.interval),
    isLog: useSignal(false),
  };
}
