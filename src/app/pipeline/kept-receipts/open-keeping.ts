import { join } from 'node:path';
import type { HeadReader, SignedHead } from '../../../core/integrity-head.ts';
import { EVENT_LOOP } from '../../../core/async/loop.ts';
import { LoopTurns } from '../../../core/async/loop-turns.ts';
import type { Millis } from '../../../core/time.ts';
import type { HistoryReader } from '../../../history/history-store.ts';
import { HeldHours } from '../../../history/inputs/held-hours.ts';
import { HeadProver } from '../../../values/receipts/head-prover.ts';
import type { Receipts } from '../../../values/receipts/receipts.ts';
import { ReferenceLogReader } from '../../../reference/versions/reference-log.ts';
import type { ServiceContext } from '../../process/service-context.ts';
import { REFERENCE_FILE } from '../../directory/data-format.ts';
import { quarantineOf } from '../../directory/quarantine-of.ts';
import { sha256 } from '../../process/sha256.ts';
import type { StorageHealth } from '../../directory/health/storage-health.ts';
import { KeepSchedule } from '../../config/keep-plan.ts';
import { KeptStore } from './kept-store.ts';
import { ReceiptKeeper } from './receipt-keeper.ts';

export interface KeepingParts extends Pick<ServiceContext, 'settings' | 'log' | 'lifecycle'> {
  /** The data directory, which this process owns. */
  readonly folder: string;
  readonly health?: StorageHealth | undefined;
  readonly receipts: Receipts;
  readonly history: Pick<HistoryReader, 'records'>;
  readonly dayHeads: HeadReader;
}

export interface ReceiptKeeping {
  readonly store: KeptStore;
  /** Hours whose inputs are still needed for receipts: the recording thread deletes other hours first. */
  readonly heldHours: SharedArrayBuffer;
  /** After the next tick, keeps receipts of missed instants whose inputs are still there. */
  catchUp(from: Millis, last: Millis): void;
  /** Call with the head of each tick after it is published. Ignores heads older than the newest. */
  headSigned(head: SignedHead): void;
}

/**
 * Opens the store of kept receipts and the part that writes to it. It closes before the threads and files
 * that it uses.
 */
export function openReceiptKeeping({
  settings,
  log,
  lifecycle,
  folder,
  health,
  receipts,
  history,
  dayHeads,
}: KeepingParts): ReceiptKeeping {
  const turns = new LoopTurns(EVENT_LOOP);
  const store = new KeptStore({
    folder,
    turns,
    quarantine: quarantineOf(folder, (taken) => health?.recordQuarantined(taken)),
    onProblem: (problem) => log.error({ problem }, 'kept receipts are not intact'),
  });
  const held = new HeldHours();
  let newest: SignedHead | undefined;
  const references = new ReferenceLogReader(join(folder, REFERENCE_FILE));
  const proverParts = { history, dayHeads, hash: sha256, turns };
  const keeper = new ReceiptKeeper({
    schedule: new KeepSchedule(settings.keepReceipts),
    store,
    receipts,
    history,
    newestHead: new HeadProver({ ...proverParts, head: () => newest }),
    dayHead: new HeadProver({ ...proverParts, head: () => undefined }),
    held,
    references: (hash) => references.byHash(hash),
    tzdata: process.versions['tz'] ?? 'unknown',
    log,
  });
  lifecycle.started('kept receipts', async () => {
    await keeper.close();
    await store.close();
  });
  return {
    store,
    heldHours: held.memory,
    catchUp: (from, last) => keeper.catchUp(from, last),
    headSigned: (head) => {
      if (head.slot <= (newest?.slot ?? -Infinity)) return;
      newest = head;
      keeper.published(head.slot);
    },
  };
}
