import type { Clock, MarketClock } from '../core/clocks/clock.ts';
import type { ReferenceContent } from '../core/reference-data.ts';
import { CUT_OFF_MS, MINUTE_MS, SECOND_MS, slotAfter, SLOT_MS, type Millis } from '../core/time.ts';
import type { Feed, Feeds } from './feeds.ts';
import { FeedHealth } from './feed-health.ts';
import { DeliveredIntervals } from './delivered-intervals.ts';
import type { ExchangeBatch, ExchangeHealth, ReferenceAnnouncement, Source, SourceEvent } from './source.ts';

type FeedClock = Clock & Partial<Pick<MarketClock, 'canHold'>>;

export interface MergedFeedsOptions {
  readonly feeds: Feeds;
  /** Market time: `MergedFeeds` waits for nothing else. */
  readonly clock: FeedClock;
  /**
   * Feeds that lag further behind, for example after the machine slept, skip to the current slot instead of catching
   * up.
   */
  readonly maxLagMs?: Millis;
}

/**
 * A step before every slot: announce changed reference data, deliver the arrivals of all exchanges, read one exchange,
 * or declare the input of the slot complete. Steps at the same instant run in this order.
 */
type Step = { readonly beforeSlotMs: Millis } & (
  | { readonly what: 'reference' }
  | { readonly what: 'arrivals' }
  | { readonly what: 'read'; readonly feed: Feed }
  | { readonly what: 'watermark' }
);

/** `set back`: the clock was set back so far that skipped slots come first. */
type Reached = 'reached' | 'set back' | 'stopped';

/** State of one iteration over the events. */
interface Run {
  readonly readAt: Map<Feed, Millis>;
  /** Since when the reference data announced last are in force. */
  announced: Millis;
  /** The last slot that must not be delivered again. */
  done: Millis;
}

const ARRIVALS_STEP_MS = SECOND_MS;
/** Right after the previous slot, well within the window. */
const REFERENCE_STEP_MS = SLOT_MS - 1;

/**
 * Merges feeds into one sequence of events with watermarks. It reads the exchanges one after the other before each
 * slot, each at its own time, and delivers arrivals within a second. `receivedAt` is the planned instant, so that a
 * busy machine does not change the data. Slots that passed while the machine slept get no watermark.
 *
 * The clock may be set at any moment. A slot whose watermark came in time is never delivered again, and no arrival is
 * delivered twice. If the clock was set forward and then back, the sequence continues with the slots that it had
 * skipped.
 */
export class MergedFeeds implements Source {
  readonly name: string;
  readonly #feeds: Feeds;
  readonly #clock: FeedClock;
  readonly #maxLagMs: Millis;
  readonly #steps: readonly Step[];
  readonly #health: FeedHealth;
  readonly #deliveredIntervals = new DeliveredIntervals();
  /** The slot that was delivered before the sequence starts. */
  #passed: Millis | undefined;
  /** Since when the reference data passed to the reader last are in force. */
  #referenceSince: Millis | undefined;

  constructor({ feeds, clock, maxLagMs = 10 * MINUTE_MS }: MergedFeedsOptions) {
    this.name = feeds.name;
    this.#feeds = feeds;
    this.#clock = clock;
    this.#maxLagMs = maxLagMs;
    this.#steps = stepsOf(feeds.feeds);
    this.#health = new FeedHealth(feeds.feeds.map(({ exchangeId }) => exchangeId));
  }

  reference(slot: Millis): ReferenceContent {
    const { since, data } = this.#feeds.referenceAt(slot);
    this.#referenceSince = since;
    return data;
  }

  health(): ReadonlyMap<string, ExchangeHealth> {
    return this.#health.now();
  }

  /** `slot` and its readings were delivered directly: the sequence starts right after it. */
  passed(slot: Millis): void {
    this.#passed = slot;
  }

