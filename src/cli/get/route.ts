import type { OperationName } from '../../../sdk/src/node.ts';

/** `choice` has choices; the others are formats and types of JSON Schema. */
export type ParameterKind = 'choice' | 'uuid' | 'date-time' | 'integer' | 'boolean' | 'string';

export interface RouteParameter {
  readonly name: string;
  readonly about: string;
  readonly kind: ParameterKind;
  readonly choices?: readonly string[];
  readonly isRequired?: boolean;
}

/** Column kinds of the contract, with separate kinds for ids and lists of decimals. */
export type RouteColumnKind =
  | 'id'
  | 'text'
  | 'decimal'
  | 'integer'
  | 'boolean'
  | 'datetime'
  | 'flags'
  | 'decimals';

/** A member of a record, nested ones with dots: `sources.answering`. */
export type RouteColumn = readonly [name: string, kind: RouteColumnKind];

/** A list that `tidemark get` can show. */
export interface Route {
  /** Its name on the command line: `index-tickers`. */
  readonly name: string;
  readonly operation: OperationName;
  readonly summary: string;
  /** Name of the schema of its records. */
  readonly record: string;
  readonly isList: boolean;
  readonly isPaged: boolean;
  /** The operation that returns one record of the list by its id. */
  readonly one?: OperationName;
  /** For a single record: the member whose items are shown as rows. Its other members only appear in JSON. */
  readonly rows?: string;
  readonly parameters: readonly RouteParameter[];
  readonly columns: readonly RouteColumn[];
}
