import type { Clock } from '../../core/clocks/clock.ts';
import { MINUTE_MS, type Millis } from '../../core/time.ts';
import type { TradeFeedChanged } from './collect/collector-events.ts';
import { BatchedWarnings } from './batched-warnings.ts';
import type { OperatorWarning } from './live-source.ts';
import type { FailureKind } from './ports/poll-failure.ts';

const GATHER_MS = MINUTE_MS;
/** Exchanges close their sockets now and then: one that reopens at the next attempt is not logged. */
const LOGGED_AT = 2;
/** A socket that has been open for this long has recovered. A silent one is closed before that. */
const SOUND_MS = 5 * MINUTE_MS;

interface Failing {
  /** By the monotonic clock. */
  readonly since: Millis;
  failures: number;
  /** Aborted when the socket that is open now fails. */
  open: AbortController;
}

/** Logs once that the trade socket of an exchange keeps failing, and once that it has recovered. */
export class SocketFailures {
  readonly #clock: Clock;
  readonly #troubles: BatchedWarnings;
  readonly #failing = new Map<string, Failing>();

  constructor(clock: Clock, onWarning: (trouble: OperatorWarning) => void) {
    this.#clock = clock;
    this.#troubles = new BatchedWarnings({
      clock,
      gatherMs: GATHER_MS,
      onWarning,
      failing: (count) =>
        count === 1
          ? 'the socket of an exchange fails: its trades are polled'
          : `the sockets of ${count} exchanges fail: their trades are polled`,
      recovering: (count) =>
        count === 1
          ? 'the socket of an exchange is open again'
          : `the sockets of ${count} exchanges are open again`,
    });
  }

  take({ exchange, way, failure, isOfSocket }: TradeFeedChanged): void {
    if (isOfSocket && failure !== undefined) this.#failed(exchange, failure);
    else if (isOfSocket) this.#opened(exchange);
    else if (way === 'none') this.#forget(exchange);
  }

  /** Logs what is pending. Nothing is logged afterwards. */
  close(): void {
    for (const exchange of this.#failing.keys()) this.#forget(exchange);
    this.#troubles.close();
  }

  #failed(exchange: string, failure: FailureKind): void {
    const failing = this.#failing.get(exchange) ?? {
      since: this.#clock.monotonic(),
      failures: 0,
      open: new AbortController(),
    };
    this.#failing.set(exchange, failing);
    failing.open.abort();
    failing.failures += 1;
    if (failing.failures === LOGGED_AT) this.#troubles.failed(exchange, failure);
  }

  #opened(exchange: string): void {
    const failing = this.#failing.get(exchange);
    if (!failing) return;
    const openedAt = this.#clock.monotonic();
    failing.open.abort();
    failing.open = new AbortController();
    this.#clock.wait(SOUND_MS, failing.open.signal).then(
      () => {
        this.#failing.delete(exchange);
        if (failing.failures >= LOGGED_AT) this.#troubles.recovered(exchange, openedAt - failing.since);
      },
      // It failed again, or is no longer needed.
      () => undefined,
    );
  }

  #forget(exchange: string): void {
    this.#failing.get(exchange)?.open.abort();
    this.#failing.delete(exchange);
  }
}