  /** Announcements in the window of a slot that is delivered directly. */
  announcedFor(slot: Millis): ReferenceAnnouncement[] {
    const { since, data } = this.#feeds.referenceAt(slot + SLOT_MS);
    if (since === (this.#referenceSince ?? this.#feeds.referenceAt(slot).since)) return [];
    this.#referenceSince = since;
    return [{ kind: 'reference', receivedAt: slot - REFERENCE_STEP_MS, data }];
  }

  /**
   * Starts right after the slot passed to `passed`, otherwise after the clock's last slot. Both together leave nothing
   * out and deliver nothing twice, however much time lies between the calls.
   */
  async *events(signal: AbortSignal): AsyncGenerator<SourceEvent, void, undefined> {
    const run = this.#start();
    let slot = run.done + SLOT_MS;
    let arrivalsFrom = slot - SLOT_MS - CUT_OFF_MS;
    while (!signal.aborted) {
      const adjusted = this.#adjusted(slot, run.done);
      if (adjusted !== slot) arrivalsFrom = adjusted - SLOT_MS - CUT_OFF_MS;
      slot = adjusted;
      let outcome: Reached = 'reached';
      for (const step of this.#steps) {
        const at = slot - step.beforeSlotMs;
        outcome = await this.#reaches(at, slot, run.done, signal);
        if (outcome === 'stopped') return;
        if (outcome === 'set back') break;
        if (step.what === 'watermark') await this.#feeds.confirm?.(signal);
        if (signal.aborted) return;
        yield* this.#carryOut(step, slot, arrivalsFrom, run);
        if (step.what === 'arrivals') arrivalsFrom = at;
      }
      if (outcome === 'reached') slot += SLOT_MS;
    }
  }

  /** The reader knows the reference data of the first slot, and those announced with a slot delivered directly. */
  #start(): Run {
    const first = this.#passed === undefined ? slotAfter(this.#clock.now()) : this.#passed + SLOT_MS;
    return {
      readAt: new Map(),
      announced: this.#referenceSince ?? this.#feeds.referenceAt(first).since,
      done: first - SLOT_MS,
    };
  }

  *#carryOut(step: Step, slot: Millis, arrivalsFrom: Millis, run: Run): Generator<SourceEvent> {
    const at = slot - step.beforeSlotMs;
    if (step.what === 'watermark') {
      // A watermark that comes later does not count: if the clock is set back, the slot may be delivered again.
      if (this.#clock.now() <= slot) run.done = slot;
      const incomplete = this.#feeds.tradesIncomplete?.(at - SLOT_MS, at) ?? [];
      yield { kind: 'watermark', at, ...(incomplete.length > 0 && { tradesIncomplete: incomplete }) };
    } else if (step.what === 'arrivals') {
      for (const [from, to] of this.#deliveredIntervals.take(arrivalsFrom, at))
        yield* this.#delivered(this.#feeds.arrivals(from, to));
    } else if (step.what === 'read') yield* this.#read(step.feed, slot, run);
    else {
      const { since, data } = this.#feeds.referenceAt(slot + SLOT_MS);
      if (since === run.announced) return;
      run.announced = since;
      yield { kind: 'reference', receivedAt: at, data };
    }
  }

  *#read(feed: Feed, slot: Millis, run: Run): Generator<SourceEvent> {
    const since = run.readAt.get(feed) ?? (this.#passed ?? -Infinity) - feed.beforeSlotMs;
    const { batches, failed = false } = feed.read(slot, since);
    this.#health.answered(feed.exchangeId, failed);
    yield* this.#delivered(batches);
    run.readAt.set(feed, slot - feed.beforeSlotMs);
  }

  *#delivered(batches: readonly ExchangeBatch[]): Generator<ExchangeBatch> {
    for (const batch of batches) {
      if (batch.kind === 'ticks') this.#health.delivered(batch.exchangeId, batch.readAt ?? batch.receivedAt);
      yield batch;
    }
  }

  /**
   * Returns another slot if the feeds lag too far behind, or if the clock was set back after it had been set forward.
   */
  #adjusted(slot: Millis, done: Millis): Millis {
    const now = this.#clock.now();
    if (now - slot > this.#maxLagMs) return slotAfter(now);
    return this.#isSetBack(slot, done) ? Math.max(slotAfter(now), done + SLOT_MS) : slot;
  }

  /** Whether slots that were skipped are still to come. */
  #isSetBack(slot: Millis, done: Millis): boolean {
    return slot - SLOT_MS > done && this.#clock.now() < slot - SLOT_MS - SECOND_MS;
  }

  /**
   * Waits for a step of a slot and checks every second whether the clock was set back. A clock that holds is never set
   * back. Wait for it by instant, not by duration: a duration counted from an outdated `now` could end after the slot
   * at which the clock holds, and never return.
   */
  async #reaches(at: Millis, slot: Millis, done: Millis, signal: AbortSignal): Promise<Reached> {
    try {
      for (let now = this.#clock.now(); now < at; now = this.#clock.now()) {
        if (this.#isSetBack(slot, done)) return 'set back';
        if (this.#clock.canHold) await this.#clock.waitUntil(at, signal);
        else await this.#clock.wait(Math.min(at - now, SECOND_MS), signal);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return signal.aborted ? 'stopped' : 'reached';
  }
}

/** The steps of every slot, the earliest first. */
function stepsOf(feeds: readonly Feed[]): Step[] {
  const arrivals = Array.from({ length: SLOT_MS / ARRIVALS_STEP_MS }, (_, i): Step => ({
    what: 'arrivals',
    beforeSlotMs: i * ARRIVALS_STEP_MS,
  }));
  const reads = feeds.map((feed): Step => ({ what: 'read', beforeSlotMs: feed.beforeSlotMs, feed }));
  const steps: Step[] = [
    { what: 'reference', beforeSlotMs: REFERENCE_STEP_MS },
    ...arrivals,
    ...reads,
    { what: 'watermark', beforeSlotMs: CUT_OFF_MS },
  ];
  return steps.sort((a, b) => b.beforeSlotMs - a.beforeSlotMs);
}
