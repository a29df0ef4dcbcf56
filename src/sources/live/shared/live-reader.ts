import type { TrustTier } from '../../../core/exchange.ts';
import type { Millis } from '../../../core/time.ts';
import { tooFewAnswering } from '../../answering.ts';
import type { ReaderContext, UnitReader } from '../../shared/unit-reader.ts';
import type { CollectRequest } from '../../shared/collect-link.ts';
import {
  PROBLEM_TEXTS,
  type CollectorInput,
  type FromCollector,
} from '../collect/process/collector-messages.ts';
import type { CycleEnded, TradeFeedChanged } from '../collect/collector-events.ts';
import { CollectorGroup } from '../collect/process/collector-group.ts';
import type { StartCollector } from '../collect/process/running-collector.ts';
import { inputPartOf, sharedExchangesOf } from '../collect/process/shared-input.ts';
import { readingUnits } from '../collect/process/shares.ts';
import { LatestLists } from './latest-lists.ts';

export interface LiveReaderOptions extends Omit<ReaderContext, 'folder'> {
  readonly input: Omit<CollectorInput, 'waits'>;
  /** Number of processes that share the exchanges. */
  readonly collectors: number;
  readonly start: StartCollector;
  /** Tier of an exchange, by its name in settings. */
  readonly tierOf: (exchange: string) => TrustTier;
}

/** State of reading an exchange. */
interface Reading {
  readonly since: Millis;
  readonly lastRead?: Millis;
  readonly failing: number;
}

/** Supplies are a unit too, because only one place requests them. */
const SUPPLIES = 'supplies';

/**
 * Reads some live exchanges in separate processes. Exchanges that use the same hosts, spot markets and derivatives
 * alike, are one unit, because one process paces the requests to a host.
 */
export class LiveReader implements UnitReader {
  readonly units: readonly string[];
  readonly #options: LiveReaderOptions;
  /** Keys of the exchanges in each unit. */
  readonly #keys = new Map<string, readonly string[]>();
  /** Units by names of exchanges and derivatives interfaces. */
  readonly #unitOf = new Map<string, string>();
  readonly #group: CollectorGroup;
  readonly #lists = new LatestLists();
  /** Latest report of how the trades of each exchange are received. */
  readonly #tradeFeeds = new Map<string, TradeFeedChanged>();
  #read: ReadonlySet<string> = new Set();
  /** Spot exchanges of the units that are read; times by the monotonic clock. */
  readonly #readings = new Map<string, Reading>();

  constructor(options: LiveReaderOptions) {
    const { input, collectors: count, start } = options;
    this.#options = options;
    for (const keys of readingUnits(sharedExchangesOf(input))) {
      const { exchanges, derivatives } = inputPartOf(input, new Set(keys));
      const unit = exchanges.toSorted()[0] ?? keys[0]!;
      this.#keys.set(unit, keys);
      for (const key of [...exchanges, ...derivatives]) this.#unitOf.set(key, unit);
    }
    this.units = [...this.#keys.keys(), ...(input.supply ? [SUPPLIES] : [])];
    this.#group = new CollectorGroup({
      count,
      input: { ...input, waits: true },
      start,
      handlers: {
        onMessage: (message) => this.#onMessage(message),
        onDeath: (death) => {
          this.#interrupt(this.#group.exchangesOf(death.collector ?? 0));
          options.onWarning('the process that reads exchanges ended', { ...death });
        },
      },
    });
  }

  /** A process stops reading when the message arrives, and aborts the current reading. */
  async read(units: ReadonlySet<string>): Promise<void> {
    const stopped = [...this.#read].filter((unit) => !units.has(unit));
    this.#read = units;
    const keys = new Set([...units].flatMap((unit) => this.#keys.get(unit) ?? []));
    this.#watch(keys);
    const settled = this.#group.read({
      ...inputPartOf(this.#options.input, keys),
      supply: units.has(SUPPLIES),
    });
    for (const exchange of this.#tradeFeeds.keys())
      if (stopped.includes(this.#unitOf.get(exchange) ?? '')) this.#tradeFeeds.delete(exchange);
    this.#lists.forget((exchange) => stopped.includes(this.#unitOf.get(exchange) ?? ''));
    await settled;
  }

  degraded(): string | undefined {
    const read = [...this.#readings].map(([key, each]) => ({ ...each, tier: this.#options.tierOf(key) }));
    const since = Math.max(-Infinity, ...read.map((each) => each.since));
    return tooFewAnswering(read, this.#options.clock.monotonic(), since);
  }

  request({ markets, lists }: Pick<CollectRequest, 'markets' | 'lists'>): void {
    this.#group.follow(markets);
    for (const event of this.#lists.named(lists)) this.#send(event.exchange, { kind: 'event', event });
  }

  close(): Promise<void> {
    return this.#group.close();
  }

  #onMessage(message: FromCollector): void {
    if (message.kind === 'event') {
      const { event } = message;
      this.#lists.take(event);
      this.#send(event.exchange, message);
      if (event.kind === 'trade-feed') this.#tradeFeeds.set(event.exchange, event);
      if (event.kind === 'cycle') this.#note(event);
    } else if (message.kind === 'supply') this.#options.send(SUPPLIES, message);
    else if (message.kind === 'load') this.#options.sendOwn(message);
    else {
      const { kind, ...details } = message;
      const what = PROBLEM_TEXTS[kind];
      this.#options.onWarning(what, details);
    }
  }

  /** Their process has ended: trades that happen until it reads again come with its first polls. */
  #interrupt(exchanges: ReadonlySet<string>): void {
    for (const { exchange, way } of this.#tradeFeeds.values())
      if (way !== 'none' && exchanges.has(exchange))
        this.#onMessage({
          kind: 'event',
          event: { kind: 'trade-feed', exchange, way: 'polled', failure: 'unexpected' },
        });
  }

  #watch(keys: ReadonlySet<string>): void {
    const { clock, input } = this.#options;
    for (const key of this.#readings.keys()) if (!keys.has(key)) this.#readings.delete(key);
    for (const key of input.exchanges)
      if (keys.has(key) && !this.#readings.has(key))
        this.#readings.set(key, { since: clock.monotonic(), failing: 0 });
  }

  #note({ exchange, result, failing }: CycleEnded): void {
    const known = this.#readings.get(exchange);
    if (!known) return;
    const read = result.outcome === 'read' ? { lastRead: this.#options.clock.monotonic() } : {};
    this.#readings.set(exchange, { ...known, ...read, failing });
    const feed = this.#tradeFeeds.get(exchange);
    if (feed) this.#send(exchange, { kind: 'event', event: { ...feed, again: true } });
  }

  #send(exchange: string, message: FromCollector): void {
    const unit = this.#unitOf.get(exchange);
    if (unit !== undefined) this.#options.send(unit, message);
  }
}
