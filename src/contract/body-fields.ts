import { FLAGS, type Flag } from '../core/index-value.ts';
import { parseUuid } from '../core/ids/uuid.ts';
import { parseDatetime, type Millis } from '../core/time.ts';
import { Type, type TSchema } from './schema.ts';

/** A kind of member of a JSON body: its published schema and its parser, as `ParameterKind` is for parameters. */
export interface BodyField<T> {
  readonly schema: TSchema;
  /** Undefined if the value is not of this kind. */
  readonly parse: (value: unknown) => T | undefined;
  /** What a value must be, for the error message. */
  readonly expects: string;
}

export type BodyFields = Readonly<Record<string, BodyField<unknown>>>;

/** Parsed members; undefined if not sent, `null` if sent as null where that removes a value. */
export type BodyValues<F extends BodyFields> = {
  readonly [K in keyof F]?: F[K] extends BodyField<infer T> ? T : never;
};

type Describable = TSchema & { readonly description?: string };

function described(schema: TSchema, description: string): Describable {
  return { ...schema, description };
}

/** One line of text without control characters or halves of surrogate pairs, which UTF-8 cannot express. */
export function textField(maxLength: number, description: string): BodyField<string> {
  return {
    schema: described(Type.String({ minLength: 1, maxLength }), description),
    parse: (value) =>
      typeof value === 'string' && value.length <= maxLength && /^[^\p{Cc}\p{Cs}]+$/u.test(value)
        ? value
        : undefined,
    expects: `must be a text of 1 to ${maxLength} characters, without control characters`,
  };
}

export function enumField<const V extends string>(values: readonly V[], description: string): BodyField<V> {
  return {
    schema: described(Type.Enum([...values]), description),
    parse: (given) => values.find((value) => value === given),
    expects: `must be one of ${values.join(', ')}`,
  };
}

const MAX_QUANTITY_DIGITS = 15;
const POSITIVE_QUANTITY = '^(?=.*[1-9])(?:0|[1-9]\\d*)(?:\\.\\d+)?$';
const POSITIVE = new RegExp(POSITIVE_QUANTITY);

/** A positive quantity as a JSON string, with at most 15 digits, so that a double holds it exactly enough. */
export function quantityField(description: string): BodyField<string> {
  return {
    schema: described(
      Type.String({ pattern: POSITIVE_QUANTITY, maxLength: MAX_QUANTITY_DIGITS + 1 }),
      description,
    ),
    parse: (value) => (typeof value === 'string' && isPositiveQuantity(value) ? plain(value) : undefined),
    expects: `must be a string with a positive decimal of at most ${MAX_QUANTITY_DIGITS} digits, such as "100.5"`,
  };
}

function isPositiveQuantity(text: string): boolean {
  return POSITIVE.test(text) && text.replace('.', '').length <= MAX_QUANTITY_DIGITS;
}

/** Without trailing zeros, as all quantities are written. */
function plain(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

export function integerField(minimum: number, maximum: number, description: string): BodyField<number> {
  return {
    schema: described(Type.Integer({ minimum, maximum }), description),
    parse: (value) =>
      Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum
        ? Number(value)
        : undefined,
    expects: `must be a whole number from ${minimum} to ${maximum}`,
  };
}

export function booleanField(description: string): BodyField<boolean> {
  return {
    schema: described(Type.Boolean(), description),
    parse: (value) => (typeof value === 'boolean' ? value : undefined),
    expects: 'must be true or false',
  };
}

export function uuidField(description: string): BodyField<string> {
  return {
    schema: described(Type.String({ format: 'uuid' }), description),
    parse: (value) => (typeof value === 'string' ? parseUuid(value) : undefined),
    expects: 'must be a UUID',
  };
}

export function datetimeField(description: string): BodyField<Millis> {
  return {
    schema: described(Type.String({ format: 'date-time' }), description),
    parse: (value) => (typeof value === 'string' ? parseDatetime(value) : undefined),
    expects: 'must be an ISO 8601 datetime in UTC, such as 2026-01-31T12:00:30.000Z',
  };
}

/** The same kind, or `null`, which removes the value. */
export function orNull<T>({ schema, parse, expects }: BodyField<T>): BodyField<T | null> {
  const { description, ...rest } = schema as Describable;
  return {
    schema: Type.Union([rest, { type: 'null' }], description === undefined ? {} : { description }),
    parse: (value) => (value === null ? null : parse(value)),
    expects: `${expects}, or null`,
  };
}

/** Without duplicates. */
export function listField<T>(
  item: BodyField<T>,
  minItems: number,
  maxItems: number,
  description: string,
): BodyField<readonly T[]> {
  return {
    schema: described(Type.Array(item.schema, { minItems, maxItems, uniqueItems: true }), description),
    parse: (value) => {
      if (!Array.isArray(value) || value.length < minItems || value.length > maxItems) return undefined;
      const items = value.map((each) => item.parse(each)).filter((each) => each !== undefined);
      return items.length === value.length ? [...new Set(items)] : undefined;
    },
    expects: `must be a list of ${minItems} to ${maxItems} items, each of which ${item.expects}`,
  };
}

export function flagsField(description: string): BodyField<readonly Flag[]> {
  return listField(enumField(FLAGS, 'A flag of the methodology'), 1, FLAGS.length, description);
}

/** The published schema of a body. */
export function bodySchema(title: string, fields: BodyFields, required: readonly string[]): TSchema {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, { schema }]) => [
      name,
      required.includes(name) ? schema : Type.Optional(schema),
    ]),
  );
  return Type.Record(title, properties);
}
