import { OperatorError } from '../../core/errors.ts';
import type { SourceDefinition, SourceOptions } from '../../sources/source-definition.ts';
import { SOURCES } from '../config/source-table.ts';
import type { Identity } from './data-directory.ts';

/** What a directory holds that is served from this source with these settings. `stored`: what it holds already. */
export function identityFrom(
  definition: SourceDefinition,
  settings: SourceOptions,
  stored?: Identity,
): Identity {
  return { source: definition.name, ...definition.identity(sourceOptions(definition, settings, stored)) };
}

/**
 * The settings of a source together with what the stored identity adds to them, such as the version of the simulated world: a history
 * goes on in the version that it was begun in, if this version of Tidemark still knows that one.
 */
export function sourceOptions(
  definition: SourceDefinition,
  settings: SourceOptions,
  stored: Identity | undefined,
): SourceOptions {
  if (stored?.source !== definition.name || definition.outdated(stored) !== undefined) return settings;
  return { ...stored, ...settings };
}

/** For commands that change what is stored of a source: they need a version that this version of Tidemark knows. */
export function refuseOutdated(folder: string, { source, ...identity }: Identity): void {
  const outdated = SOURCES.find(source)?.outdated(identity);
  if (outdated === undefined) return;
  throw new OperatorError(`${folder} holds ${outdated}: use the version of Tidemark that wrote it`);
}
