import { LIVE } from './live/definition.ts';
import { REPLAY } from './replay/definition.ts';
import { SIMULATOR } from './simulator/definition.ts';
import { SourceTable } from './source-table.ts';

/** Every source of this version, the usual one first. Nothing else names them. */
export const SOURCES = new SourceTable(import.meta.url, [SIMULATOR, LIVE, REPLAY]);
