import type { Clock } from '../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';
import type { CycleEnded } from './collect/collector-events.ts';
import type { ContractCycleEnded } from './collect/contract-events.ts';
import type { LiveTrouble } from './live-source.ts';
import type { FailureKind } from './ports/poll-failure.ts';

/** Exchanges that fail within this time for the same reason share a line of the log. */
const GATHER_MS = 5 * SECOND_MS;
/** Good readings in a row after which an exchange has recovered: one that fails now and then is logged once. */
const GOOD_READINGS = 2;

interface Failing {
  /** By the monotonic clock. */
  readonly since: Millis;
  /** Since when it is read again. */
  goodSince: Millis;
  goodReadings: number;
}

interface Gathered {
  readonly failed: Map<FailureKind, string[]>;
  readonly recovered: Map<string, Millis>;
}

/** Logs an exchange when it begins to fail, and again when it has recovered. */
export class ExchangeFailures {
  readonly #clock: Clock;
  readonly #onTrouble: (trouble: LiveTrouble) => void;
  readonly #failing = new Map<string, Failing>();
  readonly #stop = new AbortController();
  #gathered: Gathered | undefined;

  constructor(clock: Clock, onTrouble: (trouble: LiveTrouble) => void) {
    this.#clock = clock;
    this.#onTrouble = onTrouble;
  }

  take({ kind, exchange, result }: CycleEnded | ContractCycleEnded): void {
    const name = kind === 'cycle' ? exchange : `${exchange} derivatives`;
    const now = this.#clock.monotonic();
    const known = this.#failing.get(name);
    if (result.outcome === 'failed') {
      if (known) known.goodReadings = 0;
      else {
        this.#failing.set(name, { since: now, goodSince: now, goodReadings: 0 });
        const { failed } = this.#gather();
        failed.set(result.failure, [...(failed.get(result.failure) ?? []), name]);
      }
    } else if (result.outcome === 'read' && known) {
      if (known.goodReadings === 0) known.goodSince = now;
      known.goodReadings += 1;
      if (known.goodReadings < GOOD_READINGS) return;
      this.#failing.delete(name);
      this.#gather().recovered.set(name, known.goodSince - known.since);
    }
  }

  /** Logs what was gathered, and nothing after it. */
  close(): void {
    this.#stop.abort();
    this.#log();
  }

  #gather(): Gathered {
    if (this.#gathered) return this.#gathered;
    this.#gathered = { failed: new Map(), recovered: new Map() };
    this.#clock.wait(GATHER_MS, this.#stop.signal).then(
      () => this.#log(),
      // Closed: there is nothing left to log.
      () => undefined,
    );
    return this.#gathered;
  }

  #log(): void {
    const { failed, recovered } = this.#gathered ?? {};
    this.#gathered = undefined;
    for (const [failure, exchanges] of failed ?? [])
      this.#onTrouble({
        what: exchanges.length === 1 ? 'an exchange fails' : `${exchanges.length} exchanges fail`,
        details: { failure, exchanges },
      });
    if (!recovered || recovered.size === 0) return;
    const longestMs = Math.max(...recovered.values());
    this.#onTrouble({
      what: recovered.size === 1 ? 'an exchange is read again' : `${recovered.size} exchanges are read again`,
      details: { exchanges: [...recovered.keys()], afterSeconds: Math.round(longestMs / SECOND_MS) },
    });
  }
}
