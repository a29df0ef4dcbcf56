import { useSignal, type Signal } from '@preact/signals';
import { RANGES, type Interval, type RangeChoice } from './intervals.ts';

/** Chart settings of the reader, kept across charts. */
export interface ChartChoice {
  /** Undefined if the interval was chosen directly. */
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
