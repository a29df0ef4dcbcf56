import { OperatorError } from '../../core/errors.ts';
import type { SourceDefinition, SourceOptions } from '../../sources/source-definition.ts';
import type { Identity } from './data-directory.ts';

/** What a directory holds that is served from this source with these settings. `stored`: what it holds already. */
export function identityFrom(
  definition: SourceDefinition,
  settings: SourceOptions,
  stored?: Identity,
): Identity {
  return { source: definition.name, ...definition.identity(sourceOptions(definition, settings, stored)) };
}

/** Source settings plus what the stored identity adds: a history goes on in the version that it was begun in. */
export function sourceOptions(
  definition: SourceDefinition,
  settings: SourceOptions,
  stored: Identity | undefined,
): SourceOptions {
  const known = stored?.source === definition.name ? definition.readIdentity(stored) : undefined;
  if (known === undefined || definition.outdated(known) !== undefined) return settings;
  return { ...known, ...settings };
}

/** For commands that change what is stored of a source: they need a version that this version of Tidemark knows. */
export function refuseOutdated(folder: string, identity: Identity, definition: SourceDefinition): void {
  const known = definition.readIdentity(identity);
  if (!known) throw new OperatorError(`the identity in ${folder} is damaged: restore it from a backup`);
  const outdated = definition.outdated(known);
  if (outdated === undefined) return;
  throw new OperatorError(`${folder} holds ${outdated}: use the version of Tidemark that wrote it`);
}
