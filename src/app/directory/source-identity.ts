import { OperatorError } from '../../core/errors.ts';
import { findSource, SOURCES } from '../../sources/table.ts';
import type { Settings } from '../config/settings.ts';
import type { Identity } from './data-directory.ts';

/** What a directory holds that is served with these settings. */
export function identityFrom(
  settings: Pick<Settings, 'source'> & Readonly<Record<string, unknown>>,
): Identity {
  const { source } = settings;
  return { source, ...SOURCES[source].identity(settings) };
}

/** For commands that change what is stored of a source: they know the ids of this version's. */
export function refuseOutdated(folder: string, { source, ...identity }: Identity): void {
  const outdated = findSource(source)?.outdated(identity);
  if (outdated === undefined) return;
  throw new OperatorError(`${folder} holds ${outdated}: use the version of Tidemark that wrote it`);
}
