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

/** As columns of the contract, with ids and lists of decimals apart. */
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

/** What `tidemark get` can ask for. */
export interface Route {
  /** As it is called on the command line: `index-tickers`. */
  readonly name: string;
  readonly operation: OperationName;
  readonly summary: string;
  /** Name of the record's schema. */
  readonly record: string;
  readonly isList: boolean;
  readonly isPaged: boolean;
  /** The operation that gets one record of the list by its id. */
  readonly one?: OperationName;
  /** Of a single record: the member whose items are shown as rows. What else it has only JSON shows. */
  readonly rows?: string;
  readonly parameters: readonly RouteParameter[];
  readonly columns: readonly RouteColumn[];
}
