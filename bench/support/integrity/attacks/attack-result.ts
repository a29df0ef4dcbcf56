import { methodologyNamed, type Methodology } from '../../../../src/engine/methodology.ts';

export const FIRST = methodologyNamed('1')!;
export const SECOND = methodologyNamed('2')!;

/** What an attack achieved against both versions of the methodology, in the same world. */
export interface AttackResult {
  readonly attack: string;
  /** What the numbers are: the larger, the worse. */
  readonly measure: string;
  readonly first: number;
  readonly second: number;
  /** What version 2 commits to; absent where it commits to nothing. */
  readonly limit?: number;
}

/** Measures the same of both versions. */
export function ofBoth(
  attack: string,
  measures: readonly { readonly measure: string; readonly limit?: number }[],
  run: (methodology: Methodology) => readonly number[],
): AttackResult[] {
  const [first, second] = [run(FIRST), run(SECOND)];
  return measures.map((one, i) => ({ attack, ...one, first: first[i]!, second: second[i]! }));
}

export function displacementBps(price: number, honest: number): number {
  if (!(honest > 0)) return 0;
  return price > 0 ? Math.abs(price / honest - 1) * 1e4 : Infinity;
}

export const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), 0);
