import { EmbeddedHistoryBackend } from '../../history/embedded/embedded-history-backend.ts';
import type { HistoryBackend } from '../../history/history-backend.ts';
import { PostgresHistoryBackend } from '../../cluster/postgres/history/postgres-history-backend.ts';
import { parseStoreAddress } from '../../cluster/postgres/store-address.ts';

/**
 * The history of a data directory, or of the store that its node shares with others; `statementTimeoutMs`: how long a question to that may
 * take. No other file of the application names implementations.
 */
export function historyBackend(data: string, store?: string, statementTimeoutMs?: number): HistoryBackend {
  if (store === undefined) return new EmbeddedHistoryBackend(data);
  return new PostgresHistoryBackend({
    ...parseStoreAddress(store),
    ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
  });
}
