import { Type, type TSchema } from 'typebox';
import { parseUuid } from '../../core/entity-id.ts';
import type { ErrorObject, FieldError } from '../../core/errors.ts';
import { parseDatetime, type Millis } from '../../core/time.ts';
import { cutRejected, validationError } from '../errors.ts';

/**
 * A kind of parameter: how it is published and how it is read. The framework's own validation is not used,
 * because it lets through what the contract refuses (Infinity as a size, a space for T, urn:uuid:).
 */
export interface ParameterKind<T> {
  readonly schema: TSchema;
  /** Undefined where the text is not of this kind. */
  readonly parse: (text: string) => T | undefined;
  /** What a value must be, for the error. */
  readonly expects: string;
}

export interface Parameter<T> {
  readonly kind: ParameterKind<T>;
  readonly description: string;
  readonly required?: boolean;
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

type ValueOf<P> = P extends { readonly kind: ParameterKind<infer T>; readonly required: true }
  ? T
  : P extends { readonly kind: ParameterKind<infer T> }
    ? T | undefined
    : never;

/** What a handler gets: each parameter read, undefined where it was not given. */
export type Values<P extends Parameters> = { readonly [K in keyof P]: ValueOf<P[K]> };

export const uuid: ParameterKind<string> = {
  schema: Type.String({ format: 'uuid' }),
  parse: parseUuid,
  expects: 'must be a UUID',
};

export const datetime: ParameterKind<Millis> = {
  schema: Type.String({ format: 'date-time', examples: ['2026-01-31T12:00:30.000Z'] }),
  parse: parseDatetime,
  expects: 'must be an ISO 8601 datetime in UTC, such as 2026-01-31T12:00:30.000Z',
};

/** Records on a page. */
export const MOST_SIZE = 2000;

export const size: ParameterKind<number> = {
  schema: Type.Integer({ minimum: 1, maximum: MOST_SIZE }),
  parse: (text) => (/^(?:[1-9]\d{0,2}|1\d{3}|2000)$/.test(text) ? Number(text) : undefined),
  expects: `must be a whole number from 1 to ${MOST_SIZE}`,
};

const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

export const flag: ParameterKind<boolean> = {
  schema: Type.Boolean(),
  parse: (text) => BOOLEANS.get(text.toLowerCase()),
  expects: 'must be true or false',
};

/** Symbols, names: matched exactly, so any text is well formed. */
export const text: ParameterKind<string> = {
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

const NOTHING: readonly FieldError[] = [];

/** What was read, and everything that is wrong with it. */
export interface Checked<P extends Parameters> {
  readonly values: Values<P>;
  readonly errors: readonly FieldError[] | undefined;
}

/**
 * Reads what a route declares from what the client sent. Unknown parameters are ignored, empty ones count as not
 * given, and everything that is wrong is reported at once: `together` adds what is wrong between parameters.
 */
export class ParameterReader<P extends Parameters> {
  readonly #declared: readonly (readonly [string, Parameter<unknown>])[];
  readonly #object: ErrorObject;
  readonly #together: ((values: Partial<Values<P>>) => readonly FieldError[]) | undefined;

  constructor(
    declared: P,
    object: ErrorObject,
    together?: (values: Partial<Values<P>>) => readonly FieldError[],
  ) {
    this.#declared = Object.entries(declared);
    this.#object = object;
    this.#together = together;
  }

  /** Throws 400. */
  read(sent: Readonly<Record<string, unknown>>): Values<P> {
    const { values, errors } = this.check(sent);
    if (errors) throw validationError(errors);
    return values;
  }

  /** The values count only where there are no errors. */
  check(sent: Readonly<Record<string, unknown>>): Checked<P> {
    const values: Record<string, unknown> = {};
    let errors: FieldError[] | undefined;
    for (const [field, parameter] of this.#declared) {
      const given = sent[field];
      const value = typeof given === 'string' && given !== '' ? parameter.kind.parse(given) : undefined;
      if (value !== undefined) {
        values[field] = value;
        continue;
      }
      const message = refusalOf(parameter, given);
      if (message === undefined) continue;
      errors ??= [];
      errors.push({ object: this.#object, field, rejectedValue: cutRejected(asText(given)), message });
    }
    const between = this.#together?.(values as Partial<Values<P>>) ?? NOTHING;
    if (between.length > 0) errors = [...(errors ?? NOTHING), ...between];
    return { values: values as Values<P>, errors };
  }
}

function refusalOf(parameter: Parameter<unknown>, given: unknown): string | undefined {
  if (Array.isArray(given)) return 'must be given once';
  if (given === undefined || given === '') return parameter.required ? 'is required' : undefined;
  return parameter.kind.expects;
}

function asText(given: unknown): string {
  return Array.isArray(given) ? given.join(',') : String(given ?? '');
}
