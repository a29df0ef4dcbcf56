import { setImmediate as nextTurn } from 'node:timers/promises';
import { monotonicMs } from '../../core/clock.ts';
import type { Batch, Channel } from './channel.ts';
import { DeflatedBatch } from './deflate.ts';
import type { Flight } from './flight.ts';
import type { Session } from './session.ts';

/** Nobody else waits longer for the thread. */
const SLICE_MS = 10;

interface Job {
  readonly number: number;
  readonly channel: Channel;
  readonly plain: Batch;
  readonly deflated: DeflatedBatch;
  readonly sessions: readonly Session[];
}

/**
 * Takes batches to all sessions that want them, one batch after the other, a slice of time at once and no faster than
 * clients take them. A session may be brought up to date at any moment out of turn, which it is before its
 * subscriptions change: what it gets is therefore what it had subscribed to when the batch was published.
 */
export class FanOut {
  readonly #flight: Flight;
  readonly #failed: (error: unknown) => void;
  readonly #jobs: Job[] = [];
  #published = 0;
  #running = false;
  #sliceStart = 0;

  constructor(flight: Flight, failed: (error: unknown) => void) {
    this.#flight = flight;
    this.#failed = failed;
  }

  /** Number of the last batch. */
  get published(): number {
    return this.#published;
  }

  publish(channel: Channel, batch: Batch, audience: Iterable<Session>): void {
    const all = [...audience];
    // Those that wait for compression do not hold up the others.
    const sessions = [...all.filter((session) => !session.deflates), ...all.filter((s) => s.deflates)];
    const deflated = new DeflatedBatch(batch, channel);
    this.#jobs.push({ number: ++this.#published, channel, plain: batch, deflated, sessions });
    if (!this.#running) this.#run().catch(this.#failed);
  }

  /** Sends the session everything that was published and that it has not been sent. */
  catchUp(session: Session, upTo = this.#published): void {
    for (const job of this.#jobs) {
      if (job.number <= session.caughtUp || job.number > upTo) continue;
      session.deliver(job.channel, session.deflates ? job.deflated : job.plain);
    }
    session.caughtUp = Math.max(session.caughtUp, upTo);
  }

  async #run(): Promise<void> {
    this.#running = true;
    this.#sliceStart = monotonicMs();
    for (let job = this.#jobs[0]; job; job = this.#jobs[0]) {
      for (const session of job.sessions) await this.#serve(job, session);
      this.#jobs.shift();
    }
    this.#running = false;
  }

  async #serve(job: Job, session: Session): Promise<void> {
    if (session.caughtUp >= job.number) return;
    if (this.#flight.full) await this.#flight.room();
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
    if (monotonicMs() - this.#sliceStart < SLICE_MS) return;
    await nextTurn();
    this.#sliceStart = monotonicMs();
  }
}
