import type { StoredInputReader } from '../../history/input-store.ts';
import { FileInputReader } from '../../history/inputs/file-input-reader.ts';
import type { ServerAddress } from '../config/server-address.ts';
import { loadServer } from './server-modules.ts';

/** Where recorded inputs are: in files of a folder, or in the shared store of a cluster. */
export interface InputPlace {
  readonly folder: string;
  readonly store?: ServerAddress | undefined;
}

/** `onUnreadable` is called with a file that cannot be read; without it, such a read fails. */
export async function openInputReader(
  { folder, store }: InputPlace,
  onUnreadable?: (file: string) => void,
): Promise<StoredInputReader> {
  return store
    ? (await loadServer(store)).openInputs(store.address)
    : new FileInputReader(folder, onUnreadable);
}
