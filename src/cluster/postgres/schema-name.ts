const NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/** What is wrong with names that are none. */
export const SCHEMA_NAME_RULE =
  'the name of a schema has small letters, digits and _, and begins with no digit';

/** Whether a schema may have this name: it stands in statements as it is. */
export function isSchemaName(name: string): boolean {
  return NAME.test(name);
}
