import { join } from 'node:path';
import type { SigningKeys } from '../../auth/signing-keys.ts';
import type { Bus } from '../../bus/bus.ts';
import type { SharedTime } from '../../core/clocks/clock.ts';
import type { Share } from '../../core/numbers/share.ts';
import { DAY_MS } from '../../core/time.ts';
import type { Fence } from '../../history/history-store.ts';
import type { InputFrame } from '../../history/input-store.ts';
import type { Keeping } from './kept-receipts/open-keeping.ts';
import type { MarketTopics } from '../../latest/market/market-topics.ts';
import type { Terminal } from './backfill/progress-reports.ts';
import type { ServerAddress } from '../config/server-address.ts';
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
  /** Hears the inputs of each tick before it is stored, for the processes that stand by. The tick waits until they are sent. */
  readonly onInputs: (inputs: InputFrame) => Promise<void>;
  /** Hears of each tick whether its inputs could be recorded here. */
  readonly onRecorded: (recorded: boolean) => void;
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
    folder: join(folder, 'inputs'),
    keepMs: settings.keepInputs ?? KEEP_INPUTS_MS[sources.named(settings.source).origin],
    limitedFolder: folder,
    maxBytes: disk.maxBytes,
    leaveBytes: disk.leaveBytes,
  };
}
