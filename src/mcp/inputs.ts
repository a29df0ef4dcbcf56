import { datetimeParameter } from '../contract/parameter-kinds.ts';
import { Type, type TObject, type TSchema } from '../contract/schema.ts';
import { isObject } from '../core/text/is-object.ts';
import { formatDatetime } from '../core/time.ts';
import { Refusal } from './service.ts';
import { shortened } from './untrusted.ts';

/** A kind of argument: its published schema and its parser. */
export interface InputKind<T> {
  readonly schema: TSchema;
  /** Undefined if the value is not of this kind. */
  readonly read: (value: unknown) => T | undefined;
  readonly expects: string;
}

export interface Input<T> {
  readonly kind: InputKind<T>;
  readonly description: string;
  readonly required?: boolean;
}

export type Inputs = Readonly<Record<string, Input<unknown>>>;

type InputOf<I> = I extends { readonly kind: InputKind<infer T>; readonly required: true }
  ? T
  : I extends { readonly kind: InputKind<infer T> }
    ? T | undefined
    : never;

export type InputValues<I extends Inputs> = { readonly [K in keyof I]: InputOf<I[K]> };

const MAX_TEXT_LENGTH = 100;
const MAX_SHOWN = 40;
/** UTF-8 cannot express halves of surrogate pairs. */
const TEXT = /^[^\p{Cc}\p{Cs}]+$/u;

export const text: InputKind<string> = {
  schema: Type.String({ minLength: 1, maxLength: MAX_TEXT_LENGTH }),
  read: (value) => {
    const trimmed = typeof value === 'string' ? value.trim() : '';
    return TEXT.test(trimmed) && trimmed.length <= MAX_TEXT_LENGTH ? trimmed : undefined;
  },
  expects: `must be a text of 1 to ${MAX_TEXT_LENGTH} characters, without control characters`,
};

export function texts(max: number): InputKind<readonly string[]> {
  return {
    schema: Type.Array(text.schema, { minItems: 1, maxItems: max }),
    read: (value) => {
      if (!Array.isArray(value) || value.length === 0 || value.length > max) return undefined;
      const read = value.flatMap((each) => text.read(each) ?? []);
      return read.length === value.length ? [...new Set(read)] : undefined;
    },
    expects: `must be a list of 1 to ${max} texts`,
  };
}

export function wholeNumber(min: number, max: number): InputKind<number> {
  return {
    schema: Type.Integer({ minimum: min, maximum: max }),
    read: (value) =>
      Number.isInteger(value) && min <= (value as number) && (value as number) <= max
        ? (value as number)
        : undefined,
    expects: `must be a whole number from ${min} to ${max}`,
  };
}

export function choice<const V extends string>(values: readonly V[]): InputKind<V> {
  return {
    schema: Type.Enum(values),
    read: (given) => values.find((value) => value === given),
    expects: `must be one of ${values.join(', ')}`,
  };
}

export const toggle: InputKind<boolean> = {
  schema: Type.Boolean(),
  read: (value) => (typeof value === 'boolean' ? value : undefined),
  expects: 'must be true or false',
};

/** As the service writes it. */
export const instant: InputKind<string> = {
  schema: datetimeParameter.schema,
  read: (value) => {
    const at = typeof value === 'string' ? datetimeParameter.parse(value) : undefined;
    return at === undefined ? undefined : formatDatetime(at);
  },
  expects: datetimeParameter.expects,
};

export function inputSchema(inputs: Inputs): TObject {
  return Type.Closed(
    Object.fromEntries(
      Object.entries(inputs).map(([name, { kind, description, required }]) => {
        const schema = { ...kind.schema, description };
        return [name, required ? schema : Type.Optional(schema)];
      }),
    ),
  );
}

/** Reports all problems at once. */
export function readInputs<I extends Inputs>(inputs: I, given: unknown = {}): InputValues<I> {
  if (!isObject(given)) throw new Refusal('the arguments must be an object');
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(inputs, name));
  const problems = unknown.map((name) => `there is no argument ${shortened(name, MAX_SHOWN)}`);
  const values = Object.entries(inputs).flatMap(([name, { kind, required }]) => {
    const value = given[name] ?? undefined;
    if (value === undefined) {
      if (required) problems.push(`${name} is required`);
      return [];
    }
    const read = kind.read(value);
    if (read === undefined)
      problems.push(`${name} ${kind.expects} (got ${shortened(JSON.stringify(value), MAX_SHOWN)})`);
    return [[name, read] as const];
  });
  if (problems.length > 0) throw new Refusal('the arguments are not valid', problems);
  return Object.fromEntries(values) as InputValues<I>;
}
