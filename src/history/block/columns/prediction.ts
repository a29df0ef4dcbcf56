import { unzigzag, zigzag } from '../bits/zigzag.ts';

/**
 * How the integers of a column become small non-negative numbers. For signed predictions (zigzag), `base` is the first integer,
 * and the first row has no code; for the others, `base` is the smallest one.
 */
const PREDICTIONS = {
  /** The difference from the previous row. */
  DELTA: 0,
  /** The difference of the differences; the second row's is that from the first row. */
  DELTA_OF_DELTA: 1,
  /** The distance above the smallest integer. */
  OFFSET: 2,
  /** The difference from the near column. */
  NEAR: 3,
  /** The distance above the near column, minus the smallest such distance. */
  ABOVE: 4,
  /** The distance below the near column, minus the smallest such distance. */
  BELOW: 5,
} as const;
export type Prediction = (typeof PREDICTIONS)[keyof typeof PREDICTIONS];

export const { DELTA } = PREDICTIONS;
const { DELTA_OF_DELTA, OFFSET, NEAR, ABOVE, BELOW } = PREDICTIONS;

/** The integers of the near column, and how many rows earlier they are used. */
export interface NearUnits {
  readonly units: Float64Array;
  readonly lag: number;
}

const NONE: NearUnits = { units: new Float64Array(0), lag: 0 };

export function usesNear(prediction: number): boolean {
  return prediction === NEAR || prediction === ABOVE || prediction === BELOW;
}

/** The number of leading rows without a code. */
export function rowsWithoutCode(prediction: number): number {
  return prediction === DELTA || prediction === DELTA_OF_DELTA || prediction === NEAR ? 1 : 0;
}

export function predictionsFor(near: NearUnits | undefined): readonly Prediction[] {
  if (!near) return WITHOUT_NEAR;
  return near.lag === 0 ? WITH_NEAR : WITH_NEAR_BEFORE;
}

const WITHOUT_NEAR: readonly Prediction[] = [DELTA, DELTA_OF_DELTA, OFFSET];
const WITH_NEAR: readonly Prediction[] = [DELTA, NEAR, ABOVE, BELOW];
const WITH_NEAR_BEFORE: readonly Prediction[] = [DELTA, NEAR];

/** Writes the codes of `count` integers, one per row that has one, to the front of `codes`. Returns the base. */
export function predict(
  prediction: Prediction,
  units: Float64Array,
  count: number,
  near: NearUnits | undefined,
  codes: Float64Array,
): number {
  switch (prediction) {
    case DELTA:
      for (let i = 1; i < count; i++) codes[i - 1] = zigzag(units[i]! - units[i - 1]!);
      return units[0]!;
    case DELTA_OF_DELTA:
      deltasOfDeltas(units, count, codes);
      return units[0]!;
    case NEAR:
      differences(units, count, near ?? NONE, codes);
      return units[0]!;
    case OFFSET:
      for (let i = 0; i < count; i++) codes[i] = units[i]!;
      return lessSmallest(codes, count);
    case ABOVE:
      for (let i = 0; i < count; i++) codes[i] = units[i]! - near!.units[i]!;
      return lessSmallest(codes, count);
    case BELOW:
      for (let i = 0; i < count; i++) codes[i] = near!.units[i]! - units[i]!;
      return lessSmallest(codes, count);
  }
}

function deltasOfDeltas(units: Float64Array, count: number, codes: Float64Array): void {
  let delta = 0;
  for (let i = 1; i < count; i++) {
    const next = units[i]! - units[i - 1]!;
    codes[i - 1] = zigzag(next - delta);
    delta = next;
  }
}

function differences(units: Float64Array, count: number, near: NearUnits, codes: Float64Array): void {
  for (let i = 1; i < count; i++) codes[i - 1] = zigzag(units[i]! - near.units[i - near.lag]!);
}

function lessSmallest(codes: Float64Array, count: number): number {
  let smallest = Infinity;
  for (let i = 0; i < count; i++) smallest = Math.min(smallest, codes[i]!);
  for (let i = 0; i < count; i++) codes[i] = codes[i]! - smallest;
  return smallest;
}

/** Restores the integers from the codes; the inverse of `predict`. */
export function restoreUnits(
  prediction: number,
  base: number,
  codes: Float64Array,
  count: number,
  near: NearUnits | undefined,
  units: Float64Array,
): void {
  if (rowsWithoutCode(prediction) === 1) units[0] = base;
  switch (prediction) {
    case DELTA:
      for (let i = 1; i < count; i++) units[i] = units[i - 1]! + unzigzag(codes[i - 1]!);
      return;
    case DELTA_OF_DELTA:
      sumTwice(base, codes, count, units);
      return;
    case NEAR:
      for (let i = 1; i < count; i++) units[i] = near!.units[i - near!.lag]! + unzigzag(codes[i - 1]!);
      return;
    case OFFSET:
      for (let i = 0; i < count; i++) units[i] = base + codes[i]!;
      return;
    case ABOVE:
      for (let i = 0; i < count; i++) units[i] = near!.units[i]! + base + codes[i]!;
      return;
    default:
      for (let i = 0; i < count; i++) units[i] = near!.units[i]! - base - codes[i]!;
  }
}

function sumTwice(base: number, codes: Float64Array, count: number, units: Float64Array): void {
  let value = base;
  let delta = 0;
  for (let i = 1; i < count; i++) {
    delta += unzigzag(codes[i - 1]!);
    value += delta;
    units[i] = value;
  }
}
