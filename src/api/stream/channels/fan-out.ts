import type { Millis } from '../../../core/time.ts';
import type { Batch, Channel } from './channel.ts';
import { DeflatedBatch } from '../frames/deflate.ts';
import { EditedBatch, type MessageEdit } from '../frames/edited-frames.ts';
import type { InFlightBudget } from '../frames/in-flight-budget.ts';
import type { Loop } from '../../../core/async/loop.ts';
import type { Session } from '../session.ts';

/** Other work on the thread waits at most this long. */
const SLICE_MS = 10;

/** A batch for clients without and with compression. */
interface Forms {
  readonly plain: Batch;
  readonly deflated: DeflatedBatch;
}

interface Job {
  readonly number: number;
  readonly channel: Channel;
  readonly usual: Forms;
  /** Set if some clients get edited messages. */
  readonly edited?: Forms & { readonly plain: EditedBatch };
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
  readonly #editOf: ((event: string) => MessageEdit) | undefined;
  readonly #jobs: Job[] = [];
  #published = 0;
  #running = false;
  #sliceStart = 0;

  /** `editOf`: the edit of a channel's messages for clients that get edited ones. */
  constructor(
    loop: Loop,
    flight: InFlightBudget,
    handlers: FanOutHandlers,
    editOf?: (event: string) => MessageEdit,
  ) {
    this.#editOf = editOf;
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
    const edit = this.#editOf?.(channel.name);
    const edited = edit && formsOf(new EditedBatch(batch, edit));
    const number = ++this.#published;
    const publishedAt = this.#loop.now();
    const usual = formsOf(batch);
    this.#jobs.push({ number, channel, usual, ...(edited && { edited }), sessions, publishedAt });
    if (!this.#running) this.#run().catch(this.#handlers.failed);
  }

  /** Sends the session everything published that it has not been sent. */
  catchUp(session: Session, upTo = this.#published): void {
    for (const job of this.#jobs) {
      if (job.number <= session.caughtUp || job.number > upTo) continue;
      const { plain, deflated } = formsFor(session, job);
      session.deliver(job.channel, session.deflates ? deflated : plain);
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
    if (session.isEdited && job.edited) await this.#edit(job.edited.plain, job.channel, session);
    if (session.deflates) await this.#compress(job, session);
    this.catchUp(session, job.number);
    await this.#yieldWhenDue();
  }

  async #edit(edited: EditedBatch, channel: Channel, session: Session): Promise<void> {
    const { groups } = session.planOf(channel);
    for (const group of groups) for (const _ of edited.prepareGroup(group)) await this.#yieldWhenDue();
  }

  async #compress(job: Job, session: Session): Promise<void> {
    const { deflated } = formsFor(session, job);
    const { groups, items } = session.planOf(job.channel);
    for (const group of groups) for (const _ of deflated.prepareGroup(group)) await this.#yieldWhenDue();
    for (const _ of deflated.prepare(items)) await this.#yieldWhenDue();
  }

  async #yieldWhenDue(): Promise<void> {
    if (this.#loop.now() - this.#sliceStart < SLICE_MS) return;
    await new Promise<void>((resolve) => this.#loop.nextTurn(resolve));
    this.#sliceStart = this.#loop.now();
  }
}

function formsOf<B extends Batch>(plain: B) {
  return { plain, deflated: new DeflatedBatch(plain) };
}

function formsFor({ isEdited }: Session, { usual, edited }: Job): Forms {
  return (isEdited && edited) || usual;
}
