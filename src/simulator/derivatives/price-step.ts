import { formatScaled, powerOfTen } from '../prices/scaled-number.ts';

/** Prices lie on multiples of `units` x 10^-decimals. */
export interface PriceStep {
  readonly units: number;
  readonly decimals: number;
}

/** From text such as `0.05` or `5`. */
export function parseStep(text: string): PriceStep {
  const [whole = '', fraction = ''] = text.split('.');
  return { units: Number(whole + fraction), decimals: fraction.length };
}

export function stepSize({ units, decimals }: PriceStep): number {
  return units / powerOfTen(decimals);
}

/** How many steps a price makes, not yet whole. */
export function inSteps(price: number, { units, decimals }: PriceStep): number {
  return (price * powerOfTen(decimals)) / units;
}

export function formatSteps(steps: number, { units, decimals }: PriceStep): string {
  return formatScaled(steps * units, decimals);
}
