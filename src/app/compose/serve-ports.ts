import type { RequestListener, Server } from 'node:http';
import type { Connections } from '../../api/http/limits/connections.ts';
import type { ClientRegistry } from '../../auth/client-registry.ts';
import type { LongLivedTokens } from '../../auth/tokens/long-lived-tokens.ts';
import type { SigningKeys } from '../../auth/signing-keys.ts';
import type { TokenUsage } from '../../auth/tokens/token-usage.ts';
import type { Listening } from '../../bus/bus.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import type { Gap } from '../../core/gap.ts';
import type { SeriesId } from '../../core/index-value.ts';
import type { ReferenceContent } from '../../core/reference-data.ts';
import type { HeadReader } from '../../core/integrity-head.ts';
import type { Millis } from '../../core/time.ts';
import type { HistoryReader, HistorySummary } from '../../history/history-store.ts';
import type { MarketTopics } from '../../latest/market/market-topics.ts';
import type { KeptReceipts } from '../../values/receipts/kept-receipts.ts';
import type { Receipts } from '../../values/receipts/receipts.ts';
import type { ContractReader } from '../../reference/contract-store.ts';
import type { ListingChange } from '../../reference/listing-changes.ts';
import type { OnDemandPast } from '../pipeline/past/on-demand-past.ts';
import type { OperationsStatus } from '../operate/status/operations-status.ts';

/** How far history may still change behind the ticks: what is filled in or modelled is not cached, nor shown half. */
export interface PastProgress {
  /** From this instant on values do not change any more. */
  settledFrom(): Millis;
  /** The same of end-of-day records. */
  recordsSettledFrom(): Millis;
  /** Rises whenever that moves towards the present: what was kept of the past is to be forgotten. */
  revision(): number;
  /** Rises only where values are known to have changed; absent where that is the revision. */
  changes?(): number;
  /** The day whose end-of-day records are not made yet, where there is one. */
  openSeamDay(): Millis | undefined;
  /** Resolves when the values that changes are measured from are stored, or once that has failed. */
  changesStored(): Promise<void>;
  /** Resolves when the last complete day before the first tick is stored, or with false; absent where that is not known. */
  lastDayStored?(): Promise<boolean>;
}

/** All that the serving part knows of the others. */
export interface ServePorts {
  readonly bus: Listening<MarketTopics>;
  /** Whether ticks may be stored that the bus does not bring in time. */
  readonly looksForTicks?: boolean;
  readonly history: HistoryReader;
  /** Models what history lacks of the past, where that can be done here. */
  readonly onDemand?: OnDemandPast | undefined;
  readonly receipts: Receipts;
  readonly kept: KeptReceipts;
  readonly contracts: ContractReader;
  readonly dayHeads: HeadReader;
  readonly findReference: (hash: string) => Promise<ReferenceContent | undefined>;
  /** Versions of the reference data before this one, oldest first. */
  readonly earlierReferences: (hash: string) => Iterable<ReferenceContent>;
  /** When exchanges listed what an index is made of; `reference` names the newest version of the reference data. */
  readonly listings: (series: SeriesId, reference: string) => Promise<readonly ListingChange[]>;
  /** Why slots stayed without a tick. */
  readonly notedGaps: () => readonly Gap[];
  readonly past: PastProgress;
  readonly marketClock: Clock;
  readonly clients: ClientRegistry;
  readonly keys: SigningKeys;
  /** Their public halves are shown, and nothing is signed here. */
  readonly integrityKeys: Pick<SigningKeys, 'publicKeys'>;
  readonly longLived: LongLivedTokens;
  readonly usage: TokenUsage;
  /** What is impaired, each with the reason, while the service stays ready: `sources (too few exchanges answer)`. */
  readonly degraded: () => readonly string[];
  /** What the computing part says to operators, where there is one in this process. */
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
  /** Where the built page is, by default where the build leaves it. */
  readonly webFolder?: string | undefined;
}

/** Routes are made; what is left happens at once, when all that they need is there. */
export interface Opening {
  openStream(): void;
  readonly handle: RequestListener;
}
