import { SourceTable } from '../../src/sources/source-table.ts';
import { SOURCES as PRODUCT } from '../../src/app/compose/source-table.ts';
import { FILE_SOURCE } from './file-source.ts';

/** `src/app/compose/source-table.ts` with one more entry. */
export const SOURCES = new SourceTable(import.meta.url, [PRODUCT.defaultSource, FILE_SOURCE]);
