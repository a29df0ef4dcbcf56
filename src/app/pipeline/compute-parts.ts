import { join } from 'node:path';
import type { SigningKeys } from '../../auth/signing-keys.ts';
import type { Bus } from '../../bus/bus.ts';
import type { SharedTime } from '../../core/clocks/clock.ts';
import type { Share } from '../../core/numbers/share.ts';
import { DAY_MS, type Millis } from '../../core/time.ts';
import type { Fence, StoreLostTicks } from '../../history/history-store.ts';
import type { InputEvent, InputFrame } from '../../history/input-store.ts';
import type { Keeping } from './kept-receipts/open-keeping.ts';
import type { MarketTopics } from '../../latest/market/market-topics.ts';
import type { Terminal } from './backfill/progress-reports.ts';
import type { ServerAddress } from '../config/server-address.ts';
import { INPUT_SPOOL } from '../directory/data-format.ts';
import type { DiskPlan } from '../directory/disk-plan.ts';
import type { Pipeline } from './pipeline.ts';
import type { InputSettings } from './pipeline-messages.ts';
import type { StorageHealth } from '../directory/health/storage-health.ts';
import type { Surroundings } from '../process/surroundings.ts';

export interface ComputeParts extends Surroundings {
  /** The data directory, which this process owns. */
  readonly folder: string;
  readonly disk: DiskPlan;
  readonly health: StorageHealth;
  readonly bus: Pick<Bus<MarketTopics>, 'publish'>;
  /** With which the ends of the chain of records are signed. */
  readonly integrityKeys: Pick<SigningKeys, 'current'>;
  /** Where a person looks at a terminal. */
  readonly terminal?: Terminal | undefined;
  /** Where its thread was started before this module was loaded. */
  readonly pipeline?: Pipeline | undefined;
  /** Where history is shared with other processes; absent where the folder holds all of it. */
  readonly shared?: SharedCompute | undefined;
}

export interface SharedCompute {
  readonly store: ServerAddress;
  /** Keeps receipts whether this process leads or not. */
  readonly keeping: Keeping;
  /** By which ticks are made, in the thread of the pipeline too. */
  readonly time: SharedTime;
  /** Once history is open under this fence: the logs of the folder are brought up to date, and each append to them goes to the store first. */
  lead(fence: Fence): Promise<LogShares>;
  /** Called with the inputs of each tick before it is stored. The tick waits until they are sent to the processes that stand by. */
  readonly onInputs: (inputs: InputFrame) => Promise<void>;
  /** Makes the inputs of a tick durable in the store, before the tick is. Rejects with `TakenOver`, or as the store does. */
  readonly storeInputs: (at: Millis) => Promise<void>;
  /** From now on called with what becomes of inputs in the store. */
  watchInputs(watch: (event: InputEvent) => void): void;
  /** Hears of each tick whether its inputs could be recorded here. */
  readonly onRecorded: (recorded: boolean) => void;
  /** Called if the store no longer has ticks that it acknowledged. */
  readonly onStoreLostTicks: (error: StoreLostTicks) => void;
  /** Heads that were published, as far as this node knows, by their slot. None of these slots is published with another record. */
  readonly publishedHeads: () => ReadonlyMap<Millis, string>;
  /** Hears that the thread that computes has died. */
  readonly onFailed: (error: Error) => void;
  /** Hears after each tick and each step of the back-fill. */
  readonly onProgress: () => void;
  /** Called with every slot: why too few exchanges answer; undefined if enough do. */
  readonly onSources: (degraded: string | undefined) => void;
}

export type LogShares = Readonly<Record<'contracts' | 'heads' | 'timestamps' | 'gaps', Share>>;

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
    keepMs: settings.keepInputs ?? KEEP_INPUTS_MS[sources.named(settings.source).origin],
    limitedFolder: folder,
    maxBytes: disk.maxBytes,
    leaveBytes: disk.leaveBytes,
  };
}
