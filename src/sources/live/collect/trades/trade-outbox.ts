import type { Clock } from '../../../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../../../core/time.ts';
import type { TradeReading } from '../../ports/trades-api.ts';

export interface TradeOutboxOptions {
  readonly clock: Clock;
  /** `dropped`: the number of trades left out since the last call. */
  readonly send: (readings: readonly TradeReading[], dropped: number) => void;
}

/** A busy market has hundreds of trades a second, so they are sent in batches. */
const GATHER_MS: Millis = 200;
/** A batch with more is sent at once. */
const MAX_BATCH = 2000;
/** More than any exchange has in a second; further trades are dropped and counted. */
const MAX_PER_SECOND = 10_000;

/** Batches trades for the service, in order of arrival, up to a limit per second. */
export class TradeOutbox {
  readonly #options: TradeOutboxOptions;
  #batch: TradeReading[] = [];
  #dropped = 0;
  /** By the monotonic clock: start of the second for which trades are counted. */
  #countedFrom: Millis = -Infinity;
  #counted = 0;

  constructor(options: TradeOutboxOptions) {
    this.#options = options;
  }

  /** Adds trades of a socket. */
  add(readings: readonly TradeReading[]): void {
    for (const reading of this.#allowed(readings)) this.#batch.push(reading);
    if (this.#batch.length >= MAX_BATCH) this.#flush();
  }

  /** Sends the trades of a poll; a reply stays together. */
  send(readings: readonly TradeReading[]): void {
    this.#flush();
    if (readings.length > 0) this.#send(this.#allowed(readings));
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    while (!signal.aborted) {
      await clock.wait(GATHER_MS, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
      this.#flush();
    }
  }

  #flush(): void {
    const readings = this.#batch;
    if (readings.length === 0 && this.#dropped === 0) return;
    this.#batch = [];
    this.#send(readings);
  }

  #allowed(readings: readonly TradeReading[]): readonly TradeReading[] {
    const now = this.#options.clock.monotonic();
    if (now - this.#countedFrom >= SECOND_MS) {
      this.#countedFrom = now;
      this.#counted = 0;
    }
    const allowed = readings.slice(0, MAX_PER_SECOND - this.#counted);
    this.#counted += allowed.length;
    this.#dropped += readings.length - allowed.length;
    return allowed;
  }

  #send(readings: readonly TradeReading[]): void {
    const dropped = this.#dropped;
    this.#dropped = 0;
    this.#options.send(readings, dropped);
  }
}
