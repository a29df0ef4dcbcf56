import type { Clock } from '../../../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../../../core/time.ts';
import type { TradeReading } from '../../ports/trades-api.ts';

export interface TradeOutboxOptions {
  readonly clock: Clock;
  /** With the number of those that were left out since it was called before. */
  readonly tell: (readings: readonly TradeReading[], dropped: number) => void;
}

/** A busy market has hundreds of trades a second: so long they are gathered. */
const GATHER_MS: Millis = 200;
/** More are sent at once. */
const MOST_GATHERED = 2000;
/** More than any exchange has in a second: what is over is left out, and counted. */
const MOST_A_SECOND = 10_000;

/** Trades on their way to the service, which get there in the order in which they came, up to a limit for each second. */
export class TradeOutbox {
  readonly #options: TradeOutboxOptions;
  #gathered: TradeReading[] = [];
  #dropped = 0;
  /** By the clock's monotonic time: when the second began whose trades are counted. */
  #countedFrom: Millis = -Infinity;
  #counted = 0;

  constructor(options: TradeOutboxOptions) {
    this.#options = options;
  }

  /** Of a socket. */
  add(readings: readonly TradeReading[]): void {
    for (const reading of this.#allowed(readings)) this.#gathered.push(reading);
    if (this.#gathered.length >= MOST_GATHERED) this.#flush();
  }

  /** Of a poll: one answer stays together. */
  send(readings: readonly TradeReading[]): void {
    this.#flush();
    if (readings.length > 0) this.#tell(this.#allowed(readings));
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
    const readings = this.#gathered;
    if (readings.length === 0 && this.#dropped === 0) return;
    this.#gathered = [];
    this.#tell(readings);
  }

  #allowed(readings: readonly TradeReading[]): readonly TradeReading[] {
    const now = this.#options.clock.monotonic();
    if (now - this.#countedFrom >= SECOND_MS) {
      this.#countedFrom = now;
      this.#counted = 0;
    }
    const allowed = readings.slice(0, MOST_A_SECOND - this.#counted);
    this.#counted += allowed.length;
    this.#dropped += readings.length - allowed.length;
    return allowed;
  }

  #tell(readings: readonly TradeReading[]): void {
    const dropped = this.#dropped;
    this.#dropped = 0;
    this.#options.tell(readings, dropped);
  }
}
