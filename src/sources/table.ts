import { SIMULATOR } from './simulator/definition.ts';
import type { SourceDefinition } from './source-definition.ts';

/** Every source, by the name that settings and data directories have for it. Nothing else names them. */
export const SOURCES = {
  simulator: SIMULATOR,
} as const satisfies Readonly<Record<string, SourceDefinition>>;

export type SourceName = keyof typeof SOURCES;

export const SOURCE_NAMES = Object.keys(SOURCES) as SourceName[];
export const DEFAULT_SOURCE: SourceName = 'simulator';

/** Undefined where this version has no such source. */
export function findSource(name: string): SourceDefinition | undefined {
  return Object.hasOwn(SOURCES, name) ? SOURCES[name as SourceName] : undefined;
}
