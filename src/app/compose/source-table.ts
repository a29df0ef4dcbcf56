import { LIVE } from '../../sources/live/definition.ts';
import { REPLAY } from '../../sources/replay/definition.ts';
import { SourceTable } from '../../sources/source-table.ts';
import type { Wing } from './wing.ts';
import * as wings from './wings.ts';

const ofWings = Object.values<Wing>(wings).flatMap(({ sources = [] }) => sources);
const [first, ...others] = [...ofWings, LIVE, REPLAY] as const;

/** Every source of this version, the default one first. */
export const SOURCES = new SourceTable(import.meta.url, [first, ...others]);
