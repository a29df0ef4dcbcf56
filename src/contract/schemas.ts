import { Type, type TSchema } from './schema.ts';

/** Schemas shared by several resources. Schemas with a title become components of the OpenAPI document. */
export const Uuid = Type.String({
  format: 'uuid',
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
});

/** ISO 8601, UTC, with milliseconds. */
export function datetime(description: string) {
  return Type.String({
    format: 'date-time',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
    description,
  });
}

export const QUANTITY_PATTERN = '^-?(?:0|[1-9]\\d*)(?:\\.\\d*[1-9])?$';
export const COUNT_PATTERN = '^(?:0|[1-9]\\d*)$';

/** A plain decimal: no exponent, no plus sign, no trailing zeros. */
export function quantity(description: string) {
  return Type.String({ pattern: QUANTITY_PATTERN, description });
}

/** A non-negative whole number. */
export function count(description: string) {
  return Type.String({ pattern: COUNT_PATTERN, description });
}

/** `{"content": [...]}`. Unpaged lists never have a `nextId`. */
export function listOf(item: TSchema & { title?: string }): TSchema {
  return Type.Record(`${item.title ?? 'Record'}List`, { content: Type.Array(item) });
}

/** A list that may be paged: `nextId` is present if there is a next page. */
export function pageOf(item: TSchema & { title?: string }): TSchema {
  return Type.Record(`${item.title ?? 'Record'}Page`, {
    content: Type.Array(item),
    nextId: Type.Optional(Type.String({ format: 'uuid', description: 'startAfter of the next page' })),
  });
}
