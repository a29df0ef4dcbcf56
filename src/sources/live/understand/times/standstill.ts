import type { Millis } from '../../../../core/time.ts';

/** Number of replies with changes from which the usual number of changes is learned. */
const WINDOW = 8;
const MIN_REPLIES = 3;
/** With fewer changes in each of them, an exchange may be quiet for a while. */
const MIN_USUAL = 10;

/**
 * How long an exchange has repeated its reply, independent of its timestamps. If an exchange shows several new prices
 * whenever it shows any, it is not quiet when all of them stand still: its server, or a cache in front of it, repeats
 * an old reply.
 */
export class Standstill {
  readonly #usual: number[] = [];
  #readAt: Millis | undefined;
  #forMs: Millis = 0;

  /** `changes`: number of tickers that changed. Returns 0 if the exchange may be quiet. */
  take(changes: number, at: Millis): Millis {
    // Our own clock may have been set back.
    const passed = Math.max(0, at - (this.#readAt ?? at));
    this.#readAt = at;
    this.#forMs = changes === 0 ? this.#forMs + passed : 0;
    if (changes > 0 && this.#usual.push(changes) > WINDOW) this.#usual.shift();
    return this.#usual.length >= MIN_REPLIES && Math.min(...this.#usual) >= MIN_USUAL ? this.#forMs : 0;
  }
}
