import { NOTHING } from '../../format/number.ts';

const MINUS = '\u2212';

/** A fraction in percent with its sign and this many decimals; 0 has no sign. */
export function signedPercent(fraction: number | undefined, decimals: number): string {
  if (fraction === undefined || !Number.isFinite(fraction)) return NOTHING;
  const text = Math.abs(100 * fraction).toFixed(decimals);
  if (Number(text) === 0) return `${text}%`;
  return `${fraction > 0 ? '+' : MINUS}${text}%`;
}

/** A fraction in percent. */
export function percent(fraction: number | undefined, decimals: number): string {
  return fraction === undefined ? NOTHING : `${(100 * fraction).toFixed(decimals)}%`;
}

/** `up` or `down`, for the colour of a value shown with this many decimals. */
export function signOf(fraction: number | undefined, decimals: number): 'up' | 'down' | '' {
  if (fraction === undefined || Number((100 * fraction).toFixed(decimals)) === 0) return '';
  return fraction > 0 ? 'up' : 'down';
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** 25 Dec 26 */
export function dayText(ms: number): string {
  const [year, month, day] = new Date(ms).toISOString().slice(2, 10).split('-');
  return `${day} ${MONTHS[Number(month) - 1]} ${year}`;
}
