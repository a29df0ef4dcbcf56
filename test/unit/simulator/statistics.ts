export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] ?? 0;
  return sum / values.length;
}

function moment(values: ArrayLike<number>, power: number): number {
  const middle = mean(values);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += ((values[i] ?? 0) - middle) ** power;
  return sum / values.length;
}

export function deviation(values: ArrayLike<number>): number {
  return Math.sqrt(moment(values, 2));
}

/** 0 for a normal distribution, above where tails are fat. */
export function excessKurtosis(values: ArrayLike<number>): number {
  return moment(values, 4) / moment(values, 2) ** 2 - 3;
}

export function autocorrelation(values: ArrayLike<number>, lag: number): number {
  const middle = mean(values);
  let together = 0;
  for (let i = lag; i < values.length; i++)
    together += ((values[i] ?? 0) - middle) * ((values[i - lag] ?? 0) - middle);
  return together / values.length / moment(values, 2);
}

export function correlation(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  let together = 0;
  for (let i = 0; i < a.length; i++) together += ((a[i] ?? 0) - meanA) * ((b[i] ?? 0) - meanB);
  return together / a.length / deviation(a) / deviation(b);
}

/** Logarithms of the changes over `step` entries. */
export function returns(prices: ArrayLike<number>, step = 1): Float64Array {
  const count = Math.floor((prices.length - 1) / step);
  return Float64Array.from({ length: count }, (_, i) =>
    Math.log((prices[(i + 1) * step] ?? 1) / (prices[i * step] ?? 1)),
  );
}

/** The same order of 0 to count - 1 in each run, and not the natural one. */
export function shuffled(count: number): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  let state = 99;
  for (let i = count - 1; i > 0; i--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = state % (i + 1);
    [order[i], order[j]] = [order[j] ?? 0, order[i] ?? 0];
  }
  return order;
}
