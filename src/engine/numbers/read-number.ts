const NUMERAL = /^\+?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * The double nearest to a numeral, or 0 for whatever is no finite number above 0: blank, NaN, negative, hex, 1e999.
 * The engine knows no other unusable number, so that garbage has one spelling and no NaN reaches a formula.
 */
export function readPositive(text: string | undefined): number {
  if (text === undefined || !NUMERAL.test(text)) return 0;
  return usable(Number(text));
}

/** The same for a number that is already one. */
export function usable(value: number): number {
  return value > 0 && value < Infinity ? value : 0;
}
