import { resolve } from 'node:path';
import type { PreparedSource, SourceOptions, SourcePlace } from '../../sources/source-definition.ts';
import { loadSources, type SourceTable } from '../../sources/source-table.ts';
import { SOURCES } from '../../sources/table.ts';
import type { Settings } from '../config/settings.ts';

/** Which source to read, and how: plain data, for the thread that reads it. */
export interface CollectInput {
  /** URL of the module that has the table of sources. */
  readonly sources: string;
  readonly source: string;
  /** Settings that the source may read. */
  readonly options: SourceOptions;
  /** The data directory. */
  readonly folder: string;
}

export function collectInput(settings: Settings, sources: SourceTable = SOURCES): CollectInput {
  const { source } = settings;
  const known = Object.keys(sources.named(source).settings).map((name) => [name, settings[name]] as const);
  return {
    sources: sources.module,
    source,
    options: Object.fromEntries(known),
    folder: resolve(settings.data),
  };
}

/** The part that collects, in the thread that computes from what it brings: between them stands the port `Source`. */
export async function openCollect(
  { sources, source, options, folder }: CollectInput,
  onTrouble: SourcePlace['onTrouble'],
): Promise<PreparedSource> {
  const table = await loadSources(sources);
  return table.named(source).prepare(options, { folder, onTrouble });
}
