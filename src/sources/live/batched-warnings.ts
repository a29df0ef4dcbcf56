import type { Clock } from '../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';
import type { OperatorWarning } from './live-source.ts';
import type { FailureKind } from './ports/poll-failure.ts';

export interface BatchedWarningsOptions {
  readonly clock: Clock;
  /** Exchanges with the same failure within this time share a log line. */
  readonly gatherMs: Millis;
  readonly onWarning: (trouble: OperatorWarning) => void;
  /** Log message for a number of exchanges. */
  readonly failing: (exchanges: number) => string;
  readonly recovering: (exchanges: number) => string;
}

interface Gathered {
  readonly failed: Map<FailureKind, string[]>;
  readonly recovered: Map<string, Millis>;
}

/** Logs which exchanges began to fail and which have recovered, several in one line. */
export class BatchedWarnings {
  readonly #options: BatchedWarningsOptions;
  readonly #stop = new AbortController();
  #gathered: Gathered | undefined;

  constructor(options: BatchedWarningsOptions) {
    this.#options = options;
  }

  failed(exchange: string, failure: FailureKind): void {
    const { failed } = this.#gather();
    failed.set(failure, [...(failed.get(failure) ?? []), exchange]);
  }

  recovered(exchange: string, afterMs: Millis): void {
    this.#gather().recovered.set(exchange, afterMs);
  }

  /** Logs what is pending. Nothing is logged afterwards. */
  close(): void {
    this.#stop.abort();
    this.#log();
  }

  #gather(): Gathered {
    if (this.#gathered) return this.#gathered;
    const { clock, gatherMs } = this.#options;
    this.#gathered = { failed: new Map(), recovered: new Map() };
    clock.wait(gatherMs, this.#stop.signal).then(
      () => this.#log(),
      // Closed: there is nothing left to log.
      () => undefined,
    );
    return this.#gathered;
  }

  #log(): void {
    const { onWarning, failing, recovering } = this.#options;
    const { failed, recovered } = this.#gathered ?? {};
    this.#gathered = undefined;
    for (const [failure, exchanges] of failed ?? [])
      onWarning({ what: failing(exchanges.length), details: { failure, exchanges } });
    if (!recovered || recovered.size === 0) return;
    const longestMs = Math.max(...recovered.values());
    onWarning({
      what: recovering(recovered.size),
      details: { exchanges: [...recovered.keys()], afterSeconds: Math.round(longestMs / SECOND_MS) },
    });
  }
}
