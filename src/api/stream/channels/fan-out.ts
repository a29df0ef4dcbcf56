import type { Millis } from '../../../core/time.ts';
import type { Batch, Channel } from './channel.ts';
import { DeflatedBatch } from '../frames/deflate.ts';
import type { InFlightBudget } from '../frames/in-flight-budget.ts';
import type { Loop } from '../../../core/async/loop.ts';
import type { Session } from '../session.ts';

/** Other work on the thread waits at most this long. */
const SLICE_MS = 10;

interface Job {
  readonly number: number;
  readonly channel: Channel;
  readonly plain: Batch;
  readonly deflated: DeflatedBatch;
  readonly sessions: readonly Session[];
  readonly publishedAt: Millis;
}

export interface FanOutHandlers {
  /** Called when every client has been sent a batch of the channel, with the time since it was published. */
  readonly served: (channel: Channel, ms: Millis) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Delivers batches to all sessions that want them, one batch after the other, in time slices and no faster
 * than clients read. A session can be brought up to date out of turn, and always is before its subscriptions
 * change. It therefore gets what it had subscribed to when the batch was published.
 */
export class FanOut {
  readonly #loop: Loop;
  readonly #flight: InFlightBudget;
  readonly #handlers: FanOutHandlers;
  readonly #jobs: Job[] = [];
  #published = 0;
  #running = false;
  #sliceStart = 0;

  constructor(loop: Loop, flight: InFlightBudget, handlers: FanOutHandlers) {
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

  publish(channel: Channel, batch: Batch, audience: Iterable<Session>): void {
    const all = [...audience];
    // Sessions that wait for compression do not delay the others.
    const sessions = [...all.filter((session) => !session.deflates), ...all.filter((s) => s.deflates)];
    const deflated = new DeflatedBatch(batch);
    const number = ++this.#published;
    this.#jobs.push({ number, channel, plain: batch, deflated, sessions, publishedAt: this.#loop.now() });
    if (!this.#running) this.#run().catch(this.#handlers.failed);
  }

  /** Sends the session everything published that it has not been sent. */
  catchUp(session: Session, upTo = this.#published): void {
    for (const job of this.#jobs) {
      if (job.number <= session.caughtUp || job.number > upTo) continue;
      session.deliver(job.channel, session.deflates ? job.deflated : job.plain);
    }
    session.caughtUp = Math.max(session.caughtUp, upTo);
  }

  async #run(): Promise<void> {
    this.#running = true;
    this.#sliceStart = this.#loop.now();
    for (let job = this.#jobs[0]; job; job = this.#jobs[0]) {
      for (const session of job.sessions) {
        try {
          await this.#serve(job, session);
        } catch (error) {
          // Closed, so that it does not continue with a gap; other clients miss nothing.
          this.#handlers.failed(error);
          session.destroy();
        }
      }
      this.#jobs.shift();
      this.#handlers.served(job.channel, this.#loop.now() - job.publishedAt);
    }
    this.#running = false;
  }

  async #serve(job: Job, session: Session): Promise<void> {
    if (session.caughtUp >= job.number) return;
    if (this.#flight.full) await this.#flight.drained();
    if (session.deflates) await this.#compress(job, session);
    this.catchUp(session, job.number);
    await this.#yieldWhenDue();
  }

  async #compress({ channel, deflated }: Job, session: Session): Promise<void> {
    const { groups, items } = session.planOf(channel);
    for (const group of groups) for (const _ of deflated.prepareGroup(group)) await this.#yieldWhenDue();
    for (const _ of deflated.prepare(items)) await this.#yieldWhenDue();
  }

  async #yieldWhenDue(): Promise<void> {
    if (this.#loop.now() - this.#sliceStart < SLICE_MS) return;
    await new Promise<void>((resolve) => this.#loop.nextTurn(resolve));
    this.#sliceStart = this.#loop.now();
  }
}
