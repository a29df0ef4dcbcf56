/** Maps values to positions in a picture. */
export type Scale = (value: number) => number;

type Span = readonly [number, number];

/** A linear scale. An empty span maps to the middle. */
export function linear([low, high]: Span, [from, to]: Span): Scale {
  if (high === low) return () => (from + to) / 2;
  return (value) => from + ((value - low) / (high - low)) * (to - from);
}

/** A logarithmic scale; values at or below 0 map to the start. */
export function logarithmic([low, high]: Span, [from, to]: Span): Scale {
  const inner = linear([Math.log(low), Math.log(high)], [from, to]);
  return (value) => (value <= low ? from : inner(Math.log(value)));
}

/** About `count` round values within a span, for the marks of an axis. */
export function roundMarks(low: number, high: number, count: number): number[] {
  if (!(high > low)) return [low];
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (STEPS.find((each) => each * power >= rough) ?? 10);
  const marks: number[] = [];
  for (let i = Math.ceil(low / step - EPSILON); i * step <= high + step * EPSILON; i++)
    marks.push(Number((i * step).toPrecision(12)));
  return marks;
}

const STEPS = [1, 2, 2.5, 5, 10];
const EPSILON = 1e-9;

/** The minimum and maximum; undefined if there are no values. */
export function spanOf(values: readonly number[]): [number, number] | undefined {
  if (values.length === 0) return undefined;
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}
