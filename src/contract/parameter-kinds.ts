import { Type, type TSchema } from './schema.ts';
import { parseDatetime, type Millis } from '../core/time.ts';
import { parseUuid } from '../core/ids/uuid.ts';

/**
 * A kind of parameter: its published schema and its parser. Parameters are not validated by JSON Schema, because it accepts
 * values that the contract rejects (Infinity as a size, a space for T, urn:uuid:).
 */
export interface ParameterKind<T> {
  readonly schema: TSchema;
  /** Undefined if the text is not of this kind. */
  readonly parse: (text: string) => T | undefined;
  /** What a value must be, for the error message. */
  readonly expects: string;
}

export const uuid: ParameterKind<string> = {
  schema: Type.String({ format: 'uuid' }),
  // Ids copied from spreadsheets may have spaces around them.
  parse: (text) => parseUuid(text) ?? parseUuid(text.replace(/^ +| +$/g, '')),
  expects: 'must be a UUID',
};

export const datetimeParameter: ParameterKind<Millis> = {
  schema: Type.String({ format: 'date-time', examples: ['2026-01-31T12:00:30.000Z'] }),
  parse: parseDatetime,
  expects: 'must be an ISO 8601 datetime in UTC, such as 2026-01-31T12:00:30.000Z',
};

/** The maximum number of records per page. */
export const MAX_PAGE_SIZE = 2000;

export const size: ParameterKind<number> = {
  schema: Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE }),
  parse: (text) => (/^(?:[1-9]\d{0,2}|1\d{3}|2000)$/.test(text) ? Number(text) : undefined),
  expects: `must be a whole number from 1 to ${MAX_PAGE_SIZE}`,
};

const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

export function wholeNumberParameter(min: number, max: number): ParameterKind<number> {
  return {
    schema: Type.Integer({ minimum: min, maximum: max }),
    parse: (given) => {
      const number = /^\d{1,6}$/.test(given) ? Number(given) : NaN;
      return number >= min && number <= max ? number : undefined;
    },
    expects: `must be a whole number from ${min} to ${max}`,
  };
}

export const flag: ParameterKind<boolean> = {
  schema: Type.Boolean(),
  parse: (text) => BOOLEANS.get(text.toLowerCase()),
  expects: 'must be true or false',
};

/** Symbols and names: matched exactly, so any text is well formed. */
export const textParameter: ParameterKind<string> = {
  schema: Type.String(),
  parse: (value) => value,
  expects: 'must be text',
};

export function oneOf<const V extends string>(values: readonly V[]): ParameterKind<V> {
  return {
    schema: Type.Enum([...values]),
    parse: (given) => values.find((value) => value === given),
    expects: `must be one of ${values.join(', ')}`,
  };
}
