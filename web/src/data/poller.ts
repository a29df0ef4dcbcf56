import { ForbiddenError, UnauthorizedError, type IndexTicker, type Tidemark } from '@tidemark/sdk';
import { TICK_MS, type Clock } from '../clock.ts';
import { isPermanent } from './permanent.ts';

interface PollerParts {
  readonly tidemark: Tidemark;
  readonly clock: Clock;
  readonly receive: (tick: IndexTicker) => void;
  /** Called with whether the last round succeeded. */
  readonly onState: (isAnswered: boolean) => void;
  /** Returns whether to retry. */
  readonly onFailed: (error: unknown) => boolean;
}

/** A tick is available this long after its instant. */
const SERVED_MS = 2000;
const AGAIN_MS = 5_000;
/** From this number on, all markets are requested at once. */
const MANY = 8;

/** Values without a stream, for a reader whose token is for REST only: requested with each tick. */
export class Poller {
  readonly #parts: PollerParts;
  readonly #ended = new AbortController();
  readonly #ids = new Set<string>();
  #isAll = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: PollerParts) {
    this.#parts = parts;
  }

  /** Follows all GWA. */
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
    if (this.#ended.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#round(), waitMs);
  }

  async #round(): Promise<void> {
    const { receive, onState, onFailed, clock } = this.#parts;
    try {
      const ticks = await this.#values();
      if (this.#ended.signal.aborted) return;
      ticks.forEach(receive);
      onState(true);
      // Aligned with the ticks, so that rounds do not drift.
      this.#soon(TICK_MS - ((clock.now() - SERVED_MS) % TICK_MS));
    } catch (error) {
      if (this.#ended.signal.aborted) return;
      onState(false);
      if (onFailed(error)) this.#soon(AGAIN_MS);
      else this.close();
    }
  }

  /** Requests whole types if that is less; indices that they do not contain one by one. */
  async #values(): Promise<readonly IndexTicker[]> {
    const { signal } = this.#ended;
    const ask = async (query: { indexType: 'GWA' | 'MWA' } | { indexId: string }) =>
      (await this.#parts.tidemark.read('listIndexTickers', query, { signal })).content;
    const types = [
      ...(this.#isAll ? (['GWA'] as const) : []),
      ...(this.#ids.size >= MANY ? (['MWA'] as const) : []),
    ];
    const ofTypes = (await Promise.all(types.map((indexType) => ask({ indexType })))).flat();
    const known = new Set(ofTypes.map(({ indexId }) => indexId));
    const left = [...this.#ids].filter((id) => !known.has(id));
    const others = await Promise.all(
      left.map((indexId) => ask({ indexId }).catch((error: unknown) => this.#without(indexId, error))),
    );
    return [...ofTypes, ...others.flat()];
  }

  /** An index that is rejected does not affect the others, and is not requested again. */
  #without(indexId: string, error: unknown): readonly IndexTicker[] {
    const isAboutClient = error instanceof ForbiddenError || error instanceof UnauthorizedError;
    if (isAboutClient || !isPermanent(error)) throw error;
    this.#ids.delete(indexId);
    return [];
  }
}
