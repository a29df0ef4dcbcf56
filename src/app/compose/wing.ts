import type { SourceDefinition } from '../../sources/source-definition.ts';

/** The manifest of a wing: everything that it adds to the service. */
export interface Wing {
  readonly sources?: readonly SourceDefinition[];
}
