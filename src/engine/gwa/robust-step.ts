import type { Methodology } from '../methodology.ts';

/** A step of the solution: how the weight of a market falls with its distance z from the solution before, in deviations. */
export interface RobustStep {
  /** Whether the influence of a distant market is bounded; otherwise it is removed. */
  readonly isHuber: boolean;
  readonly width: number;
}

/** The steps after the plain solution, in order. */
export function robustSteps({ gwa }: Methodology): RobustStep[] {
  const huber = { isHuber: true, width: gwa.huberWidth };
  const gemanMcClure = { isHuber: false, width: gwa.gemanMcClureWidth };
  return [
    ...Array.from({ length: gwa.huberSteps }, () => huber),
    ...Array.from({ length: gwa.gemanMcClureSteps }, () => gemanMcClure),
  ];
}

/** The weight before the robust steps, which only reduce it. */
export function plainWeight(deviation: number): number {
  return 1 / (deviation * deviation);
}

/** A little less than 1: if a < b x this, the quotient a / b is at most 1 in spite of rounding errors. */
const SURELY = 1 - 2 ** -50;

/** The factor of the plain weight, at most 1, of a market at this distance from the solution. */
export function robustFactor(distance: number, deviation: number, { isHuber, width }: RobustStep): number {
  // Most markets are near the solution: they need no division.
  if (isHuber && distance < width * SURELY * deviation) return 1;
  const z = distance / deviation;
  return isHuber ? huber(z, width) : gemanMcClure(z, width);
}

export function huber(z: number, width: number): number {
  return z <= width ? 1 : width / z;
}

export function gemanMcClure(z: number, width: number): number {
  const ratio = z / width;
  const denominator = 1 + ratio * ratio;
  return 1 / (denominator * denominator);
}
