import { LIVE } from '../../sources/live/definition.ts';
import { REPLAY } from '../../sources/replay/definition.ts';
import { SourceTable } from '../../sources/source-table.ts';
import { WINGS } from './all-wings.ts';

const ofWings = WINGS.flatMap(({ sources = [] }) => sources);
const [first, ...others] = [...ofWings, LIVE, REPLAY] as const;

/** Every source of this version, the default one first. */
export const SOURCES = new SourceTable(import.meta.url, [first, ...others]);
