/** A JSON Schema, as it is published. */
export interface TSchema {}

export type TProperties = Readonly<Record<string, TSchema>>;

/** Keywords of JSON Schema beside those that the kind of a schema gives it. */
export interface TOptions {
  readonly [keyword: string]: unknown;
}

export interface TObject<Properties extends TProperties = TProperties> extends TSchema {
  readonly type: 'object';
  readonly required?: readonly string[];
  readonly properties: Properties;
}

/** Marks a property that may be absent. It is no part of the schema: it is not enumerable, so no document shows it. */
const OPTIONAL = '~optional';

const isOptional = (schema: TSchema) => OPTIONAL in schema;

/**
 * Schemas that are plain JSON Schema, written once and published as OpenAPI and AsyncAPI. Only what the contract needs: a
 * library for it would be most of what a command loads before it can begin.
 */
export const Type = {
  String: (options: TOptions = {}) => ({ type: 'string', ...options }) as const,
  Integer: (options: TOptions = {}) => ({ type: 'integer', ...options }) as const,
  Boolean: (options: TOptions = {}) => ({ type: 'boolean', ...options }) as const,
  Literal: (value: string, options: TOptions = {}) => ({ type: 'string', const: value, ...options }) as const,
  Enum: (values: readonly string[], options: TOptions = {}) => ({ enum: values, ...options }),
  Array: <Item extends TSchema>(items: Item, options: TOptions = {}) =>
    ({ type: 'array', items, ...options }) as const,
  Union: (anyOf: readonly TSchema[], options: TOptions = {}) => ({ anyOf, ...options }),

  /** Every property is required but for the optional ones. */
  Object<Properties extends TProperties>(
    properties: Properties,
    options: TOptions = {},
  ): TObject<Properties> & TOptions {
    const required = Object.keys(properties).filter((name) => !isOptional(properties[name]!));
    return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options };
  },

  /** An object that has no other properties. */
  Closed<Properties extends TProperties>(
    properties: Properties,
    options: TOptions = {},
  ): TObject<Properties> & TOptions {
    return Type.Object(properties, { ...options, additionalProperties: false });
  },

  /** The same, with a name in the documents. */
  Record<Properties extends TProperties>(
    title: string,
    properties: Properties,
    options: TOptions = {},
  ): TObject<Properties> & TOptions {
    return Type.Closed(properties, { title, ...options });
  },

  /** The same schema, for a property that may be absent. */
  Optional<Schema extends TSchema>(schema: Schema): Schema {
    return Object.defineProperty({ ...schema }, OPTIONAL, { value: true });
  },
};
