import { formatDecimal, parseDecimal, decimalFromNumber } from '../../../src/core/numbers/decimal.ts';
import type { NumberField, TimestampField } from '../../../src/sources/live/declared/exchange-definition.ts';

/** The sent form of a value that its definition multiplies or inverts. */
export function valueText(value: string, { factor, invert }: NumberField): string {
  const sent = invert ? inverted(value) : value;
  if (factor === undefined) return sent;
  const [number, by] = [parseDecimal(sent), parseDecimal(factor)];
  if (!number || by?.units !== 1n) throw new Error(`a factor that is no power of ten: ${factor}`);
  return formatDecimal({
    units: number.units * 10n ** BigInt(Math.max(0, by.scale - number.scale)),
    scale: Math.max(0, number.scale - by.scale),
  });
}

function inverted(value: string): string {
  return Number(value) === 0 ? '0' : formatDecimal(decimalFromNumber(1 / Number(value)));
}

export function timeText(ms: number, { unit }: TimestampField): string {
  switch (unit) {
    case 's':
      return String(Math.floor(ms / 1000));
    case 'ms':
      return String(ms);
    case 'us':
      return `${ms}000`;
    case 'ns':
      return `${ms}000000`;
    case 'iso':
      return new Date(ms).toISOString();
  }
}
