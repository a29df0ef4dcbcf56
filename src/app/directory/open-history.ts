import { join } from 'node:path';
import type { Logger } from 'pino';
import { SystemClock } from '../../core/clock.ts';
import { INDEX_WINDOW_MS } from '../../core/index-value.ts';
import { Quarantine, type QuarantinedFile } from '../../disk/quarantine.ts';
import {
  EmbeddedHistoryStore,
  type EmbeddedHistoryOptions,
} from '../../history/embedded/embedded-history-store.ts';
import { QUARANTINE } from '../storage/describe-storage.ts';
import { StorageHealth } from '../storage/storage-health.ts';

type HistoryWatch = Pick<
  EmbeddedHistoryOptions,
  'onDamage' | 'onSealingFailure' | 'quarantine' | 'onAdopted' | 'journalFileBytes'
>;

interface LoggedHistoryOptions extends Pick<HistoryWatch, 'journalFileBytes'> {
  readonly health?: StorageHealth;
}

/** The history of a data directory, for whoever owns it. */
export function openHistory(folder: string, watch: HistoryWatch): Promise<EmbeddedHistoryStore> {
  return EmbeddedHistoryStore.open({
    folder: join(folder, 'history'),
    windowMs: INDEX_WINDOW_MS,
    quarantine: quarantineOf(folder),
    ...watch,
  });
}

/** Where doubtful files of a data directory go. */
export function quarantineOf(folder: string, onTaken?: (taken: QuarantinedFile) => void): Quarantine {
  return new Quarantine({
    folder: join(folder, QUARANTINE),
    root: folder,
    clock: new SystemClock(),
    onTaken,
  });
}

/** The same, with a log for whoever watches over it. */
export function openLoggedHistory(
  folder: string,
  log: Logger,
  { health = new StorageHealth(folder, log), ...options }: LoggedHistoryOptions = {},
): Promise<EmbeddedHistoryStore> {
  return openHistory(folder, {
    ...options,
    onDamage: (damage) => health.met(damage),
    onAdopted: (path) => health.adopted(path),
    quarantine: quarantineOf(folder, (taken) => health.setAside(taken)),
    onSealingFailure: (error) => log.error({ err: error }, 'history could not be sealed; it is tried again'),
  });
}
