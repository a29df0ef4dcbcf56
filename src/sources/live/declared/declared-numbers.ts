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

/** A quotient may have no exact decimal: it is rounded to this many digits. */
const QUOTIENT_DIGITS = 15;

/** No price has more. */
const MAX_DIGITS = 100;

/** Undefined if there is no number; unchanged unless the field has a factor or is inverted. */
export function fieldNumber(sent: unknown, { factor, invert }: NumberField): string | undefined {
  if (typeof sent !== 'string' || sent.length > MAX_DIGITS) return undefined;
  if (factor === undefined && !invert && isPlainDecimal(sent)) return sent;
  const value = parseDecimal(sent);
  if (!value || (factor === undefined && !invert)) return value && sent;
  const scaled = factor === undefined ? value : multiplyDecimals(value, parseDecimal(factor) ?? value);
  if (!invert) return formatDecimal(scaled);
  return scaled.units === 0n ? undefined : formatDecimal(reciprocal(scaled));
}

/** Prices are above zero: exchanges send 0 if they have none. */
export function fieldPrice(sent: unknown, field: NumberField): string | undefined {
  const text = fieldNumber(sent, field);
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

/** Power of ten of a unit in milliseconds. */
const DIGITS_OF_UNIT = { s: 3, ms: 0, us: -3, ns: -6 };
const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|[+-]\d\d:?\d\d)?$/;

/** Times without a zone are UTC. */
export function fieldTimestamp(sent: unknown, { unit }: TimestampField): Millis | undefined {
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
