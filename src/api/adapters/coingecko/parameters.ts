import { flag, wholeNumberParameter, type ParameterKind } from '../../../contract/parameter-kinds.ts';
import { Type } from '../../../contract/schema.ts';
import { parseDatetime, SECOND_MS, type Millis } from '../../../core/time.ts';
import type { Parameter } from '../../http/routing/parameters.ts';

const MAX_ITEMS = 250;
/** CoinGecko has seven spans. */
const MAX_SPANS = 10;
const MAX_DAYS = 20_000;

function described<T>(kind: ParameterKind<T>, description: string): Parameter<T> {
  return { kind, description };
}

function required<T>(kind: ParameterKind<T>, description: string) {
  return { kind, description, required: true } as const;
}

const text: ParameterKind<string> = {
  schema: Type.String(),
  parse: (given) => given,
  expects: 'must be text',
};

function listOf(maxItems: number): ParameterKind<readonly string[]> {
  return {
    schema: Type.String(),
    parse: (given) => {
      const items = given
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '');
      return items.length > 0 && items.length <= maxItems ? [...new Set(items)] : undefined;
    },
    expects: `must be 1 to ${maxItems} items separated by commas`,
  };
}

const list = listOf(MAX_ITEMS);

const lowerCaseList: ParameterKind<readonly string[]> = {
  ...list,
  parse: (given) => list.parse(given.toLowerCase()),
};

const currency: ParameterKind<string> = { ...text, parse: (given) => given.toLowerCase() };

/** Digits after the point; undefined as a value would be "not given". */
export type Precision = number | 'full';

const precision: ParameterKind<Precision> = {
  schema: Type.String(),
  parse: (given) => (given === 'full' ? 'full' : wholeNumberParameter(0, 18).parse(given)),
  expects: "must be 'full' or a number of decimals from 0 to 18",
};

/** Days back from now; Infinity for all. */
const days: ParameterKind<number> = {
  schema: Type.String(),
  parse: (given) => (given === 'max' ? Infinity : wholeNumberParameter(1, MAX_DAYS).parse(given)),
  expects: `must be a whole number of days from 1 to ${MAX_DAYS}, or 'max'`,
};

/** Seconds since 1970, or a date or time in UTC. */
const instant: ParameterKind<Millis> = {
  schema: Type.String(),
  parse: (given) => {
    if (/^\d{1,10}(?:\.\d{1,6})?$/.test(given)) return Math.round(Number(given) * SECOND_MS);
    if (/^\d{4}-\d\d-\d\d$/.test(given)) return parseDatetime(`${given}T00:00:00Z`);
    if (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(given)) return parseDatetime(`${given}:00Z`);
    return parseDatetime(given);
  },
  expects:
    'must be seconds since 1970 (at most 10 digits, not milliseconds), or a time such as 2026-01-31 or 2026-01-31T12:00',
};

export const VS_CURRENCY = { vs_currency: required(currency, 'The currency of prices') };
export const VS_CURRENCIES = { vs_currencies: required(lowerCaseList, 'The currencies of prices') };
export const IDS = { ids: required(list, 'Ids of coins') };
export const OPTIONAL_IDS = { ids: described(list, 'Only these coins') };
export const PRECISION = { precision: described(precision, 'Decimals of prices') };
export const SPANS = { price_change_percentage: described(listOf(MAX_SPANS), 'Spans of changes') };
export const DAYS = { days: required(days, 'Days back from now, or max') };
export const FROM_TO = { from: required(instant, 'The start'), to: required(instant, 'The end') };

export function isSet(description: string): Parameter<boolean> {
  return described(flag, description);
}

export function page(perPage: number) {
  return {
    per_page: described(wholeNumberParameter(1, perPage), 'Entries on a page'),
    page: described(wholeNumberParameter(1, 100_000), 'Number of the page'),
  };
}

export { described, list, text };

/** A price with the decimals that the client wants. */
export function rounded(value: number, digits: Precision | undefined): number {
  return digits === undefined || digits === 'full' ? value : Number(value.toFixed(digits));
}
