import { TidemarkError } from './errors.ts';

/** A decimal of the service as a number, for those who compute with it: the nearest that a double can hold. */
export function toNumber(decimal: string): number {
  const value = Number(decimal);
  if (decimal.trim() === '' || !Number.isFinite(value)) throw new TidemarkError(`"${decimal}" is no decimal`);
  return value;
}
