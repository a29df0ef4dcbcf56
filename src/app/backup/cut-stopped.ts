import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StoreFolders } from '../../history/embedded/store-folders.ts';
import { makeCut, type Cut } from './cut.ts';

/** A cut of a directory that this process owns. */
export function cutStopped(folder: string, { name, inputs }: Readonly<Record<string, unknown>>): Cut {
  const folders = new StoreFolders(join(folder, 'history'));
  const history = existsSync(folders.journal) ? folders.extent() : undefined;
  const files = makeCut({ folder, name: String(name), inputs: inputs === true, history });
  return { files, lastTick: undefined };
}
