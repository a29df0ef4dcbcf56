import type { Logger } from 'pino';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import { Deferred } from '../../core/async/deferred.ts';
import type { DerivativeContract } from '../../core/contract.ts';
import type { Millis } from '../../core/time.ts';
import type { DerivativeRefresh } from '../../latest/derivatives/derivative-refresh.ts';
import type { MarketTopics } from '../../latest/market/market-topics.ts';
import type { ContractBook } from '../../reference/contract-book.ts';

export interface DerivativesPublisherParts {
  readonly book: ContractBook;
  /** The contracts are durable when it resolves. */
  readonly file: { append(contracts: readonly DerivativeContract[]): Promise<void> };
  readonly bus: Pick<Bus<MarketTopics>, 'publish'>;
  readonly marketClock: Clock;
  readonly log: Logger;
  /** The last slot shown before this process started: republishing it does not wait for the clock. */
  readonly lastShown?: Millis | undefined;
  /** Ends the wait for a slot. */
  readonly signal: AbortSignal;
  /** Set if contracts are stored on another machine, which may be slow: then `publish` does not wait. */
  readonly isKeptElsewhere?: boolean;
}

/** Publishes derivatives at their slot. New contracts are stored first; if that fails, the next refresh retries. */
export class DerivativesPublisher {
  /** Resolves when a refresh is published. Rejects if the first contracts cannot be stored. */
  readonly first: Promise<void>;
  readonly #first = new Deferred<void>();
  readonly #parts: DerivativesPublisherParts;
  #hasPublished = false;
  #waiting: readonly DerivativeContract[] = [];
  #kept: readonly DerivativeContract[] = [];
  #next: DerivativeRefresh | undefined;
  #isShowing = false;

  constructor(parts: DerivativesPublisherParts) {
    this.#parts = parts;
    this.first = this.#first.promise;
  }

  /**
   * One call at a time. Resolves when the refresh is published or dropped; at once if contracts are stored
   * elsewhere.
   */
  async publish(refresh: DerivativeRefresh): Promise<void> {
    if (!this.#parts.isKeptElsewhere) return this.#show(refresh);
    const skipped = this.#next?.contracts ?? [];
    this.#next = { ...refresh, contracts: [...skipped, ...refresh.contracts] };
    if (!this.#isShowing) void this.#showAll();
  }

  async #showAll(): Promise<void> {
    const { log, signal } = this.#parts;
    this.#isShowing = true;
    try {
      for (let next = this.#next; next && !signal.aborted; next = this.#next) {
        this.#next = undefined;
        await this.#show(next);
      }
    } catch (error) {
      // During shutdown, a refresh that waits for its slot may be dropped.
      if (!signal.aborted) log.error({ err: error }, 'derivatives could not be published');
    } finally {
      this.#isShowing = false;
    }
  }

  async #show(refresh: DerivativeRefresh): Promise<void> {
    const { bus, marketClock, log, lastShown = -Infinity, signal } = this.#parts;
    try {
      await this.#keep(refresh.contracts);
    } catch (error) {
      log.error({ err: error }, 'new contracts could not be stored: derivatives are not refreshed');
      if (!this.#hasPublished) this.#first.reject(error);
      return;
    }
    if (refresh.at > lastShown) await marketClock.waitUntil(refresh.at, signal);
    const contracts = this.#kept;
    this.#kept = [];
    await bus
      .publish('derivatives', { ...refresh, contracts })
      .catch((error: unknown) => log.warn({ err: error }, 'derivatives could not be published on the bus'));
    this.#hasPublished = true;
    this.#first.resolve();
  }

  async #keep(delivered: readonly DerivativeContract[]): Promise<void> {
    const { book, file } = this.#parts;
    const last = new Map([...this.#waiting, ...delivered].map((contract) => [contract.id, contract]));
    this.#waiting = book.newOrChanged([...last.values()]);
    if (this.#waiting.length === 0) return;
    await file.append(this.#waiting);
    book.add(this.#waiting);
    this.#kept = [...this.#kept, ...this.#waiting];
    this.#waiting = [];
  }
}
