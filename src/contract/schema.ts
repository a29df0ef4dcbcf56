/** A JSON Schema, in its published form. */
export interface TSchema {}

export type TProperties = Readonly<Record<string, TSchema>>;

/** JSON Schema keywords besides those that each constructor sets. */
export interface TOptions {
  readonly [keyword: string]: unknown;
}

export interface TObject<Properties extends TProperties = TProperties> extends TSchema {
  readonly type: 'object';
  readonly required?: readonly string[];
  readonly properties: Properties;
}

/** Marks an optional property. The marker is not enumerable, so it does not appear in documents. */
const OPTIONAL = '~optional';

const isOptional = (schema: TSchema) => OPTIONAL in schema;

/**
 * Constructors for plain JSON Schema, published as OpenAPI and AsyncAPI. They cover only what the contract needs: a library would
 * be most of what a CLI command loads before it starts.
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

  /** All properties are required except those marked `Optional`. */
  Object<Properties extends TProperties>(
    properties: Properties,
    options: TOptions = {},
  ): TObject<Properties> & TOptions {
    const required = Object.keys(properties).filter((name) => !isOptional(properties[name]!));
    return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options };
  },

  /** An object without additional properties. */
  Closed<Properties extends TProperties>(
    properties: Properties,
    options: TOptions = {},
  ): TObject<Properties> & TOptions {
    return Type.Object(properties, { ...options, additionalProperties: false });
  },

  /** A closed object with a title in the documents. */
  Record<Properties extends TProperties>(
    title: string,
    properties: Properties,
    options: TOptions = {},
  ): TObject<Properties> & TOptions {
    return Type.Closed(properties, { title, ...options });
  },

  /** A copy of the schema, marked as optional. */
  Optional<Schema extends TSchema>(schema: Schema): Schema {
    return Object.defineProperty({ ...schema }, OPTIONAL, { value: true });
  },
};
