import { EmbeddedHistoryBackend } from '../../history/embedded/embedded-history-backend.ts';
import type { HistoryBackend } from '../../history/history-backend.ts';

/** The history of a data directory. No other file of the application names the implementation. */
export function historyBackend(data: string): HistoryBackend {
  return new EmbeddedHistoryBackend(data);
}
