import {
  formatDecimal,
  parseDecimal,
  roundToDecimals,
  roundToSignificant,
} from '../../core/numbers/decimal.ts';

/** Digits of published prices. */
export const PRICE_DIGITS = 8;

/** Rounds to this many significant digits, but never below the digits before the point. */
export function significant(text: string, digits: number): string {
  const value = parseDecimal(text);
  if (!value) return text;
  const whole = roundToDecimals(value, 0);
  const isLong = whole.units.toString().replace('-', '').length >= digits;
  return formatDecimal(isLong ? whole : roundToSignificant(value, digits));
}

/** `0.3125` becomes `31.2 %`. */
export function percentText(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return '<0.1 %';
  return `${percent.toFixed(percent < 99.95 ? 1 : 0)} %`;
}

/** In basis points, with a sign. */
export function bpsText(fraction: number): string {
  const bps = fraction * 1e4;
  const text = Math.abs(bps).toFixed(Math.abs(bps) < 100 ? 1 : 0);
  const sign = Number(text) === 0 ? '' : bps < 0 ? '-' : '+';
  return `${sign}${text} bps`;
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/**
 * Draws a share, relative to the largest, as a bar in eighths of a column. Non-zero shares have at least one
 * eighth.
 */
export function barText(share: number, largest: number, columns: number): string {
  if (!(share > 0 && largest > 0)) return '';
  const eighths = Math.max(1, Math.round((share / largest) * columns * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]!;
}

/** Pads decimals so that their points align in a right-aligned column. */
export function aligned(texts: readonly string[]): string[] {
  const fractionLengths = texts.map((text) => (text.includes('.') ? text.length - text.indexOf('.') : 0));
  const longest = Math.max(0, ...fractionLengths);
  return texts.map((text, place) => text + ' '.repeat(longest - fractionLengths[place]!));
}
