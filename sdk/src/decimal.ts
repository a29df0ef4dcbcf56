import { TidemarkError } from './errors.ts';

/** A decimal of the service as a number, for those who compute with it: the nearest that a double can hold. */
export function toNumber(decimal: string): number {
  if (!isDecimal(decimal)) throw new TidemarkError(`"${decimal}" is no decimal`);
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
