import type { Millis } from '../../../../core/time.ts';

/** Answers that showed something new, from which the usual number of changes is learned. */
const WINDOW = 8;
const FEWEST = 3;
/** With fewer changes in each of them, an exchange may be quiet for a while. */
const MIN_USUAL = 10;

/**
 * How long the answers of an exchange have repeated themselves, whatever they and their timestamps say. An exchange that shows several
 * new prices whenever it shows any is not quiet if all of them stand still: its server, or a cache before it, repeats an old answer.
 */
export class Standstill {
  readonly #usual: number[] = [];
  #readAt: Millis | undefined;
  #forMs: Millis = 0;

  /** `changes`: tickers that show something else than before. 0 where the exchange may be quiet. */
  take(changes: number, at: Millis): Millis {
    // Our own clock may have been set back.
    const passed = Math.max(0, at - (this.#readAt ?? at));
    this.#readAt = at;
    this.#forMs = changes === 0 ? this.#forMs + passed : 0;
    if (changes > 0 && this.#usual.push(changes) > WINDOW) this.#usual.shift();
    return this.#usual.length >= FEWEST && Math.min(...this.#usual) >= MIN_USUAL ? this.#forMs : 0;
  }
}
