import { LIVE } from '../../sources/live/definition.ts';
import { REPLAY } from '../../sources/replay/definition.ts';
import { SIMULATOR } from '../../simulator/definition.ts';
import { SourceTable } from '../../sources/source-table.ts';

/** Every source of this version, the usual one first. Nothing else names them. */
export const SOURCES = new SourceTable(import.meta.url, [SIMULATOR, LIVE, REPLAY]);
