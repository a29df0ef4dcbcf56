import { join } from 'node:path';
import type { Logger } from 'pino';
import { INDEX_WINDOW_MS } from '../core/index-value.ts';
import {
  EmbeddedHistoryStore,
  type EmbeddedHistoryOptions,
} from '../history/embedded/embedded-history-store.ts';

/** The history of a data directory, for whoever owns it. */
export function openHistory(
  folder: string,
  watch: Pick<EmbeddedHistoryOptions, 'onDamage' | 'onSealingFailure'>,
): Promise<EmbeddedHistoryStore> {
  return EmbeddedHistoryStore.open({ folder: join(folder, 'history'), windowMs: INDEX_WINDOW_MS, ...watch });
}

/** The same, with a log for whoever watches over it. */
export function openLoggedHistory(folder: string, log: Logger): Promise<EmbeddedHistoryStore> {
  return openHistory(folder, {
    onDamage: (damage) => log.error(damage, 'history is damaged here: it is not served'),
    onSealingFailure: (error) => log.error({ err: error }, 'history could not be sealed; it is tried again'),
  });
}
