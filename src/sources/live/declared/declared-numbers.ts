import {
  formatDecimal,
  isPlainDecimal,
  multiplyDecimals,
  parseDecimal,
  roundToSignificant,
  type Decimal,
} from '../../../core/numbers/decimal.ts';
import type { Millis } from '../../../core/time.ts';
import type { NumberField, TimestampField } from './exchange-definition.ts';

/** A quotient has no exact decimal: so many digits of it. */
const QUOTIENT_DIGITS = 15;

/** No price has more. */
const MOST_DIGITS = 100;

/** Undefined where there is no number; as it was sent unless the field says to change it. */
export function numberOf(sent: unknown, { factor, invert }: NumberField): string | undefined {
  if (typeof sent !== 'string' || sent.length > MOST_DIGITS) return undefined;
  if (factor === undefined && !invert && isPlainDecimal(sent)) return sent;
  const value = parseDecimal(sent);
  if (!value || (factor === undefined && !invert)) return value && sent;
  const scaled = factor === undefined ? value : multiplyDecimals(value, parseDecimal(factor) ?? value);
  if (!invert) return formatDecimal(scaled);
  return scaled.units === 0n ? undefined : formatDecimal(reciprocal(scaled));
}

/** Prices are above zero: with 0 exchanges say that there is none. */
export function priceOf(sent: unknown, field: NumberField): string | undefined {
  const text = numberOf(sent, field);
  return text !== undefined && Number(text) > 0 ? text : undefined;
}

function reciprocal({ units, scale }: Decimal): Decimal {
  const digits = units.toString().length + QUOTIENT_DIGITS + 1;
  const quotient = 10n ** BigInt(scale + digits) / units;
  return roundToSignificant(
    parseDecimal(`${quotient}e-${digits}`) ?? { units: quotient, scale: digits },
    QUOTIENT_DIGITS,
  );
}

/** How many digits a unit is above a millisecond. */
const DIGITS_OF_UNIT = { s: 3, ms: 0, us: -3, ns: -6 };
const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|[+-]\d\d:?\d\d)?$/;

/** Times without a zone are taken for UTC. */
export function timestampOf(sent: unknown, { unit }: TimestampField): Millis | undefined {
  if (typeof sent !== 'string') return undefined;
  const ms = unit === 'iso' ? isoMs(sent) : wholeMs(parseDecimal(sent), DIGITS_OF_UNIT[unit]);
  return ms !== undefined && ms > 0 && Number.isFinite(ms) ? ms : undefined;
}

function wholeMs(value: Decimal | undefined, digits: number): Millis | undefined {
  if (!value) return undefined;
  const shift = digits - value.scale;
  return Number(shift < 0 ? value.units / 10n ** BigInt(-shift) : value.units * 10n ** BigInt(shift));
}

function isoMs(text: string): number | undefined {
  const [, day, time, zone = 'Z'] = ISO.exec(text.trim()) ?? [];
  return day === undefined ? undefined : Date.parse(`${day}T${time}${zone === 'UTC' ? 'Z' : zone}`);
}
