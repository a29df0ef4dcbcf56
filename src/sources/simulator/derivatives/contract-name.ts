import type { OptionType } from '../../../core/contract.ts';
import type { Millis } from '../../../core/time.ts';

/** What a name may say of a contract. */
export interface NameParts {
  readonly symbol: string;
  readonly expiration?: Millis;
  readonly strike?: string;
  readonly optionType?: OptionType;
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
/** Of futures, January to December. */
const MONTH_CODES = 'FGHJKMNQUVXZ';

/** Fills a template of the product table, such as `{B}-{dMMMyy}-{strike}-{C}`. */
export function contractName(
  template: string,
  { symbol, expiration = 0, strike = '', optionType }: NameParts,
): string {
  const date = new Date(expiration);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const two = (value: number) => String(value % 100).padStart(2, '0');
  const parts: Readonly<Record<string, string>> = {
    B: symbol,
    yymmdd: two(year) + two(month + 1) + two(day),
    dMMMyy: `${day}${MONTHS[month]}${two(year)}`,
    ddMMMyyyy: `${two(day)}${MONTHS[month]}${year}`,
    code: `${MONTH_CODES[month]}${two(year)}`,
    strike,
    dstrike: strike.replace('.', 'd'),
    C: optionType === 'PUT' ? 'P' : 'C',
    Call: optionType === 'PUT' ? 'Put' : 'Call',
  };
  return template.replace(/\{(\w+)\}/g, (_whole, part: string) => {
    const text = parts[part];
    if (text === undefined) throw new Error(`a contract's name cannot say {${part}}`);
    return text;
  });
}
