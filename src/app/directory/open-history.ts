import type { Logger } from 'pino';
import { INDEX_WINDOW_MS } from '../../core/index-value.ts';
import type { WriterOptions } from '../../history/history-backend.ts';
import type { HistoryStore } from '../../history/history-store.ts';
import type { ServerAddress } from '../config/server-address.ts';
import { historyBackend } from './backends.ts';
import { StorageHealth } from './health/storage-health.ts';
import { quarantineOf } from './quarantine-of.ts';

interface LoggedHistoryOptions {
  readonly health?: StorageHealth;
  /** Set if history is not in the folder. */
  readonly store?: ServerAddress | undefined;
  readonly journalFileBytes?: number;
}

export async function openHistory(
  folder: string,
  options: Omit<WriterOptions, 'windowMs'>,
  store?: ServerAddress,
): Promise<HistoryStore> {
  const backend = await historyBackend(folder, store);
  return backend.openWriter({
    windowMs: INDEX_WINDOW_MS,
    quarantine: quarantineOf(folder),
    ...options,
  });
}

/** Like `openHistory`; logs damage, quarantine and failures. */
export function openLoggedHistory(
  folder: string,
  log: Logger,
  { health = new StorageHealth(folder, log), journalFileBytes, store }: LoggedHistoryOptions = {},
): Promise<HistoryStore> {
  const options: Omit<WriterOptions, 'windowMs'> = {
    ...(journalFileBytes !== undefined && { growingFileBytes: journalFileBytes }),
    onDamage: (damage) => health.recordDamage(damage),
    onAdopted: (path) => health.recordAdopted(path),
    quarantine: quarantineOf(folder, (taken) => health.recordQuarantined(taken)),
    onBackgroundFailure: (error) =>
      log.error({ err: error }, 'history could not be sealed; sealing is retried'),
  };
  return openHistory(folder, options, store);
}
