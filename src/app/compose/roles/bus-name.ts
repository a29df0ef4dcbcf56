import { parseStoreAddress } from '../../../postgres/store-address.ts';
import type { Settings } from '../../config/settings.ts';

/** Nodes of one schema are one service, also where several services share the servers of a bus. */
export function busName({ store }: Pick<Settings, 'store'>): string {
  return (store === undefined ? undefined : parseStoreAddress(store).schema) ?? 'tidemark';
}
