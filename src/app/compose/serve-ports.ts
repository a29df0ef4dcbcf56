import type { RequestListener, Server } from 'node:http';
import type { Connections } from '../../api/http/limits/connections.ts';
import type { ClientRegistry } from '../../auth/client-registry.ts';
import type { LongLivedTokens } from '../../auth/tokens/long-lived-tokens.ts';
import type { SigningKeys } from '../../auth/signing-keys.ts';
import type { TokenUsage } from '../../auth/tokens/token-usage.ts';
import type { Subscribable } from '../../bus/bus.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import type { Gap } from '../../core/gap.ts';
import type { SeriesId } from '../../core/index-value.ts';
import type { ReferenceContent } from '../../core/reference-data.ts';
import type { HeadReader } from '../../core/integrity-head.ts';
import type { Millis } from '../../core/time.ts';
import type { Quarantine } from '../../disk/quarantine.ts';
import type { HistoryReader, HistorySummary } from '../../history/history-store.ts';
import type { MarketTopics } from '../../latest/market/market-topics.ts';
import type { KeptReceipts } from '../../values/receipts/kept-receipts.ts';
import type { Receipts } from '../../values/receipts/receipts.ts';
import type { ContractReader } from '../../reference/contract-store.ts';
import type { ListingChange } from '../../reference/listing-changes.ts';
import type { Evaluation } from '../serve/alerts/evaluation.ts';
import type { ServedAlerts } from '../serve/alerts/served-alerts.ts';
import type { OnDemandPast } from '../pipeline/past/on-demand-past.ts';
import type { OperationsStatus } from '../operate/status/operations-status.ts';

/**
 * How far back-fill and modelling may still change history. Ranges that may change are not cached, nor shown
 * incomplete.
 */
export interface PastProgress {
  /** Values from this instant on are final. */
  settledFrom(): Millis;
  /** The same for end-of-day records. */
  recordsSettledFrom(): Millis;
  /** Increases whenever that instant moves towards the present: cached values of the past are then invalid. */
  revision(): number;
  /** Increases only when values have changed; absent if that is the same as the revision. */
  changes?(): number;
  /** Like `changes`, without end-of-day records, and without values before `settledFrom`, which says so itself. */
  valueChanges?(): number;
  /** The day whose end-of-day records are not final yet, if there is one. */
  openSeamDay(): Millis | undefined;
  /** Resolves when the reference values of percent changes are stored, or when storing them has failed. */
  changesStored(): Promise<void>;
  /**
   * Resolves when the last complete day before the first tick is stored, or with false if that failed; absent
   * if unknown.
   */
  lastDayStored?(): Promise<boolean>;
}

/** Everything that the serving part needs from the other parts. */
export interface ServePorts {
  readonly bus: Subscribable<MarketTopics>;
  /** Whether to look in the store for ticks that the bus does not deliver in time. */
  readonly pollsStoreForTicks?: boolean;
  readonly history: HistoryReader;
  /** Models the past that history lacks; absent if this process cannot. */
  readonly onDemand?: OnDemandPast | undefined;
  /** The data directory. */
  readonly folder: string;
  readonly quarantine: Pick<Quarantine, 'move'>;
  readonly receipts: Receipts;
  readonly kept: KeptReceipts;
  readonly contracts: ContractReader;
  readonly dayHeads: HeadReader;
  readonly findReference: (hash: string) => Promise<ReferenceContent | undefined>;
  /** Versions of the reference data before this one, oldest first. */
  readonly earlierReferences: (hash: string) => Iterable<ReferenceContent>;
  /** When exchanges listed the markets of an index; `reference` is the newest version of the reference data. */
  readonly listings: (series: SeriesId, reference: string) => Promise<readonly ListingChange[]>;
  /** Reasons for slots without a tick. */
  readonly notedGaps: () => readonly Gap[];
  readonly past: PastProgress;
  readonly marketClock: Clock;
  readonly clients: ClientRegistry;
  readonly keys: SigningKeys;
  /** Only for publishing the public keys: this part signs nothing. */
  readonly integrityKeys: Pick<SigningKeys, 'publicKeys'>;
  readonly longLived: LongLivedTokens;
  readonly usage: TokenUsage;
  /** Impairments that do not affect readiness, each with its reason: `sources (too few exchanges answer)`. */
  readonly degraded: () => readonly string[];
  /** Absent if this process has no alerts. */
  readonly alerts?: ServedAlerts | undefined;
  /** Evaluates alerts; absent if another process does. */
  readonly evaluation?: Evaluation | undefined;
  /** Status of the computing part for operators, if this process has one. */
  readonly operations?: (summary: HistorySummary) => OperationsStatus;
}

export interface ServedAt {
  readonly server: Server;
  readonly connections: Connections;
  readonly baseUrl: string;
  readonly wsUrl: string;
  readonly basePath: string;
  /** Whether the built-in client exists. */
  readonly demo: boolean;
  /** Folder of the built page; by default the build's output. */
  readonly webFolder?: string | undefined;
}

/** Prepared routes and websocket, to be opened in one step. */
export interface Opening {
  openStream(): void;
  readonly handle: RequestListener;
}
