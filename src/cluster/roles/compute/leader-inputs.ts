import type { Logger } from 'pino';
import { formatDatetime, type Millis } from '../../../core/time.ts';
import type { InputFrame, InputReader } from '../../../history/input-store.ts';
import { TakenOver } from '../../../app/directory/taken-over.ts';
import { InputsFenced, type PostgresInputs } from '../../postgres/inputs/postgres-inputs.ts';

export interface LeaderInputsParts {
  readonly store: Pick<PostgresInputs, 'append' | 'has'>;
  /** The inputs in this node's directory. */
  readonly spool: Pick<InputReader, 'read'>;
  readonly log: Logger;
}

/** Limit of frames in memory. A frame of the full world has five megabytes; older ones are read from the directory. */
const MAX_HELD = 4;

/** Stores the inputs of each tick just before the tick is stored. */
export class LeaderInputs {
  readonly #parts: LeaderInputsParts;
  readonly #held = new Map<Millis, InputFrame>();
  #tried: Millis = -Infinity;

  constructor(parts: LeaderInputsParts) {
    this.#parts = parts;
  }

  hold(frame: InputFrame): void {
    this.#held.set(frame.at, frame);
    for (const at of this.#held.keys()) if (this.#held.size > MAX_HELD) this.#held.delete(at);
  }

  /** Durable when it resolves with true; rejects with `TakenOver` if there is a newer writer. False if the store has no room for inputs, or they are lost: the tick is stored without them. */
  async storeInputs(at: Millis): Promise<boolean> {
    const { store, spool, log } = this.#parts;
    // A retry: the tick could not be stored, or the answer was lost.
    if (this.#tried === at && (await store.has(at))) return true;
    this.#tried = at;
    const frame = this.#held.get(at) ?? (await spool.read(at));
    if (typeof frame === 'string') {
      const slot = formatDatetime(at);
      log.error(
        { slot },
        'the inputs of a tick that waited for the store are lost: the tick is stored without them',
      );
      return false;
    }
    const outcome = await store.append(frame).catch((error: unknown) => {
      throw error instanceof InputsFenced ? new TakenOver() : error;
    });
    for (const held of this.#held.keys()) if (held < at) this.#held.delete(held);
    return outcome === 'recorded';
  }
}
