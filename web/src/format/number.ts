/**
 * Numbers formatted for people. Computations use the numbers of the service; these functions only format
 * them.
 */

const MINUS = '\u2212';
/** Shown if there is no value. */
export const NOTHING = '\u2013';

const grouped = (digits: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const TWO = grouped(2);
const FOUR = grouped(4);
const ONE = grouped(1);
const WHOLE = grouped(0);
const SIGNIFICANT = 5;
/** Larger changes come from a bad or a first price: their digits are meaningless. */
const MAX_PERCENT = 999;
const MAX_DECIMALS = 12;

/** Formats a price with enough digits to show the difference between ticks. */
export function priceText(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return NOTHING;
  const size = Math.abs(value);
  if (size >= 100) return TWO.format(value);
  if (size >= 1) return FOUR.format(value);
  if (size === 0) return '0';
  const zeros = Math.max(0, -Math.floor(Math.log10(size)) - 1);
  if (zeros > MAX_DECIMALS - 2) return value.toExponential(SIGNIFICANT - 1);
  return value.toFixed(Math.min(MAX_DECIMALS, zeros + SIGNIFICANT));
}

/** Formats a price for a column of fixed width: at most 14 characters. */
export const listPriceText = (value: number | undefined): string =>
  value !== undefined && Math.abs(value) >= MAX_LISTED ? amountText(value) : priceText(value);

/** Decimals on the axis of a chart of such prices. */
export function decimalsOf(value: number): number {
  const size = Math.abs(value);
  if (size >= 100 || size === 0) return 2;
  if (size >= 1) return 4;
  return Math.min(MAX_DECIMALS, -Math.floor(Math.log10(size)) - 1 + SIGNIFICANT);
}

/** Amounts from here on are written with an exponent. */
const MAX_AMOUNT = 1e15;
/** Prices from here on are written like amounts in lists. */
const MAX_LISTED = 1e8;

const UNITS = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const;

/**
 * Formats an amount with three digits and a unit, such as 1.82T, or small ones with two significant digits,
 * such as 0.0041. At most 9 characters.
 */
export function amountText(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return NOTHING;
  if (Math.abs(value) >= MAX_AMOUNT) return value.toExponential(2);
  for (const [unit, letter] of UNITS)
    if (Math.abs(value) >= unit * 0.9995) {
      const scaled = value / unit;
      const size = Math.abs(scaled);
      return `${scaled.toFixed(size < 10 ? 2 : size < 100 ? 1 : 0)}${letter}`;
    }
  const size = Math.abs(value);
  if (size >= 100) return WHOLE.format(value);
  // A small amount must not be shown as 0.
  return size > 0 && size < 0.01 ? String(Number(value.toPrecision(2))) : value.toFixed(2);
}

/** A change in percent with its sign, such as +1.20%; larger than 999 % only as such. */
export function changeText(percent: number | undefined): string {
  if (percent === undefined || !Number.isFinite(percent)) return NOTHING;
  if (percent > MAX_PERCENT) return `>${MAX_PERCENT} %`;
  const text = TWO.format(Math.abs(percent));
  if (text === '0.00') return '0.00%';
  return `${percent > 0 ? '+' : MINUS}${text}%`;
}

/** Shown while a change is not known yet. */
export const COMING = '\u2026';

/** A change as in lists, with its tooltip. `isComing`: a missing change will come. */
export function changeCell(
  percent: number | undefined,
  isComing: boolean,
): { readonly text: string; readonly about: string } {
  if (percent !== undefined) return { text: changeText(percent), about: '' };
  return isComing
    ? { text: COMING, about: 'Being computed' }
    : { text: NOTHING, about: 'No price that far back' };
}

/** `up`, `down` or neither, for the colour of a change. */
export function directionOf(change: number | undefined): 'up' | 'down' | '' {
  if (change === undefined || Math.abs(change) < 0.005) return '';
  return change > 0 ? 'up' : 'down';
}

/** Basis points, such as 3.4 bps. */
export function bpsText(bps: number | undefined): string {
  if (bps === undefined || !Number.isFinite(bps)) return NOTHING;
  const text = Math.abs(bps) >= 100 ? WHOLE.format(Math.abs(bps)) : Math.abs(bps).toFixed(1);
  return `${bps < 0 && text !== '0.0' ? MINUS : ''}${text}`;
}

/** Formats a number with `digits` decimals. */
export const countText = (count: number, digits: 0 | 1 = 0): string =>
  (digits === 0 ? WHOLE : ONE).format(count);
