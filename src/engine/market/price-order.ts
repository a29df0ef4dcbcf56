/**
 * Fills `order` with 0 .. count - 1 sorted by price, keeping the given order of equal prices. Votes are given in ascending
 * exchange id, so this is the order by (price, exchange id). `spare` is as long as `order`.
 */
export function orderByPrice(
  prices: Float64Array,
  count: number,
  order: Uint32Array,
  spare: Uint32Array,
): void {
  for (let i = 0; i < count; i++) order[i] = i;
  for (let start = 0; start < count; start += RUN) {
    insertionSort(prices, order, start, start + RUN < count ? start + RUN : count);
  }
  for (let width = RUN; width < count; width *= 2) {
    for (let start = 0; start + width < count; start += 2 * width) {
      merge(prices, order, spare, start, start + width, Math.min(start + 2 * width, count));
    }
  }
}

const RUN = 24;

function insertionSort(prices: Float64Array, order: Uint32Array, start: number, end: number): void {
  for (let i = start + 1; i < end; i++) {
    const vote = order[i]!;
    const price = prices[vote]!;
    let j = i - 1;
    while (j >= start && prices[order[j]!]! > price) {
      order[j + 1] = order[j]!;
      j--;
    }
    order[j + 1] = vote;
  }
}

function merge(
  prices: Float64Array,
  order: Uint32Array,
  spare: Uint32Array,
  start: number,
  middle: number,
  end: number,
): void {
  for (let i = start; i < middle; i++) spare[i] = order[i]!;
  let left = start;
  let right = middle;
  for (let i = start; left < middle; i++) {
    const takeRight = right < end && prices[order[right]!]! < prices[spare[left]!]!;
    order[i] = takeRight ? order[right++]! : spare[left++]!;
  }
}
