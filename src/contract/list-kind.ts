import { Type } from './schema.ts';
import type { ParameterKind } from './parameter-kinds.ts';

/** Several values of a kind, separated by commas; spaces around each value are trimmed. */
export function commaSeparated<T>(kind: ParameterKind<T>, what: string): ParameterKind<readonly T[]> {
  return {
    schema: Type.String({ description: `${what} separated by commas` }),
    parse: (text) => {
      const values = text.split(',').map((part) => {
        const trimmed = part.trim();
        return trimmed === '' ? undefined : kind.parse(trimmed);
      });
      return values.every((value) => value !== undefined) ? values : undefined;
    },
    expects: `must be ${what} separated by commas`,
  };
}
