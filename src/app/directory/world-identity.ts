import { OperatorError } from '../../core/errors.ts';
import { WORLD_VERSION } from '../../sources/simulator/world.ts';
import type { Identity } from './data-directory.ts';
import type { Settings } from '../config/settings.ts';

/** What a directory holds that is served with these settings. */
export function identityFrom({ source, world, seed }: Pick<Settings, 'source' | 'world' | 'seed'>): Identity {
  return { source, world, seed, worldVersion: WORLD_VERSION };
}

/** For commands that change what is stored of a world: they know the ids of this version's. */
export function refuseOlderWorld(folder: string, { worldVersion }: Identity): void {
  if (worldVersion === WORLD_VERSION) return;
  throw new OperatorError(
    `${folder} holds version ${worldVersion} of the simulated world, this version of Tidemark knows ` +
      `${WORLD_VERSION}: use the version of Tidemark that wrote it`,
  );
}
