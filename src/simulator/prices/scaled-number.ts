/**
 * Decimal text from whole numbers of units, `units x 10^-decimals`, in plain notation (no exponent, no trailing
 * zeros). `units` is a whole number below 10^15, so every step is exact. Tens of thousands of these are written each
 * refresh, so digits come from tables, four at a time.
 */
const GROUP = 10_000;
const PADDED = Array.from({ length: GROUP }, (_, i) => String(i).padStart(4, '0'));
const PLAIN = Array.from({ length: GROUP }, (_, i) => String(i));
const TRIMMED = PADDED.map((digits) => digits.replace(/0+$/, ''));
/** With the point, which saves a string for each number. */
const POINT_PADDED = PADDED.map((digits) => `.${digits}`);
const POINT_TRIMMED = TRIMMED.map((digits) => `.${digits}`);
const FOUR_DECIMALS = 4;
const EIGHT_DECIMALS = 8;

const LARGEST_POWER = 40;
const POWERS_OF_TEN = Array.from({ length: 2 * LARGEST_POWER + 1 }, (_, i) =>
  Number(`1e${i - LARGEST_POWER}`),
);

/** The double nearest to 10^exponent; exact from 0 to 22. */
export function powerOfTen(exponent: number): number {
  const power = POWERS_OF_TEN[exponent + LARGEST_POWER];
  if (power === undefined) throw new RangeError(`10^${exponent} is out of range`);
  return power;
}

/** The e with 10^e <= value < 10^(e + 1); a correct or close `guess` saves the search. */
export function decimalMagnitude(value: number, guess = 0): number {
  let exponent = guess;
  while (value < powerOfTen(exponent)) exponent--;
  while (value >= powerOfTen(exponent + 1)) exponent++;
  return exponent;
}

export function formatScaled(units: number, decimals: number): string {
  if (decimals <= 0) return units === 0 ? '0' : wholeText(units) + '0'.repeat(-decimals);
  if (decimals > EIGHT_DECIMALS) return formatLong(units, decimals);
  const scale = powerOfTen(decimals);
  const whole = Math.floor(units / scale);
  const fraction = units - whole * scale;
  if (fraction === 0) return wholeText(whole);
  if (decimals <= FOUR_DECIMALS) {
    return `${wholeText(whole)}${POINT_TRIMMED[fraction * powerOfTen(FOUR_DECIMALS - decimals)]}`;
  }
  const eight = fraction * powerOfTen(EIGHT_DECIMALS - decimals);
  const high = Math.floor(eight / GROUP);
  const low = eight - high * GROUP;
  if (low === 0) return `${wholeText(whole)}${POINT_TRIMMED[high]}`;
  return `${wholeText(whole)}${POINT_PADDED[high]}${TRIMMED[low]}`;
}

function wholeText(whole: number): string {
  if (whole < GROUP) return PLAIN[whole] ?? '';
  if (whole >= GROUP * GROUP) return String(whole);
  const high = Math.floor(whole / GROUP);
  return `${PLAIN[high]}${PADDED[whole - high * GROUP]}`;
}

function formatLong(units: number, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  let end = digits.length;
  while (end > point && digits.charCodeAt(end - 1) === 48) end--;
  return end === point ? digits.slice(0, point) : `${digits.slice(0, point)}.${digits.slice(point, end)}`;
}
