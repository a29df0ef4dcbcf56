const FAST_LIMIT = 2 ** 31;

/**
 * Maps 0, -1, 1, -2, 2, ... to 0, 1, 2, 3, 4, ...: exact while |value| is below 2^52. Most values are small, and integer
 * arithmetic avoids an unpredictable branch on their sign.
 */
export function zigzag(value: number): number {
  if (value < 2 ** 30 && value > -(2 ** 30)) return (value << 1) ^ (value >> 31);
  return value < 0 ? -2 * value - 1 : 2 * value;
}

export function unzigzag(code: number): number {
  if (code < FAST_LIMIT) return (code >> 1) ^ -(code & 1);
  const half = Math.floor(code / 2);
  return code === 2 * half ? half : -half - 1;
}
