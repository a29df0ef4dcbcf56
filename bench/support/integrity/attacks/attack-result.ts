import { methodologyNamed, type Methodology } from '../../../../src/engine/methodology.ts';

export const FIRST = methodologyNamed('1')!;
export const SECOND = methodologyNamed('2')!;
export const THIRD = methodologyNamed('3')!;
/** With `--strict-flags`. */
export const STRICT = methodologyNamed('3 strict')!;

/** Two versions of the methodology, measured side by side. Limits are those of the later one. */
export interface Versions {
  readonly before: Methodology;
  readonly after: Methodology;
}

/** The version in force and the one before it. */
export const LATEST: Versions = { before: SECOND, after: THIRD };

export interface Measure {
  /** Name of the number: larger is worse. */
  readonly measure: string;
  /** Limit that the later version commits to; absent if there is none. */
  readonly limit?: number;
}

/** Results of an attack against both versions of the methodology, in the same world. */
export interface AttackResult extends Measure {
  readonly attack: string;
  readonly before: number;
  readonly after: number;
  /** The worst cases of the later version, for `--examples`. */
  readonly examples?: readonly string[];
}

/** Measures both versions in the same way. */
export function ofBoth(
  { before, after }: Versions,
  attack: string,
  measures: readonly Measure[],
  run: (methodology: Methodology, examples: string[]) => readonly number[],
): AttackResult[] {
  const examples: string[] = [];
  const [first, second] = [run(before, []), run(after, examples)];
  return measures.map((one, i) => ({
    attack,
    ...one,
    before: first[i]!,
    after: second[i]!,
    ...(i === 0 && examples.length > 0 && { examples }),
  }));
}

export function displacementBps(price: number, honest: number): number {
  if (!(honest > 0)) return 0;
  return price > 0 ? Math.abs(price / honest - 1) * 1e4 : Infinity;
}

export const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), 0);
