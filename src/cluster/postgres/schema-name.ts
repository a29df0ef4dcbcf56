const NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/** The rule for schema names, for error messages. */
export const SCHEMA_NAME_RULE =
  'the name of a schema must have only lower-case letters, digits and _, and must not begin with a digit';

/** Whether the name is valid. It is inserted into statements without quoting. */
export function isSchemaName(name: string): boolean {
  return NAME.test(name);
}
