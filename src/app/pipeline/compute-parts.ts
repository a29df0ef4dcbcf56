import { join } from 'node:path';
import type { SigningKeys } from '../../auth/signing-keys.ts';
import type { Bus } from '../../bus/bus.ts';
import type { SharedClockOffset } from '../../core/clocks/clock.ts';
import type { AppendShared } from '../../core/numbers/append-shared.ts';
import { DAY_MS, type Millis } from '../../core/time.ts';
import type { Fence, StoredRecord, StoreLostTicks } from '../../history/history-store.ts';
import type { InputEvent, InputFrame } from '../../history/input-store.ts';
import type { ReceiptKeeping } from './kept-receipts/open-keeping.ts';
import type { MarketTopics } from '../../latest/market/market-topics.ts';
import type { Terminal } from './backfill/progress-reports.ts';
import type { ServerAddress } from '../config/server-address.ts';
import { INPUT_SPOOL } from '../directory/data-format.ts';
import type { DiskPlan } from '../directory/disk-plan.ts';
import type { Pipeline } from './pipeline.ts';
import type { InputSettings } from './pipeline-messages.ts';
import type { StorageHealth } from '../directory/health/storage-health.ts';
import type { ServiceContext } from '../process/service-context.ts';

export interface ComputeParts extends ServiceContext {
  /** The data directory, which this process owns. */
  readonly folder: string;
  readonly disk: DiskPlan;
  readonly health: StorageHealth;
  readonly bus: Pick<Bus<MarketTopics>, 'publish'>;
  /** Sign the heads of the record chain. */
  readonly integrityKeys: Pick<SigningKeys, 'current'>;
  /** Set if standard error is a terminal. */
  readonly terminal?: Terminal | undefined;
  /** Set if the thread was started before this module was loaded. */
  readonly pipeline?: Pipeline | undefined;
  /** Set if other processes share the history; absent if all of it is in the folder. */
  readonly shared?: SharedCompute | undefined;
}

export interface SharedCompute {
  readonly store: ServerAddress;
  /** Keeps receipts on the leader and on followers. */
  readonly receiptKeeping: ReceiptKeeping;
  /** Clock for ticks, also in the pipeline's thread. */
  readonly time: SharedClockOffset;
  /**
   * Call when history is open under this fence. Updates the logs of the folder; from then on each append goes
   * to the store first.
   */
  lead(fence: Fence): Promise<LogShares>;
  /**
   * Called with the inputs of each tick before the tick is stored. Resolves when they are sent to the standby
   * processes.
   */
  readonly onInputs: (inputs: InputFrame) => Promise<void>;
  /**
   * Makes the inputs of a tick durable in the store, before the tick. False if it has none. Rejects with
   * `TakenOver` or the store's error.
   */
  readonly storeInputs: (at: Millis) => Promise<boolean>;
  /** Registers a callback for what happens to inputs in the store. */
  watchInputs(watch: (event: InputEvent) => void): void;
  /** Called after each tick: whether its inputs were recorded here. */
  readonly onRecorded: (recorded: boolean) => void;
  /** Called if the store has lost ticks that it acknowledged. */
  readonly onStoreLostTicks: (error: StoreLostTicks) => void;
  /**
   * Call before `publishedHeads`. If ticks after the last stored one were published, gets their inputs from other nodes; without a stored
   * tick, only their heads. Resolves with
   * the folder that has them, if there are any.
   */
  findLostTicks(last: StoredRecord | undefined): Promise<string | undefined>;
  /** Called after a tick that the store had lost is stored again. */
  readonly onStoredAgain: (at: Millis) => void;
  /** Published heads that this node knows, by slot. Such a slot is never published with another record. */
  readonly publishedHeads: () => ReadonlyMap<Millis, string>;
  /** Called when the computing thread has died. */
  readonly onFailed: (error: Error) => void;
  /** Called after each tick and each step of the back-fill. */
  readonly onProgress: () => void;
  /** Called for every slot with the reason why too few exchanges answer; undefined if enough do. */
  readonly onSources: (degraded: string | undefined) => void;
}

export type LogShares = Readonly<Record<'contracts' | 'heads' | 'timestamps' | 'gaps', AppendShared>>;

const KEEP_INPUTS_MS = { simulated: DAY_MS, replayed: DAY_MS, live: 7 * DAY_MS };

export function inputSettings({
  folder,
  disk,
  settings,
  sources,
}: Pick<ComputeParts, 'folder' | 'disk' | 'settings' | 'sources'>): InputSettings {
  return {
    folder: join(folder, settings.store ? INPUT_SPOOL : 'inputs'),
    store: settings.store,
    keepMs: settings.keepInputs ?? KEEP_INPUTS_MS[sources.get(settings.source).origin],
    limitedFolder: folder,
    maxBytes: disk.maxBytes,
    leaveBytes: disk.minFreeBytes,
  };
}
