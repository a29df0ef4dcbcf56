import type { NetworkLayout, NetworkMemory } from './network-memory.ts';

/** `Join` in script. */
export function joinScript({ size, stride, shares, length }: NetworkLayout): NetworkMemory {
  const numbers = new Float64Array(length);
  const join = (first: number) => {
    const from0 = first * stride;
    const from1 = from0 + stride;
    const from2 = from1 + stride;
    const from3 = from2 + stride;
    for (let i = first + 4; i < size; i++) {
      const share0 = numbers[shares + i]!;
      const share1 = numbers[shares + stride + i]!;
      const share2 = numbers[shares + 2 * stride + i]!;
      const share3 = numbers[shares + 3 * stride + i]!;
      const to = i * stride;
      for (let j = i + 1; j < stride; j++) {
        numbers[to + j]! +=
          share0 * numbers[from0 + j]! +
          share1 * numbers[from1 + j]! +
          share2 * numbers[from2 + j]! +
          share3 * numbers[from3 + j]!;
      }
    }
  };
  return { numbers, join };
}
