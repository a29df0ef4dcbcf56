import type { Millis } from '../../../core/time.ts';
import type { Batch, Channel } from './channel.ts';
import { BatchForms } from '../frames/batch-forms.ts';
import { Conversions } from '../frames/message-form.ts';
import type { InFlightBudget } from '../frames/in-flight-budget.ts';
import type { Loop } from '../../../core/async/loop.ts';
import type { Subscriber } from '../subscriber.ts';

/** Other work on the thread waits at most this long. */
const SLICE_MS = 10;

interface Job {
  readonly number: number;
  readonly channel: Channel;
  readonly forms: BatchForms;
  readonly subscribers: readonly Subscriber[];
  readonly publishedAt: Millis;
}

export interface FanOutHandlers {
  /** Called when every client has been sent a batch of the channel, with the time since it was published. */
  readonly served: (channel: Channel, ms: Millis) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Delivers batches to all subscribers that want them, whatever their transport, one batch after the other, in time
 * slices and no faster than clients read. A subscriber can be brought up to date out of turn, and always is before its
 * subscriptions change. It therefore gets what it had subscribed to when the batch was published.
 */
export class FanOut {
  readonly #loop: Loop;
  readonly #flight: InFlightBudget;
  readonly #handlers: FanOutHandlers;
  readonly #conversions: Conversions;
  readonly #jobs: Job[] = [];
  #published = 0;
  #running = false;
  #sliceStart = 0;

  constructor(loop: Loop, flight: InFlightBudget, handlers: FanOutHandlers, conversions = new Conversions()) {
    this.#conversions = conversions;
    this.#loop = loop;
    this.#flight = flight;
    this.#handlers = handlers;
  }

  /** Number of the last batch. */
  get published(): number {
    return this.#published;
  }

  /** Whether a published batch is still being delivered. */
  get underWay(): boolean {
    return this.#running;
  }

  publish(channel: Channel, batch: Batch, audience: Iterable<Subscriber>): void {
    const all = [...audience];
    const isDeflated = ({ form }: Subscriber) => form.encoding === 'deflated';
    // Those that wait for compression do not delay the others.
    const subscribers = [...all.filter((each) => !isDeflated(each)), ...all.filter(isDeflated)];
    const forms = new BatchForms(batch, channel.name, this.#conversions);
    const number = ++this.#published;
    this.#jobs.push({ number, channel, forms, subscribers, publishedAt: this.#loop.now() });
    if (!this.#running) this.#run().catch(this.#handlers.failed);
  }

  /** Sends the subscriber everything published that it has not been sent. */
  catchUp(subscriber: Subscriber, upTo = this.#published): void {
    for (const job of this.#jobs) {
      if (job.number <= subscriber.caughtUp || job.number > upTo) continue;
      subscriber.deliver(job.channel, job.forms.of(subscriber.form));
    }
    subscriber.caughtUp = Math.max(subscriber.caughtUp, upTo);
  }

  async #run(): Promise<void> {
    this.#running = true;
    this.#sliceStart = this.#loop.now();
    for (let job = this.#jobs[0]; job; job = this.#jobs[0]) {
      for (const subscriber of job.subscribers) {
        try {
          // Nearly always synchronous: a promise for each client would cost more than its bookkeeping.
          const pending = this.#serve(job, subscriber) ?? this.#yieldWhenDue();
          if (pending) await pending;
        } catch (error) {
          // Closed, so that it does not continue with a gap; other clients miss nothing.
          this.#handlers.failed(error);
          subscriber.destroy();
        }
      }
      this.#jobs.shift();
      this.#handlers.served(job.channel, this.#loop.now() - job.publishedAt);
    }
    this.#running = false;
  }

  /** A promise only if the subscriber has to wait, or its form must be made first. */
  #serve(job: Job, subscriber: Subscriber): Promise<void> | undefined {
    if (subscriber.caughtUp >= job.number) return undefined;
    const { encoding, isEdited } = subscriber.form;
    if (this.#flight.full || encoding !== 'frames' || isEdited) return this.#prepareAndServe(job, subscriber);
    this.catchUp(subscriber, job.number);
    return undefined;
  }

  async #prepareAndServe({ number, channel, forms }: Job, subscriber: Subscriber): Promise<void> {
    if (this.#flight.full) await this.#flight.drained();
    const { form } = subscriber;
    for (const _ of forms.prepare(form, subscriber.planOf(channel))) await this.#yieldWhenDue();
    this.catchUp(subscriber, number);
    await this.#yieldWhenDue();
  }

  /** Undefined if the slice is not over. */
  #yieldWhenDue(): Promise<void> | undefined {
    return this.#loop.now() - this.#sliceStart < SLICE_MS ? undefined : this.#yield();
  }

  async #yield(): Promise<void> {
    await new Promise<void>((resolve) => this.#loop.nextTurn(resolve));
    this.#sliceStart = this.#loop.now();
  }
}
