import type { Clock, MarketClock } from '../core/clocks/clock.ts';
import type { ReferenceContent } from '../core/reference-data.ts';
import { CUT_OFF_MS, MINUTE_MS, SECOND_MS, slotAfter, SLOT_MS, type Millis } from '../core/time.ts';
import type { Feed, Feeds } from './feeds.ts';
import { FeedHealth } from './feed-health.ts';
import { HandedOn } from './handed-on.ts';
import type { Batch, ExchangeHealth, ReferenceAnnouncement, Source, SourceEvent } from './source.ts';

type FeedClock = Clock & Partial<Pick<MarketClock, 'holds'>>;

export interface MergedFeedsOptions {
  readonly feeds: Feeds;
  /** Market time: nothing else is waited on. */
  readonly clock: FeedClock;
  /** Feeds that are further behind, after a machine slept, go on from now instead of catching up. */
  readonly mostLagMs?: Millis;
}

/**
 * What happens so long before every slot: changed reference data are announced, arrivals of all exchanges are handed on,
 * one exchange is read, or the slot's input is complete. At the same instant they come in this order.
 */
type Step = { readonly beforeSlotMs: Millis } & (
  | { readonly what: 'reference' }
  | { readonly what: 'arrivals' }
  | { readonly what: 'read'; readonly feed: Feed }
  | { readonly what: 'watermark' }
);

/** `set back`: the clock is so far before the slot that slots which were passed over come first. */
type Reached = 'reached' | 'set back' | 'stopped';

/** What one reader of events goes on from. */
interface Run {
  readonly readAt: Map<Feed, Millis>;
  /** Since when the reference data that were announced last count. */
  announced: Millis;
  /** The last slot that is not delivered again. */
  done: Millis;
}

const ARRIVALS_STEP_MS = SECOND_MS;
/** Right after the slot before, well within the window. */
const REFERENCE_STEP_MS = SLOT_MS - 1;

/**
 * Feeds as a source: the one sequence that they make, with its watermarks. Exchanges are read one after the other before
 * each slot, each at its own time; arrivals are handed on within a second. `receivedAt` is the planned instant, so that a
 * busy machine changes nothing in the data. Slots that passed while the machine slept get no watermark.
 *
 * The clock may be set at any moment. A slot whose watermark came in time is never delivered again, and no arrival twice.
 * Where the clock was set forward and then back, the sequence goes on from the slots that it had passed over.
 */
export class MergedFeeds implements Source {
  readonly name: string;
  readonly #feeds: Feeds;
  readonly #clock: FeedClock;
  readonly #mostLagMs: Millis;
  readonly #steps: readonly Step[];
  readonly #health: FeedHealth;
  readonly #handedOn = new HandedOn();
  /** The slot that was delivered before the sequence begins. */
  #passed: Millis | undefined;
  /** Since when the reference data hold that the reader was given last. */
  #given: Millis | undefined;

  constructor({ feeds, clock, mostLagMs = 10 * MINUTE_MS }: MergedFeedsOptions) {
    this.name = feeds.name;
    this.#feeds = feeds;
    this.#clock = clock;
    this.#mostLagMs = mostLagMs;
    this.#steps = stepsOf(feeds.feeds);
    this.#health = new FeedHealth(feeds.feeds.map(({ exchangeId }) => exchangeId));
  }

  reference(slot: Millis): ReferenceContent {
    const { since, data } = this.#feeds.referenceAt(slot);
    this.#given = since;
    return data;
  }

  health(): ReadonlyMap<string, ExchangeHealth> {
    return this.#health.now();
  }

  /** A slot was delivered at once, with what its feeds had read for it: the sequence begins right after it. */
  passed(slot: Millis): void {
    this.#passed = slot;
  }

