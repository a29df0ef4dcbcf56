import { formatNumber } from '../../core/numbers/decimal.ts';

/** Basis points as published: two decimals. Undefined if the number is not finite. */
export function bpsText(bps: number): string | undefined {
  return Number.isFinite(bps) ? formatNumber(Math.round(bps * 100) / 100) : undefined;
}
