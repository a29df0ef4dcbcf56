import type { Logger } from 'pino';
import type { Subscribable, Unsubscribe } from '../../../bus/bus.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { SerialQueue } from '../../../core/async/serial-queue.ts';
import { formatDatetime, SLOT_MS, type Millis } from '../../../core/time.ts';
import type { StoredRecord } from '../../../history/history-store.ts';
import type { InputFrame, InputReader } from '../../../history/input-store.ts';
import { fromWireFrame } from '../../remote/wire-frame.ts';
import type { ClusterTopics } from '../cluster-topics.ts';

export interface FollowedTicksParts {
  readonly bus: Subscribable<Pick<ClusterTopics, 'inputs'>>;
  /** Reads stored inputs. */
  readonly stored: Pick<InputReader, 'read'>;
  /** Whether a stored tick was computed from these inputs. */
  readonly isTickOf: (frame: InputFrame, stored: StoredRecord) => boolean;
  /** Receives inputs in the order of time. */
  readonly onInputs: (frame: InputFrame) => void;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
}

/** At most this many missed ticks are read: the state of the engine is stored every few ticks. */
const MAX_MISSED = 20;

/** Follows the inputs of the ticks that the leader publishes, in the order of time. Reads those that the bus has lost from the store. */
export class FollowedTicks {
  readonly #parts: FollowedTicksParts;
  readonly #queue = new SerialQueue();
  readonly #unsubscribe: Unsubscribe;
  #last: Millis | undefined;
  #isClosed = false;

  constructor(parts: FollowedTicksParts) {
    this.#parts = parts;
    this.#unsubscribe = parts.bus.subscribe('inputs', (sent) => {
      const frame = fromWireFrame(sent);
      // A frame from the future would make all later frames look old.
      if (frame && frame.at <= parts.clock.now() + SLOT_MS) void this.#queue.run(() => this.#take(frame));
    });
  }

  /** Starts with the stored ticks after this instant. */
  begin(after: Millis | undefined, since: readonly StoredRecord[]): void {
    this.#last ??= after;
    for (const stored of since) void this.#queue.run(() => this.#find(stored.at, stored));
  }

  /** Abandons pending reads. */
  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
  }

  async #take(frame: InputFrame): Promise<void> {
    const last = this.#last ?? frame.at;
    const first = Math.max(last + SLOT_MS, frame.at - MAX_MISSED * SLOT_MS);
    for (let at = first; at < frame.at; at += SLOT_MS) await this.#find(at);
    this.#receive(frame);
  }

  /** A slot may have no tick, and the store may have inputs of a tick that was never stored. If the tick is known, only its own inputs are used. */
  async #find(at: Millis, stored?: StoredRecord): Promise<void> {
    const { stored: inputs, isTickOf, log } = this.#parts;
    if (this.#isClosed || at <= (this.#last ?? -Infinity)) return;
    const frame = await inputs.read(at).catch(() => 'not-kept' as const);
    if (typeof frame !== 'string' && (!stored || isTickOf(frame, stored))) this.#receive(frame);
    else log.debug({ slot: formatDatetime(at) }, 'the store has no inputs of this slot');
  }

  /** A new leader may compute the last slot again, if the former one had not stored it. */
  #receive(frame: InputFrame): void {
    if (this.#isClosed || frame.at < (this.#last ?? -Infinity)) return;
    this.#last = frame.at;
    this.#parts.onInputs(frame);
  }
}
