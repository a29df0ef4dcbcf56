import type { IndexTicker } from '../contract.ts';
import { TICK_MS } from '../durations.ts';
import { timeOf } from '../ticks.ts';
import type { Line } from './line.ts';
import type { Queue } from './queue.ts';

interface TickLineParts {
  readonly queue: Queue<IndexTicker>;
  /** Ticks from history from an instant on, oldest first. Retries automatically if that may help. */
  readonly past: (fromMs: number, signal: AbortSignal) => AsyncIterable<IndexTicker>;
  /** Aborts when the reader leaves. */
  readonly signal: AbortSignal;
}

/**
 * The ticks of one index, or of all indices of a type, for one reader: each once, ascending per index,
 * without gaps. If the stream may have gaps (the reader is too slow, or a type is subscribed again), history
 * fills them, at the reader's pace.
 */
export class TickLine implements Line<IndexTicker> {
  readonly wantsAll = true;
  readonly #parts: TickLineParts;
  readonly #after: number;
  /** The newest tick per index that the reader has received or will receive. */
  readonly #last = new Map<string, number>();
  #newest: number | undefined;
  /** While history is read: the newest tick of each index received from the stream. */
  #pending: Map<string, IndexTicker> | undefined;
  #isBroken = false;
  #isReading = false;
  /** The history read so far may lack ticks published before the subscription. */
  #isOutdated = false;

  /** `after`: only ticks after that instant, and all of them. */
  constructor(parts: TickLineParts, after?: number) {
    this.#parts = parts;
    this.#after = after ?? -Infinity;
    this.#newest = after;
  }

  deliver(tick: IndexTicker): void {
    if (!this.#pending && this.#take(tick)) return;
    this.#pending ??= new Map();
    this.#pending.set(tick.indexId, tick);
    if (!this.#isBroken) this.#catchUp();
  }

  joined(atMs: number): void {
    if (this.#newest !== undefined) return;
    this.#newest = atMs;
    this.gapPossible();
  }

  gapPossible(): void {
    this.#isBroken = true;
    this.#pending ??= new Map();
  }

  subscribed(): void {
    if (!this.#isBroken) return;
    this.#isBroken = false;
    this.#isOutdated = true;
    this.#catchUp();
  }

  fail(error: unknown): void {
    this.#parts.queue.end({ error });
  }

  /** False if there is no room. */
  #take(tick: IndexTicker): boolean {
    const at = timeOf(tick);
    if (at <= (this.#last.get(tick.indexId) ?? this.#after)) return true;
    if (!this.#parts.queue.push(tick)) return false;
    this.#last.set(tick.indexId, at);
    this.#newest = Math.max(this.#newest ?? at, at);
    return true;
  }

  #catchUp(): void {
    if (this.#isReading) return;
    this.#isReading = true;
    this.#readPast()
      .catch((error: unknown) => this.fail(error))
      .finally(() => (this.#isReading = false));
  }

  async #readPast(): Promise<void> {
    do {
      await this.#parts.queue.room(this.#parts.signal);
      await this.#readOnce();
    } while (this.#pending!.size > 0 || this.#isOutdated);
    // From here on synchronous, so that the next tick follows without a gap.
    this.#isReading = false;
    if (!this.#isBroken) this.#pending = undefined;
  }

  async #readOnce(): Promise<void> {
    const { past, signal } = this.#parts;
    const before = [...this.#pending!.values()];
    this.#pending = new Map();
    this.#isOutdated = false;
    // The connection may have ended within a slot.
    const from = this.#newest === undefined ? undefined : this.#newest - TICK_MS;
    if (from !== undefined) for await (const tick of past(from, signal)) await this.#takeWhenRoom(tick);
    // These ticks are in history, but this line has not read any history yet.
    for (const tick of before) await this.#takeWhenRoom(tick);
  }

  async #takeWhenRoom(tick: IndexTicker): Promise<void> {
    while (!this.#take(tick)) await this.#parts.queue.room(this.#parts.signal);
  }
}
