import type { OptionType } from '../../core/contract.ts';
import type { Millis } from '../../core/time.ts';

/** The parts of a contract's name. */
export interface NameParts {
  readonly symbol: string;
  readonly expiration?: Millis;
  readonly strike?: string;
  readonly optionType?: OptionType;
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
/** Month codes of futures, January to December. */
const MONTH_CODES = 'FGHJKMNQUVXZ';

/** The placeholders of a template. */
const PARTS: Readonly<Record<string, (parts: NameParts) => string>> = {
  B: ({ symbol }) => symbol,
  yymmdd: (parts) => {
    const { year, month, day } = dateOf(parts);
    return two(year) + two(month + 1) + two(day);
  },
  dMMMyy: (parts) => {
    const { year, month, day } = dateOf(parts);
    return `${day}${MONTHS[month]}${two(year)}`;
  },
  ddMMMyyyy: (parts) => {
    const { year, month, day } = dateOf(parts);
    return `${two(day)}${MONTHS[month]}${year}`;
  },
  code: (parts) => {
    const { year, month } = dateOf(parts);
    return `${MONTH_CODES[month]}${two(year)}`;
  },
  strike: ({ strike = '' }) => strike,
  dstrike: ({ strike = '' }) => strike.replace('.', 'd'),
  C: ({ optionType }) => (optionType === 'PUT' ? 'P' : 'C'),
  Call: ({ optionType }) => (optionType === 'PUT' ? 'Put' : 'Call'),
};

/** Fills a template of the product table, such as `{B}-{dMMMyy}-{strike}-{C}`. */
export function contractName(template: string, parts: NameParts): string {
  return template.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const part = PARTS[name];
    if (!part) throw new Error(`unknown placeholder {${name}} in a contract's name`);
    return part(parts);
  });
}

function dateOf({ expiration = 0 }: NameParts) {
  const date = new Date(expiration);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() };
}

function two(value: number): string {
  return String(value % 100).padStart(2, '0');
}
