import type { Clock } from '../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';
import type { CycleEnded } from './collect/collector-events.ts';
import type { ContractCycleEnded } from './collect/contract-events.ts';
import { BatchedWarnings } from './batched-warnings.ts';
import type { OperatorWarning } from './live-source.ts';

const GATHER_MS = 5 * SECOND_MS;
/**
 * Successful readings in a row after which an exchange has recovered, so that one that fails now and then is logged
 * once.
 */
const GOOD_READINGS = 2;

interface Failing {
  /** By the monotonic clock. */
  readonly since: Millis;
  /** Since when its readings succeed again. */
  goodSince: Millis;
  goodReadings: number;
}

/** Logs an exchange when it begins to fail, and again when it has recovered. */
export class ExchangeFailures {
  readonly #clock: Clock;
  readonly #troubles: BatchedWarnings;
  readonly #failing = new Map<string, Failing>();

  constructor(clock: Clock, onWarning: (trouble: OperatorWarning) => void) {
    this.#clock = clock;
    this.#troubles = new BatchedWarnings({
      clock,
      gatherMs: GATHER_MS,
      onWarning,
      failing: (count) => (count === 1 ? 'an exchange fails' : `${count} exchanges fail`),
      recovering: (count) =>
        count === 1 ? 'an exchange is read again' : `${count} exchanges are read again`,
    });
  }

  take({ kind, exchange, result }: CycleEnded | ContractCycleEnded): void {
    const name = kind === 'cycle' ? exchange : `${exchange} derivatives`;
    const now = this.#clock.monotonic();
    const known = this.#failing.get(name);
    if (result.outcome === 'failed') {
      if (known) known.goodReadings = 0;
      else {
        this.#failing.set(name, { since: now, goodSince: now, goodReadings: 0 });
        this.#troubles.failed(name, result.failure);
      }
    } else if (result.outcome === 'read' && known) {
      if (known.goodReadings === 0) known.goodSince = now;
      known.goodReadings += 1;
      if (known.goodReadings < GOOD_READINGS) return;
      this.#failing.delete(name);
      this.#troubles.recovered(name, known.goodSince - known.since);
    }
  }

  /** Logs what is pending. Nothing is logged afterwards. */
  close(): void {
    this.#troubles.close();
  }
}
