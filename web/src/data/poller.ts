import type { IndexTicker, Tidemark } from '@tidemark/sdk';

interface PollerParts {
  readonly tidemark: Tidemark;
  readonly hear: (tick: IndexTicker) => void;
  /** Whether the last round was answered. */
  readonly onState: (isAnswered: boolean) => void;
  readonly onRefused: (error: unknown) => void;
}

const EVERY_MS = 30_000;
const AGAIN_MS = 5_000;
/** From so many on, all of their type are asked for at once. */
const MANY = 8;

/** Values without a stream, for a reader who has a token for REST only: asked for again with each tick. */
export class Poller {
  readonly #parts: PollerParts;
  readonly #ended = new AbortController();
  readonly #ids = new Set<string>();
  #isAll = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: PollerParts) {
    this.#parts = parts;
  }

  /** All GWA. */
  all(): void {
    this.#isAll = true;
    this.#soon();
  }

  add(indexId: string): void {
    this.#ids.add(indexId);
    this.#soon();
  }

  remove(indexId: string): void {
    this.#ids.delete(indexId);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#ended.abort();
  }

  #soon(waitMs = 0): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#round(), waitMs);
  }

  async #round(): Promise<void> {
    const { hear, onState, onRefused } = this.#parts;
    try {
      for (const ticks of await Promise.all(this.#questions())) ticks.forEach(hear);
      onState(true);
      this.#soon(EVERY_MS);
    } catch (error) {
      if (this.#ended.signal.aborted) return;
      onState(false);
      onRefused(error);
      this.#soon(AGAIN_MS);
    }
  }

  #questions(): Promise<readonly IndexTicker[]>[] {
    const { tidemark } = this.#parts;
    const { signal } = this.#ended;
    const ask = async (query: { indexType: 'GWA' | 'MWA' } | { indexId: string }) =>
      (await tidemark.read('listIndexTickers', query, { signal })).content;
    const others = [...this.#ids].map((indexId) => ({ indexId }));
    return [
      ...(this.#isAll ? [ask({ indexType: 'GWA' })] : []),
      ...(others.length < MANY ? others.map(ask) : [ask({ indexType: 'MWA' })]),
    ];
  }
}
