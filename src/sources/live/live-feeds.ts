import type { Clock } from '../../core/clock.ts';
import type { LxDefinition } from '../../core/lx-definition.ts';
import type { ReferenceContent, ReferenceData } from '../../core/reference-data.ts';
import type { Millis } from '../../core/time.ts';
import type { CollectorEvent } from './collect/collector-events.ts';
import type { Feeds, ReferenceSince } from '../feeds.ts';
import type { Batch, TickBatch } from '../source.ts';
import type { LiveLog } from './understand/live-log.ts';
import type { LiveMarket } from './understand/live-market.ts';

export interface LiveFeedsOptions {
  readonly clock: Clock;
  readonly market: LiveMarket;
  readonly log: Pick<LiveLog, 'flush'>;
  /** What the liquid indices are made from, for new reference data. */
  readonly lxOf: (data: ReferenceData, at: Millis) => readonly LxDefinition[];
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
 * What collectors tell, as a source: readings are handed on within a second, and reference data change between slots, once
 * what they follow from is on the disk.
 */
export class LiveFeeds implements Feeds {
  readonly name = 'live';
  /** Exchanges are read elsewhere; here everything arrives by itself. */
  readonly feeds = [];
  readonly #options: LiveFeedsOptions;
  /** The last reading of each exchange that was not handed on yet: an older one is of no use any more. */
  readonly #waiting = new Map<string, TickBatch>();
  #settledFor = -Infinity;
  /** What waits for the log. */
  #next: ReferenceSince | undefined;
  #reference: ReferenceSince;

  constructor(options: LiveFeedsOptions) {
    this.#options = options;
    this.#reference = { since: -Infinity, data: NOTHING };
  }

  /** With what was heard up to now: the first slot is computed with reference data that follow from it. */
  async begin(): Promise<void> {
    const { market, log, lxOf, clock } = this.#options;
    const now = clock.now();
    market.settle(now);
    const data = market.changedContent() ?? market.content();
    this.#reference = { since: now, data: { ...data, lx: lxOf(data, now), traded: [] } };
    await log.flush();
  }

  take(event: CollectorEvent, at: Millis): void {
    const batch = this.#options.market.take(event, at);
    if (batch) this.#waiting.set(batch.exchangeId, batch);
  }

  arrivals(_after: Millis, at: Millis): readonly Batch[] {
    const batches = [...this.#waiting.values()].map((batch) => ({ ...batch, receivedAt: at }));
    this.#waiting.clear();
    return batches;
  }

  referenceAt(slot: Millis): ReferenceSince {
    if (slot > this.#settledFor) this.#settle(slot);
    return this.#reference;
  }

  #settle(slot: Millis): void {
    const { market, log, lxOf, clock, onFailure } = this.#options;
    this.#settledFor = slot;
    market.settle(clock.now());
    const changed = market.changedContent();
    if (changed) this.#next = { since: slot, data: { ...changed, lx: lxOf(changed, slot), traded: [] } };
    const next = this.#next;
    if (next) log.flush().then(() => this.#adopt(next), onFailure);
  }

  /** One that was followed by another meanwhile is not gone back to. */
  #adopt(next: ReferenceSince): void {
    this.#reference = next;
    if (this.#next === next) this.#next = undefined;
  }
}
