import { TidemarkError } from './errors.ts';

/** A decimal of the service as the nearest double, for computing. */
export function toNumber(decimal: string): number {
  if (!isDecimal(decimal)) throw new TidemarkError(`"${decimal}" is not a decimal`);
  return Number(decimal);
}

export function isDecimal(text: unknown): text is string {
  return (
    typeof text === 'string' &&
    /^-?\d/.test(text) &&
    !/[^\d.eE+-]/.test(text) &&
    Number.isFinite(Number(text))
  );
}
