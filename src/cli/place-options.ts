import { dataOption, shellWord } from '../app/directory/data-option.ts';
import type { Settings } from '../app/config/settings.ts';

/**
 * The options that name the directory and the store of a command, to append to one that a message recommends. The URL of a store may
 * contain a password, so it is not repeated.
 */
export function placeOptions({
  data,
  store,
  clusterCredentials,
}: Pick<Settings, 'data'> & Partial<Pick<Settings, 'store' | 'clusterCredentials'>>): string {
  const place = clusterCredentials
    ? ` --cluster-credentials ${shellWord(clusterCredentials.folder)}`
    : store && ' --store URL';
  return `${place ?? ''}${dataOption(data)}`;
}
