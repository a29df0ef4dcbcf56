import type { Json } from './openapi-parts.ts';

/** Moves every schema with a title into the components and leaves a reference. */
export function withReferences(schema: Json, components: Map<string, Json>): Json {
  const { title } = schema;
  const plain = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, referencesIn(value, components)]),
  );
  if (typeof title !== 'string') return plain;
  components.set(title, plain);
  return { $ref: `#/components/schemas/${title}` };
}

function referencesIn(value: unknown, components: Map<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((item) => referencesIn(item, components));
  if (typeof value !== 'object' || value === null) return value;
  return withReferences(value as Json, components);
}
