import { LIVE, liveOptionsOf } from '../../../src/sources/live/definition.ts';
import type { SourceDefinition } from '../../../src/sources/source-definition.ts';
import { SourceTable } from '../../../src/sources/source-table.ts';
import { SOURCES as PRODUCT } from '../../../src/app/compose/source-table.ts';

const AT_ONCE: SourceDefinition = {
  ...LIVE,
  async prepare(options, place) {
    const { PreparedLive } = await import('../../../src/sources/live/prepared-live.ts');
    return new PreparedLive(
      liveOptionsOf(options),
      place,
      new URL('./at-once-collector.js', import.meta.url),
    );
  },
};

/** Like `src/app/compose/source-table.ts`, except for the time at which exchanges are read. */
export const SOURCES = new SourceTable(import.meta.url, [PRODUCT.defaultSource, AT_ONCE]);
