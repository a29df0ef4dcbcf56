import { OperatorError } from '../../core/errors.ts';
import type { SourceDefinition, SourceOptions } from '../../sources/source-definition.ts';
import { SOURCES } from '../../sources/table.ts';
import type { Identity } from './data-directory.ts';

/** What a directory holds that is served from this source with these settings. */
export function identityFrom(definition: SourceDefinition, settings: SourceOptions): Identity {
  return { source: definition.name, ...definition.identity(settings) };
}

/** For commands that change what is stored of a source: they know the ids of this version's. */
export function refuseOutdated(folder: string, { source, ...identity }: Identity): void {
  const outdated = SOURCES.find(source)?.outdated(identity);
  if (outdated === undefined) return;
  throw new OperatorError(`${folder} holds ${outdated}: use the version of Tidemark that wrote it`);
}
