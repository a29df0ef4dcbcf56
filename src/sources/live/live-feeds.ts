import type { Clock } from '../../core/clocks/clock.ts';
import type { ListingKey } from '../../core/ids/listing-key.ts';
import type { LxDefinition } from '../../core/lx-definition.ts';
import type { ReferenceContent, ReferenceData } from '../../core/reference-data.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';
import type { CollectorEvent } from './collect/collector-events.ts';
import { isContractEvent, type ContractEvent } from './collect/contract-events.ts';
import type { Feeds, ReferenceSince } from '../feeds.ts';
import type { ExchangeBatch, TickBatch } from '../source.ts';
import { LiveContent } from './live-content.ts';
import type { LiveDerivatives } from './understand/derivatives/live-derivatives.ts';
import type { LiveLog } from './understand/live-log.ts';
import type { LiveMarket } from './understand/live-market.ts';
import type { LiveTrades } from './understand/live-trades.ts';

export interface LiveFeedsOptions {
  readonly clock: Clock;
  readonly market: LiveMarket;
  readonly derivatives: LiveDerivatives;
  readonly log: Pick<LiveLog, 'flush'>;
  /** Definitions of the liquid indices for new reference data. */
  readonly lxOf: (data: ReferenceData, at: Millis) => readonly LxDefinition[];
  readonly trades: LiveTrades;
  /** Follows the trades that the definitions need, and returns their listings. */
  readonly follow: (lx: readonly LxDefinition[]) => readonly ListingKey[];
  /** Whether the collector of an exchange is silent. `key`: the name of the exchange in settings. */
  readonly isSilent: (key: string) => boolean;
  /** Waits until that is known. */
  readonly confirm: (signal: AbortSignal) => Promise<void>;
  /** The log could not be written: reference data stay as they are until it can. */
  readonly onFailure: (error: unknown) => void;
}

const NOTHING: ReferenceContent = {
  assets: [],
  markets: [],
  exchanges: [],
  supplies: [],
  lx: [],
  traded: [],
};

/**
 * Turns the messages of collectors into feeds: delivers readings within a second, and changes reference data between
 * slots, once the facts behind them are on disk.
 */
export class LiveFeeds implements Feeds {
  readonly name = 'live';
  /** Collectors read the exchanges; here all data arrive unasked. */
  readonly feeds = [];
  readonly #options: LiveFeedsOptions;
  readonly #content: LiveContent;
  /** The last undelivered reading of each exchange; a newer one replaces it. */
  readonly #waiting = new Map<string, TickBatch>();
  #settledFor = -Infinity;
  /** Waits until the log is written. */
  #next: ReferenceSince | undefined;
  #reference: ReferenceSince;

  constructor(options: LiveFeedsOptions) {
    this.#options = options;
    this.#content = new LiveContent(options.market, options.derivatives);
    this.#reference = { since: -Infinity, data: NOTHING };
  }

  /** Builds the reference data of the first slot from what was received so far. */
  async begin(): Promise<void> {
    const { derivatives, log, clock } = this.#options;
    const now = clock.now();
    derivatives.begin(now);
    this.#content.settle(now);
    this.#reference = { since: now, data: this.#whole(this.#content.changed() ?? this.#content.all(), now) };
    await log.flush();
    derivatives.stored();
  }

  /** Called after `resume`: the first readings arrive before the tickers from before a restart are known. */
  resumed(): void {
    for (const [id, batch] of this.#waiting) this.#waiting.set(id, this.#options.market.withMoved(batch));
  }

  /** Undelivered readings keep their age. */
  clockWasSetBack(byMs: Millis): void {
    for (const [id, batch] of this.#waiting)
      this.#waiting.set(id, { ...batch, receivedAt: batch.receivedAt - byMs });
  }

  take(event: CollectorEvent, at: Millis): void {
    if (isContractEvent(event)) return this.#takeContracts(event, at);
    const { market, trades } = this.#options;
    if (event.kind === 'trades' || event.kind === 'trade-feed') {
      const exchangeId = market.idOf(event.exchange);
      if (exchangeId !== undefined) trades.take(event, exchangeId, at);
      return;
    }
    const batch = market.take(event, at);
    if (batch) this.#waiting.set(batch.exchangeId, batch);
  }

  arrivals(_after: Millis, at: Millis): readonly ExchangeBatch[] {
    const batches = [...this.#waiting.values()].map((batch) => deliveredAt(batch, at));
    this.#waiting.clear();
    const { derivatives, trades } = this.#options;
    return [...batches, ...derivatives.arrivals(at), ...trades.arrivals(at)];
  }

  confirm(signal: AbortSignal): Promise<void> {
    return this.#options.confirm(signal);
  }

  /** Another collector reads the exchange from now on: unsent messages of the previous one are lost. */
  readerChanged(key: string): void {
    const exchangeId = this.#options.market.idOf(key);
    if (exchangeId !== undefined) this.#options.trades.readerChanged(exchangeId);
  }

  tradesIncomplete(from: Millis, to: Millis): readonly string[] {
    const { market, trades, isSilent } = this.#options;
    const silentExchanges = [...market.exchanges].filter(({ profile }) => isSilent(profile.key));
    const followed = trades.incomplete(from, to);
    const silent = silentExchanges.map(({ profile }) => market.idOf(profile.key)!);
    return [...new Set([...followed, ...silent])];
  }

  referenceAt(slot: Millis): ReferenceSince {
    if (slot > this.#settledFor) this.#settle(slot);
    return this.#reference;
  }

  #settle(slot: Millis): void {
    const { derivatives, log, clock, onFailure } = this.#options;
    this.#settledFor = slot;
    this.#content.settle(clock.now());
    const changed = this.#content.changed();
    if (changed) this.#next = { since: slot, data: this.#whole(changed, slot) };
    const next = this.#next;
    if (next) log.flush().then(() => this.#adopt(next), onFailure);
    if (derivatives.hasUnstored) this.#store();
  }

  #takeContracts(event: ContractEvent, at: Millis): void {
    this.#options.derivatives.take(event, at);
    if (event.kind === 'contracts') this.#store();
  }

  /** Contracts are delivered once the facts behind them are on disk. */
  #store(): void {
    const { derivatives, log, onFailure } = this.#options;
    log.flush().then(() => derivatives.stored(), onFailure);
  }

  /** Adds the liquid indices and the listings whose trades are needed. */
  #whole(data: ReferenceData, at: Millis): ReferenceContent {
    const lx = this.#options.lxOf(data, at);
    return { ...data, lx, traded: this.#options.follow(lx) };
  }

  /** Writes may finish out of order: the newest reference data are kept. */
  #adopt(next: ReferenceSince): void {
    this.#reference = next;
    if (this.#next === next) this.#next = undefined;
  }
}

/**
 * Readings are delivered within a second. One that waited longer, for example during a start or while the machine
 * slept, keeps the time at which it was read.
 */
function deliveredAt(batch: TickBatch, at: Millis): TickBatch {
  const { receivedAt: readAt } = batch;
  return { ...batch, receivedAt: at, ...(at - readAt > SECOND_MS && { readAt }) };
}