  /** What was announced in the window of a slot that is delivered at once. */
  announcedFor(slot: Millis): ReferenceAnnouncement[] {
    const { since, data } = this.#feeds.referenceAt(slot + SLOT_MS);
    if (since === (this.#given ?? this.#feeds.referenceAt(slot).since)) return [];
    this.#given = since;
    return [{ kind: 'reference', receivedAt: slot - REFERENCE_STEP_MS, data }];
  }

  /**
   * Begins right after the slot that was passed, else after the last one of the clock: together they leave nothing out
   * and say nothing twice, however much time lies between the calls.
   */
  async *events(signal: AbortSignal): AsyncGenerator<SourceEvent, void, undefined> {
    const run = this.#start();
    let slot = run.done + SLOT_MS;
    let arrivalsFrom = slot - SLOT_MS - CUT_OFF_MS;
    while (!signal.aborted) {
      const goOnAt = this.#goesOnAt(slot, run.done);
      if (goOnAt !== slot) arrivalsFrom = goOnAt - SLOT_MS - CUT_OFF_MS;
      slot = goOnAt;
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

  /** The reference data of the first slot are known, and after a passed one those that were announced with it. */
  #start(): Run {
    const first = this.#passed === undefined ? slotAfter(this.#clock.now()) : this.#passed + SLOT_MS;
    return {
      readAt: new Map(),
      announced: this.#given ?? this.#feeds.referenceAt(first).since,
      done: first - SLOT_MS,
    };
  }

  *#carryOut(step: Step, slot: Millis, arrivalsFrom: Millis, run: Run): Generator<SourceEvent> {
    const at = slot - step.beforeSlotMs;
    if (step.what === 'watermark') {
      // One that comes later is of no use: the slot may be delivered again, where the clock is set back.
      if (this.#clock.now() <= slot) run.done = slot;
      const incomplete = this.#feeds.tradesIncomplete?.(at - SLOT_MS, at) ?? [];
      yield { kind: 'watermark', at, ...(incomplete.length > 0 && { tradesIncomplete: incomplete }) };
    } else if (step.what === 'arrivals') {
      for (const [from, to] of this.#handedOn.take(arrivalsFrom, at))
        yield* this.#told(this.#feeds.arrivals(from, to));
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
    yield* this.#told(batches);
    run.readAt.set(feed, slot - feed.beforeSlotMs);
  }

  *#told(batches: readonly Batch[]): Generator<Batch> {
    for (const batch of batches) {
      if (batch.kind === 'ticks') this.#health.delivered(batch.exchangeId, batch.readAt ?? batch.receivedAt);
      yield batch;
    }
  }

  /** Another slot where the feeds lag too far behind, or where the clock was set back after it had been set forward. */
  #goesOnAt(slot: Millis, done: Millis): Millis {
    const now = this.#clock.now();
    if (now - slot > this.#mostLagMs) return slotAfter(now);
    return this.#isSetBack(slot, done) ? Math.max(slotAfter(now), done + SLOT_MS) : slot;
  }

  /** Whether earlier slots, which were passed over, are still to come. */
  #isSetBack(slot: Millis, done: Millis): boolean {
    return slot - SLOT_MS > done && this.#clock.now() < slot - SLOT_MS - SECOND_MS;
  }

  /**
   * Waits for a step of a slot, and looks now and then whether the clock was set back meanwhile. A clock that holds never is. It must be
   * waited for by the instant: counted from a `now` that has passed, a wait could end after the slot at which it holds, for ever.
   */
  async #reaches(at: Millis, slot: Millis, done: Millis, signal: AbortSignal): Promise<Reached> {
    try {
      for (let now = this.#clock.now(); now < at; now = this.#clock.now()) {
        if (this.#isSetBack(slot, done)) return 'set back';
        if (this.#clock.holds) await this.#clock.waitUntil(at, signal);
        else await this.#clock.wait(Math.min(at - now, SECOND_MS), signal);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return signal.aborted ? 'stopped' : 'reached';
  }
}

/** The same for every slot, the earliest first. */
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
