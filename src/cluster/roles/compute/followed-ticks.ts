import type { Logger } from 'pino';
import type { Listening, Unsubscribe } from '../../../bus/bus.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { SerialQueue } from '../../../core/async/serial-queue.ts';
import { formatDatetime, SLOT_MS, type Millis } from '../../../core/time.ts';
import type { StoredRecord } from '../../../history/history-store.ts';
import type { InputFrame, InputReader } from '../../../history/input-store.ts';
import { frameIn } from '../../remote/sent-frame.ts';
import type { ClusterTopics } from '../cluster-topics.ts';

export interface FollowedTicksParts {
  readonly bus: Listening<Pick<ClusterTopics, 'inputs'>>;
  /** The inputs that the store has. */
  readonly stored: Pick<InputReader, 'read'>;
  /** Whether a tick that is stored was computed from these inputs. */
  readonly isTickOf: (frame: InputFrame, stored: StoredRecord) => boolean;
  /** Takes inputs in the order of time. */
  readonly hear: (frame: InputFrame) => void;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
}

/** More than that many are not read: the state of the engine is stored every few ticks. */
const MOST_MISSED = 20;

/** The inputs of the ticks that the leading process publishes, in the order of time; those that the bus has lost are read from the store. */
export class FollowedTicks {
  readonly #parts: FollowedTicksParts;
  readonly #queue = new SerialQueue();
  readonly #unsubscribe: Unsubscribe;
  #last: Millis | undefined;
  #isClosed = false;

  constructor(parts: FollowedTicksParts) {
    this.#parts = parts;
    this.#unsubscribe = parts.bus.subscribe('inputs', (sent) => {
      const frame = frameIn(sent);
      // One from the future would keep all that follow from being heard.
      if (frame && frame.at <= parts.clock.now() + SLOT_MS) void this.#queue.run(() => this.#take(frame));
    });
  }

  /** With ticks that are stored, behind the one of this instant. */
  begin(after: Millis | undefined, since: readonly StoredRecord[]): void {
    this.#last ??= after;
    for (const stored of since) void this.#queue.run(() => this.#find(stored.at, stored));
  }

  /** What is being read is given up. */
  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
  }

  async #take(frame: InputFrame): Promise<void> {
    const last = this.#last ?? frame.at;
    const first = Math.max(last + SLOT_MS, frame.at - MOST_MISSED * SLOT_MS);
    for (let at = first; at < frame.at; at += SLOT_MS) await this.#find(at);
    this.#hear(frame);
  }

  /** A slot may have no tick, and the store inputs of one that was never stored: if the tick is known, they count only if they are its own. */
  async #find(at: Millis, stored?: StoredRecord): Promise<void> {
    const { stored: inputs, isTickOf, log } = this.#parts;
    if (this.#isClosed || at <= (this.#last ?? -Infinity)) return;
    const frame = await inputs.read(at).catch(() => 'not-kept' as const);
    if (typeof frame !== 'string' && (!stored || isTickOf(frame, stored))) this.#hear(frame);
    else log.debug({ slot: formatDatetime(at) }, 'the store has no inputs of this slot');
  }

  /** A process that has taken over may have computed the last slot again: the one before it had not stored it. */
  #hear(frame: InputFrame): void {
    if (this.#isClosed || frame.at < (this.#last ?? -Infinity)) return;
    this.#last = frame.at;
    this.#parts.hear(frame);
  }
}
