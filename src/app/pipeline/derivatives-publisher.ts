import type { Logger } from 'pino';
import type { Clock } from '../../core/clock.ts';
import type { DerivativeContract } from '../../core/contract.ts';
import type { Millis } from '../../core/time.ts';
import type { DerivativeRefresh } from '../../latest/derivative-refresh.ts';
import { DerivativeTickers } from '../../latest/derivative-tickers.ts';
import type { ContractBook } from '../../reference/contract-book.ts';

export interface DerivativesPublisherParts {
  readonly book: ContractBook;
  /** Once it returns, the contracts are kept for ever. */
  readonly file: { append(contracts: readonly DerivativeContract[]): Promise<void> };
  readonly marketClock: Clock;
  readonly log: Logger;
  /** The last slot that was shown before this process: what is shown again of it does not wait for the clock. */
  readonly lastShown?: Millis | undefined;
  /** Ends the waiting for a slot. */
  readonly signal: AbortSignal;
}

/**
 * Takes derivatives from the pipeline to those who read: new contracts are on the disk before anybody sees them, and
 * tickers are shown at their slot, never before. Where contracts cannot be kept, the refresh is not shown, and they wait
 * for the next.
 */
export class DerivativesPublisher {
  /** Rejects where the first contracts cannot be kept. */
  readonly first: Promise<DerivativeTickers>;
  readonly #parts: DerivativesPublisherParts;
  #shown: DerivativeTickers | undefined;
  #waiting: readonly DerivativeContract[] = [];
  #firstShown!: (tickers: DerivativeTickers) => void;
  #firstFailed!: (error: unknown) => void;

  constructor(parts: DerivativesPublisherParts) {
    this.#parts = parts;
    this.first = new Promise((resolve, reject) => {
      this.#firstShown = resolve;
      this.#firstFailed = reject;
    });
  }

  /** One call at a time. */
  async publish(refresh: DerivativeRefresh): Promise<void> {
    const { marketClock, log, lastShown = -Infinity, signal } = this.#parts;
    try {
      await this.#keep(refresh.contracts);
    } catch (error) {
      log.error({ err: error }, 'new contracts could not be kept: derivatives stay as they are');
      if (!this.#shown) this.#firstFailed(error);
      return;
    }
    if (refresh.at > lastShown) await marketClock.waitUntil(refresh.at, signal);
    if (this.#shown) this.#shown.replace(refresh);
    else this.#firstShown((this.#shown = new DerivativeTickers(refresh)));
  }

  async #keep(delivered: readonly DerivativeContract[]): Promise<void> {
    const { book, file } = this.#parts;
    this.#waiting = book.unknownAmong([...this.#waiting, ...delivered]);
    if (this.#waiting.length === 0) return;
    await file.append(this.#waiting);
    book.add(this.#waiting);
    this.#waiting = [];
  }
}
