import { parseDecimal } from '../../../src/core/numbers/decimal.ts';
import { FLAGS } from '../../../src/core/index-value.ts';
import { difference, keyText, shown, type Difference } from './differences.ts';
import type { Field, Shape } from './shape.ts';

type Values = Readonly<Record<string, unknown>>;

/** Fields of a receipt with an invalid type. Nothing is computed from such a receipt. */
export function malformedIn(values: unknown, shape: Shape, path = ''): Difference[] {
  if (!isObject(values)) return [difference(path.replace(/\.$/, ''), shown(values), 'an object')];
  return Object.entries(shape).flatMap(([name, field]) => {
    const value = values[name];
    if (value === undefined && field.optional) return [];
    return malformed(value, field, path + name);
  });
}

function malformed(value: unknown, field: Field, path: string): Difference[] {
  if (field.kind === 'object') return malformedIn(value, field.shape ?? {}, `${path}.`);
  if (field.kind === 'list') return malformedList(value, field, path);
  const expected = CHECKS[field.kind](value, field);
  return expected === undefined ? [] : [difference(path, shown(value), expected)];
}

function malformedList(value: unknown, { shape = {}, label = '', key }: Field, path: string): Difference[] {
  if (!Array.isArray(value)) return [difference(path, shown(value), 'a list')];
  const elements = value as readonly unknown[];
  const found = elements.flatMap((element, i) => {
    const named = isObject(element) ? element[label] : undefined;
    const name = typeof named === 'string' ? named : String(i);
    return malformedIn(element, shape, `${path}[${name}].`);
  });
  const keys = elements.map((element, i) => (isObject(element) ? keyText(element, i, key) : String(i)));
  const isUnique = new Set(keys).size === keys.length;
  return isUnique ? found : [...found, difference(path, 'a duplicate', 'no duplicates')];
}

/** Describes the expected value; undefined if the value is valid. */
const CHECKS: Readonly<
  Record<Exclude<Field['kind'], 'object' | 'list'>, (value: unknown, field: Field) => string | undefined>
> = {
  quantity: (value) => (isNumeral(value) && !value.startsWith('-') ? undefined : 'a decimal, not below 0'),
  integer: (value) => (Number.isInteger(value) && (value as number) >= 0 ? undefined : 'an integer'),
  signed: (value) => (isNumeral(value) ? undefined : 'a decimal'),
  datetime: (value) =>
    typeof value === 'string' && Number.isFinite(Date.parse(value)) ? undefined : 'a datetime',
  text: (value) => (typeof value === 'string' ? undefined : 'a text'),
  boolean: (value) => (typeof value === 'boolean' ? undefined : 'true or false'),
  flags: (value) =>
    Array.isArray(value) && value.every((flag) => (FLAGS as readonly unknown[]).includes(flag))
      ? undefined
      : `a list of ${FLAGS.join(', ')}`,
  choice: (value, { choices = [] }) =>
    typeof value === 'string' && choices.includes(value) ? undefined : choices.join(' or '),
};

const NUMERAL = /^-?\d+(?:\.\d+)?$/;

function isNumeral(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    NUMERAL.test(value) &&
    parseDecimal(value) !== undefined &&
    Number.isFinite(Number(value))
  );
}

export function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
