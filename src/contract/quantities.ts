import type { TSchema } from './schema.ts';
import { COUNT_PATTERN, QUANTITY_PATTERN } from './schemas.ts';

/** How quantities appear in JSON: as strings, which every client parses exactly, or as numbers with the same digits. */
export const QUANTITY_FORMS = ['string', 'number'] as const;
export type QuantityForm = (typeof QUANTITY_FORMS)[number];

/** Contract terms that clients compare and display but do not compute with. */
const ALWAYS_STRINGS: ReadonlySet<string> = new Set(['contractValue', 'optionStrike']);

interface Schema {
  readonly type?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly [key: string]: unknown;
}

/** The names of all members of a response, at any depth, that hold a quantity or a list of quantities. */
export function quantityNames(answer: TSchema): string[] {
  const names = new Set<string>();
  visit(answer as unknown as Schema, undefined, (name) => names.add(name));
  return [...names];
}

/** The same response schema with numbers instead of strings for quantities. */
export function withNumbers(answer: TSchema): TSchema {
  return asNumbers(answer as unknown as Schema, undefined) as unknown as TSchema;
}

function isQuantity({ pattern }: Schema, name: string | undefined): name is string {
  if (name === undefined || ALWAYS_STRINGS.has(name)) return false;
  return pattern === QUANTITY_PATTERN || pattern === COUNT_PATTERN;
}

/** `name` is the name of the member that holds the schema; entries of a list have the name of the list. */
function visit(schema: Schema, name: string | undefined, found: (name: string) => void): void {
  if (isQuantity(schema, name)) found(name);
  for (const [key, value] of Object.entries(schema))
    for (const [inner, part] of partsOf(key, value)) visit(part, inner ?? name, found);
}

function asNumbers(schema: Schema, name: string | undefined): Schema {
  if (isQuantity(schema, name)) {
    const { type: _type, pattern, ...rest } = schema;
    return { type: pattern === COUNT_PATTERN ? 'integer' : 'number', ...rest };
  }
  const entries = Object.entries(schema).map(([key, value]) => {
    const parts = partsOf(key, value).map(([inner, part]) => asNumbers(part, inner ?? name));
    if (parts.length === 0) return [key, value];
    if (key === 'properties')
      return [key, Object.fromEntries(Object.keys(value as object).map((inner, i) => [inner, parts[i]]))];
    return [key, Array.isArray(value) ? parts : parts[0]];
  });
  return Object.fromEntries(entries) as Schema;
}

/** The schemas directly within a schema, each with its name if it is a member. */
function partsOf(key: string, value: unknown): (readonly [string | undefined, Schema])[] {
  if (key === 'properties') return Object.entries(value as Readonly<Record<string, Schema>>);
  if (key === 'items') return [[undefined, value as Schema]];
  if (key === 'anyOf') return (value as readonly Schema[]).map((part) => [undefined, part]);
  return [];
}
