import { EVENT_LOOP, type Loop } from '../../core/async/loop.ts';
import type { ReferenceContent, ReferenceVersion } from '../../core/reference-data.ts';
import { runInTurns, type Slices } from '../../core/async/slices.ts';
import { applyNews, type ReferenceNews } from '../../reference/versions/reference-news.ts';
import type { UntradedAssets } from '../../reference/untraded-assets.ts';
import { newRegister, prepareMarket, type MarketRegister, type ServedMarket } from './served-market.ts';

export interface MarketVersionsParts {
  readonly loop?: Loop;
  /** Well-known assets to serve as INACTIVE if no exchange trades them; without it they are unknown. */
  readonly untraded?: UntradedAssets | undefined;
  /**
   * Finds a version whose announcement was lost, or that was announced as a change of an unknown version;
   * without it, the next complete announcement helps.
   */
  readonly find?: (hash: string) => Promise<ReferenceContent | undefined>;
  /**
   * Versions in force before this one and before the process started, oldest first: clients may still have
   * cursors of theirs.
   */
  readonly earlier?: (hash: string) => Iterable<ReferenceContent>;
  /** Called if a version cannot be served: it is inconsistent, or the version it changes is unknown. */
  readonly failed: (error: unknown) => void;
}

interface Waiting {
  readonly promise: Promise<ServedMarket>;
  readonly resolve: (market: ServedMarket) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The versions of the market on the serving side: the current one, the previous one, and announced ones. A
 * version is prepared in slices of the event loop as soon as it is announced, and becomes current with the
 * first refresh that uses it, in one assignment: no reader waits, and none sees two versions at once.
 */
export class MarketVersions {
  readonly #parts: MarketVersionsParts;
  readonly #loop: Loop;
  readonly #register: MarketRegister;
  readonly #waiting = new Map<string, Waiting>();
  #current: ServedMarket | undefined;
  #previous: ServedMarket | undefined;
  /** Prepared but unused versions, in the order of announcements. */
  #coming: readonly ServedMarket[] = [];
  /** The version announced last, and the version prepared last. */
  #announced: ReferenceVersion | undefined;
  #prepared: ServedMarket | undefined;
  #preparing: Promise<void> = Promise.resolve();
  /** Versions since the last valid one that cannot be served. */
  readonly #refused = new Map<string, unknown>();

  constructor(parts: MarketVersionsParts) {
    this.#parts = parts;
    this.#loop = parts.loop ?? EVENT_LOOP;
    this.#register = newRegister(parts.untraded);
  }

  /** The current version. It exists once the first refresh has been shown; nothing may use it earlier. */
  get current(): ServedMarket {
    if (!this.#current) throw new Error('no version of the market is served yet');
    return this.#current;
  }

  /** The newest prepared version, which may apply only from the next slot on. */
  get newest(): ServedMarket {
    return this.#coming.at(-1) ?? this.current;
  }

  get previous(): ServedMarket | undefined {
    return this.#previous;
  }

  /** Undefined for a version that is not prepared, or that has been replaced twice. */
  of(reference: string): ServedMarket | undefined {
    return [...this.#coming, this.#current, this.#previous].find((market) => market?.reference === reference);
  }

  /** Starts to prepare a version. */
  announce(news: ReferenceNews): void {
    this.#preparing = this.#preparing.then(() => this.#prepare(news));
  }

  /** Resolves when the version is prepared; rejects if it cannot be served. */
  async whenPrepared(reference: string): Promise<ServedMarket> {
    if (this.#refused.has(reference)) throw this.#refused.get(reference);
    const prepared = this.of(reference);
    if (prepared) return prepared;
    const { promise } = this.#waitingFor(reference);
    // Announced versions are prepared by then.
    void this.#preparing.then(() => this.#lookUp(reference));
    return promise;
  }

  /** Called when a refresh with a prepared version is shown: a newer version becomes current. */
  use(reference: string): ServedMarket {
    if (this.#current?.reference === reference) return this.#current;
    const place = this.#coming.findIndex((market) => market.reference === reference);
    const next = this.#coming[place];
    if (next) {
      this.#previous = this.#current;
      this.#current = next;
      this.#coming = this.#coming.slice(place + 1);
      return next;
    }
    if (this.#previous?.reference === reference) return this.#previous;
    throw new Error('a version was used before it was prepared');
  }

  async #prepare(news: ReferenceNews): Promise<void> {
    if (news.hash === this.#announced?.hash) return;
    try {
      const version = applyNews(news, this.#announced) ?? (await this.#found(news));
      this.#announced = version;
      const market = await runInTurns(prepareMarket(version, this.#register, this.#prepared), this.#loop);
      if (!this.#prepared) await this.#recallEarlier(market);
      this.#prepared = market;
      this.#refused.clear();
      this.#coming = [...this.#coming, market];
      this.#waiting.get(news.hash)?.resolve(market);
    } catch (error) {
      this.#refused.set(news.hash, error);
      this.#waiting.get(news.hash)?.reject(error);
      this.#parts.failed(error);
    }
    this.#waiting.delete(news.hash);
  }

  /** Without them, a page walk that began before the process started is refused; everything else works. */
  async #recallEarlier(market: ServedMarket): Promise<void> {
    try {
      await runInTurns(this.#recall(market), this.#loop);
    } catch (error) {
      this.#parts.failed(error);
    }
  }

  *#recall({ reference, listings, register }: ServedMarket): Slices<void> {
    for (const { exchanges } of this.#parts.earlier?.(reference) ?? []) {
      yield* register.listingKeys.recall(exchanges, listings);
      yield;
    }
  }

  /** Looks up a version that is used but was never announced here. */
  async #lookUp(reference: string): Promise<void> {
    if (!this.#waiting.has(reference) || this.of(reference)) return;
    try {
      const data = await this.#parts.find?.(reference);
      if (data && this.#waiting.has(reference)) this.announce({ hash: reference, from: 0, data });
    } catch (error) {
      this.#parts.failed(error);
    }
  }

  async #found({ hash, from }: ReferenceNews): Promise<ReferenceVersion> {
    const data = await this.#parts.find?.(hash);
    if (data) return { hash, from, data };
    throw new Error('a change of the reference data was announced without its base version');
  }

  #waitingFor(reference: string): Waiting {
    let waiting = this.#waiting.get(reference);
    if (!waiting) {
      let [resolve, reject]: [Waiting['resolve'], Waiting['reject']] = [() => {}, () => {}];
      const promise = new Promise<ServedMarket>(
        (onDone, onFailed) => ([resolve, reject] = [onDone, onFailed]),
      );
      waiting = { promise, resolve, reject };
      this.#waiting.set(reference, waiting);
    }
    return waiting;
  }
}
