import { EmbeddedHistoryBackend } from '../../history/embedded/embedded-history-backend.ts';
import type { HistoryBackend } from '../../history/history-backend.ts';
import type { ServerAddress } from '../config/server-address.ts';
import { loadServer } from './server-modules.ts';

/** The history of a data directory. Only this file of `app` names the implementation. */
export function embeddedHistory(data: string): HistoryBackend {
  return new EmbeddedHistoryBackend(data);
}

/** The history of a data directory, or of the store that its node shares with others. */
export async function historyBackend(data: string, store?: ServerAddress): Promise<HistoryBackend> {
  return store ? (await loadServer(store)).openHistoryBackend(store.address) : embeddedHistory(data);
}
