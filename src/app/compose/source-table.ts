import { LIVE } from '../../sources/live/definition.ts';
import { REPLAY } from '../../sources/replay/definition.ts';
import { SourceTable } from '../../sources/source-table.ts';
import { WINGS } from './all-wings.ts';

/** Threads load this module by its URL. */
const MODULE = import.meta.url;

const ofWings = WINGS.flatMap(({ sources = [] }) => sources);
const [first, ...others] = [...ofWings, LIVE, REPLAY] as const;

/** Every source of this version, the default one first. */
export const SOURCES = new SourceTable(MODULE, [first, ...others]);
