import { formatNumber } from '../../core/numbers/decimal.ts';

/** Basis points as they are published: two decimals. Undefined where there is no such number. */
export function bpsText(bps: number): string | undefined {
  return Number.isFinite(bps) ? formatNumber(Math.round(bps * 100) / 100) : undefined;
}
