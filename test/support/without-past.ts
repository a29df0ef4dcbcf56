import { SOURCES as OF_THE_PRODUCT } from '../../src/app/compose/source-table.ts';
import type { SourceDefinition } from '../../src/sources/source-definition.ts';
import { SourceTable } from '../../src/sources/source-table.ts';

/** Threads load this module by its URL. */
const MODULE = import.meta.url;

const [first, ...others] = OF_THE_PRODUCT.all.map(withoutPast);

/** The sources of the product without a modelled past, which costs each service a second of CPU at its start. */
export const SOURCES = new SourceTable(MODULE, [first!, ...others]);

function withoutPast({ openPast: _openPast, ...definition }: SourceDefinition): SourceDefinition {
  return {
    ...definition,
    async prepare(options, place) {
      const prepared = await definition.prepare(options, place);
      return { universe: () => prepared.universe(), open: (...parts) => prepared.open(...parts) };
    },
  };
}
