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

/** The factor of the plain weight, at most 1. */
export function robustFactor(z: number, { isHuber, width }: RobustStep): number {
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
