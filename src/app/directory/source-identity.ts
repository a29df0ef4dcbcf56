import { OperatorError } from '../../core/errors.ts';
import type { SourceDefinition, SourceOptions } from '../../sources/source-definition.ts';
import type { Identity } from './data-directory.ts';

/** The identity of a directory that is served from this source with these settings. `stored` is its current identity. */
export function identityFrom(
  definition: SourceDefinition,
  settings: SourceOptions,
  stored?: Identity,
): Identity {
  return { source: definition.name, ...definition.identity(sourceOptions(definition, settings, stored)) };
}

/** Source settings, completed from the stored identity: a history continues in the version it was started with. */
export function sourceOptions(
  definition: SourceDefinition,
  settings: SourceOptions,
  stored: Identity | undefined,
): SourceOptions {
  const known = stored?.source === definition.name ? definition.readIdentity(stored) : undefined;
  if (known === undefined || definition.outdated(known) !== undefined) return settings;
  return { ...known, ...settings };
}

/** For commands that change stored data of a source: refuses a version that this Tidemark cannot continue. */
export function refuseOutdated(folder: string, identity: Identity, definition: SourceDefinition): void {
  const known = definition.readIdentity(identity);
  if (!known) throw new OperatorError(`the identity in ${folder} is damaged: restore it from a backup`);
  const outdated = definition.outdated(known);
  if (outdated === undefined) return;
  throw new OperatorError(`${folder} holds ${outdated}: use the version of Tidemark that wrote it`);
}
