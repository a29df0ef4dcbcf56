import type { Clock } from '../../core/clocks/clock.ts';
import type { ReferenceContent } from '../../core/reference-data.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';
import { MergedFeeds } from '../../sources/merged-feeds.ts';
import type { CollectedBatch, CollectLink } from '../../sources/shared/collect-link.ts';
import { CollectorActivity } from '../../sources/shared/collector-activity.ts';
import { NewestLeaseFilter } from '../../sources/shared/newest-lease-filter.ts';
import type { ExchangeHealth, Source, SourceEvent } from '../../sources/source.ts';
import type { ListedReference } from '../calendar/listed-reference.ts';
import type { SimulatedMarket } from '../simulated-market.ts';
import { CollectedFeeds } from './collected-feeds.ts';
import type { SimulatedMessage } from './simulated-messages.ts';

export interface CollectedSimulatorOptions {
  readonly market: SimulatedMarket;
  readonly reference: ListedReference;
  readonly clock: Clock;
  /** Closed with the source. */
  readonly link: CollectLink;
  /** Whether `open` waits for the first readings. */
  readonly waits?: boolean;
}

/** Every exchange is read once in 30 seconds, so `open` does not wait longer for any. */
const FIRST_READINGS_MS = 35 * SECOND_MS;
/** How often missing readings are requested. */
const ASK_EVERY_MS = SECOND_MS;
/** Collectors read every second. */
const SILENT_MS = 60 * SECOND_MS;

/** The simulated market, read by collectors in other processes. Listings and their calendar are computed here. */
export class CollectedSimulator implements Source {
  readonly name = 'simulator';
  readonly #options: CollectedSimulatorOptions;
  readonly #feeds: CollectedFeeds;
  readonly #merged: MergedFeeds;
  readonly #newest = new NewestLeaseFilter();
  readonly #collectors: CollectorActivity;
  readonly #first = new AbortController();
  #receivedAt: Millis;

  private constructor(options: CollectedSimulatorOptions) {
    const { market, reference, clock } = options;
    this.#options = options;
    this.#collectors = new CollectorActivity(clock);
    this.#feeds = new CollectedFeeds(market, reference, this.#collectors);
    this.#merged = new MergedFeeds({ feeds: this.#feeds, clock });
    this.#receivedAt = clock.monotonic();
  }

  /**
   * Resolves when every exchange has sent a reading, or after some time. A standby does not wait: it may have to compute the
   * next slot, and an exchange whose collector has died is not read for half a minute.
   */
  static async open(options: CollectedSimulatorOptions): Promise<CollectedSimulator> {
    const source = new CollectedSimulator(options);
    options.link.subscribe((collected) => source.#handle(collected));
    options.link.onLoss(() => {
      source.#feeds.lost(options.clock.now());
      source.#ask(source.#feeds.exchanges);
    });
    const firstReadings = source.#untilComplete();
    if (options.waits ?? true) await firstReadings;
    return source;
  }

  reference(slot: Millis): ReferenceContent {
    return this.#merged.reference(slot);
  }

  health(): ReadonlyMap<string, ExchangeHealth> {
    return this.#feeds.health();
  }

  outage(): string | undefined {
    const isSilent = this.#options.clock.monotonic() - this.#receivedAt > SILENT_MS;
    return isSilent ? 'no exchange is read: no message of a collector arrives over the bus' : undefined;
  }

  async *events(signal: AbortSignal): AsyncGenerator<SourceEvent, void, undefined> {
    try {
      yield* this.#merged.events(signal);
    } finally {
      this.#first.abort();
      await this.#options.link.close();
    }
  }

  #handle(collected: CollectedBatch): void {
    const { collector, messages } = collected;
    const { clock, link } = this.#options;
    const now = clock.monotonic();
    if (messages.length > 0) this.#receivedAt = now;
    const current = messages.filter((message) => this.#newest.accepts(message, now));
    if (current.length < messages.length) link.outdated();
    for (const message of current) {
      const content = message.said as SimulatedMessage;
      if (this.#collectors.recordReader(collector, content.exchangeId, message.unit))
        this.#feeds.restartFrom(content.exchangeId, clock.now());
      this.#feeds.take(content);
    }
    this.#collectors.recordMessage(collected);
    if (this.#feeds.isComplete) this.#first.abort();
  }

  async #untilComplete(): Promise<void> {
    const { clock } = this.#options;
    const until = clock.monotonic() + FIRST_READINGS_MS;
    while (!this.#feeds.isComplete && !this.#first.signal.aborted && clock.monotonic() < until) {
      this.#ask(this.#feeds.missing);
      await clock.wait(ASK_EVERY_MS, this.#first.signal).catch((error: unknown) => {
        if (!this.#first.signal.aborted) throw error;
      });
    }
  }

  /** Asks collectors to send their last readings again. Known ones are ignored. */
  #ask(exchanges: Iterable<string>): void {
    this.#options.link.request({ markets: [], lists: [...exchanges] });
  }
}
