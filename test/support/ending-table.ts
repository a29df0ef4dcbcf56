import type { Source } from '../../src/sources/source.ts';
import type { SourceDefinition } from '../../src/sources/source-definition.ts';
import { SourceTable } from '../../src/sources/source-table.ts';
import { SOURCES as PRODUCT } from '../../src/app/compose/source-table.ts';
import { FILE_SOURCE } from './file-source.ts';

/** Slots before it ends. */
export const ENDS_AFTER = 3;
/** A file with this name ends before its first slot. */
export const AT_ONCE = 'ends-at-once.ndjson';

/** A source that violates its contract: its sequence ends although the signal has not aborted. */
function ending(source: Source, slots: number): Source {
  return {
    name: source.name,
    reference: (slot) => source.reference(slot),
    health: () => source.health(),
    async *events(signal) {
      let left = slots;
      if (left === 0) return;
      for await (const event of source.events(signal)) {
        yield event;
        if (event.kind === 'watermark' && --left === 0) return;
      }
    },
  };
}

const ENDING: SourceDefinition = {
  ...FILE_SOURCE,
  async prepare(options, place) {
    const prepared = await FILE_SOURCE.prepare(options, place);
    const slots = String(options['file']).endsWith(AT_ONCE) ? 0 : ENDS_AFTER;
    return { ...prepared, open: (clock) => ending(prepared.open(clock) as Source, slots) };
  },
};

export const SOURCES = new SourceTable(import.meta.url, [PRODUCT.defaultSource, ENDING]);
