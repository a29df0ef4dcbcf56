import { setMaxListeners } from 'node:events';
import type { Clock } from '../../../core/clocks/clock.ts';
import type { ContractsApi } from '../ports/contracts-api.ts';
import type { ExchangeApi, MarketList } from '../ports/exchange-api.ts';
import type { CollectorEvent } from './collector-events.ts';
import { contractPoller } from './contract-poller.ts';
import type { MarketSnapshots } from './market-snapshots.ts';
import { OwnNetwork } from './own-network.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { LateSchedule, type PollSchedule } from './poll-schedule.ts';
import { Poller } from './poller.ts';
import type { FollowedMarkets } from './trades/followed-markets.ts';
import { TradeFollower } from './trades/trade-follower.ts';

export interface CollectorParts {
  readonly clock: Clock;
  readonly snapshots: MarketSnapshots;
  readonly emit: (event: CollectorEvent) => void;
  readonly random: () => number;
  /** Markets whose trades are needed; absent: none. */
  readonly followed?: FollowedMarkets;
  /** Maximum number of exchanges that are read at the same time. */
  readonly atOnce?: number;
  /** When exchanges are read; default: as late as possible. */
  readonly schedule?: PollSchedule;
}

export interface CollectorOptions extends CollectorParts {
  readonly exchanges: readonly ExchangeApi[];
  /** Derivatives interfaces to read as well. */
  readonly contracts?: readonly ContractsApi[];
}

/** Most readings of a cycle fall into its last seconds, and one that hangs occupies its place for up to 28 seconds. */
const AT_ONCE = 32;
/** A separate limit for derivatives, so that spot markets never wait for them. */
const CONTRACTS_AT_ONCE = 4;

/** Reads exchanges, each once per slot. */
export class Collector {
  readonly #parts: CollectorParts;
  readonly #places: ConcurrencyLimit;
  readonly #contractPlaces = new ConcurrencyLimit(CONTRACTS_AT_ONCE);
  readonly #schedule: PollSchedule;
  readonly #network = new OwnNetwork();

  constructor(parts: CollectorParts) {
    this.#parts = parts;
    this.#places = new ConcurrencyLimit(parts.atOnce ?? AT_ONCE);
    this.#schedule = parts.schedule ?? new LateSchedule();
  }

  /** Reads an exchange until the signal aborts and the last reading has ended. */
  async read(api: ExchangeApi, signal: AbortSignal): Promise<void> {
    const { followed, ...parts } = this.#parts;
    const shared = { ...parts, network: this.#network, schedule: this.#schedule };
    const trades = followed && new TradeFollower({ ...shared, api, followed });
    const onList = (list: MarketList) => trades?.list(list);
    const poller = new Poller({ ...shared, api, places: this.#places, onList });
    await Promise.all([poller.run(signal), trades?.run(signal)]);
    trades?.close();
  }

  /** Reads the derivatives of an exchange in the same way. */
  readContracts(api: ContractsApi, signal: AbortSignal): Promise<void> {
    const shared = { ...this.#parts, network: this.#network, schedule: this.#schedule };
    return contractPoller({ ...shared, api, places: this.#contractPlaces }).run(signal);
  }
}

/** Reads all given exchanges until the signal aborts and the last reading has ended. */
export async function collect(options: CollectorOptions, signal: AbortSignal): Promise<void> {
  const { exchanges, contracts = [], ...parts } = options;
  // Every exchange adds several listeners.
  setMaxListeners(0, signal);
  const collector = new Collector(parts);
  await Promise.all([
    ...exchanges.map((api) => collector.read(api, signal)),
    ...contracts.map((api) => collector.readContracts(api, signal)),
  ]);
}
