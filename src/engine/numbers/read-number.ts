const NUMERAL = /^\+?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * The double nearest to a numeral, or 0 if the text is not a finite number above 0: blank, NaN, negative, hex, 1e999. 0 is the
 * engine's only unusable number, so garbage has a single representation and no NaN reaches a formula.
 */
export function readPositive(text: string | undefined): number {
  if (text === undefined || !NUMERAL.test(text)) return 0;
  return usable(Number(text));
}

/** The same for a number. */
export function usable(value: number): number {
  return value > 0 && value < Infinity ? value : 0;
}
