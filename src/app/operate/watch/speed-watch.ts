import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import { runEvery } from '../../process/run-every.ts';

interface SpeedWatchParts {
  readonly wallClock: Clock;
  readonly marketClock: Clock;
  /** Wanted speed of market time, relative to real time. */
  readonly speed: number;
  /** The newest served slot; -Infinity before the first. The time of the start is not measured. */
  readonly ticks: { readonly lastShown: Millis };
  readonly metrics: ReturnType<typeof speedMetrics>;
  readonly log: Logger;
}

export interface MarketSpeed {
  readonly asked: number;
  /** Over the last half minute; undefined during the first. */
  readonly reached: number | undefined;
}

const SAMPLE_EVERY_MS = SECOND_MS;
const WINDOW_SAMPLES = 30;
/** Shares of the wanted speed: slowness is reported below the first, and its end from the second on. */
const SLOW_BELOW = 0.9;
const REACHED_FROM = 0.95;

interface Sample {
  readonly at: Millis;
  readonly market: Millis;
}

/** Measures how fast market time runs, and reports once when the machine cannot reach the wanted speed. */
export class SpeedWatch {
  readonly close: () => Promise<void>;
  readonly #parts: SpeedWatchParts;
  readonly #samples: Sample[] = [];
  #reached: number | undefined;
  #isSlow = false;

  constructor(parts: SpeedWatchParts) {
    this.#parts = parts;
    this.close = runEvery(parts.wallClock, SAMPLE_EVERY_MS, () => {
      if (parts.ticks.lastShown > -Infinity) this.#sample();
    });
  }

  get speed(): MarketSpeed {
    return { asked: this.#parts.speed, reached: this.#reached };
  }

  #sample(): void {
    const { wallClock, marketClock, speed, metrics } = this.#parts;
    const now = { at: wallClock.monotonic(), market: marketClock.now() };
    const hasMoved = now.market !== this.#samples.at(-1)?.market;
    this.#samples.push(now);
    if (this.#samples.length <= WINDOW_SAMPLES) return;
    const before = this.#samples.shift()!;
    const reached = (now.market - before.market) / (now.at - before.at);
    this.#reached = Math.round(reached * 100) / 100;
    metrics.observeSpeed(speed, this.#reached);
    // After the end of a recording, market time stands still, which is not slowness. During a slow slot it
    // moves again.
    if (hasMoved) this.#report(reached / speed);
  }

  #report(share: number): void {
    const { log, speed } = this.#parts;
    const details = { asked: speed, reached: this.#reached };
    if (!this.#isSlow && share < SLOW_BELOW) {
      this.#isSlow = true;
      log.warn(details, 'market time runs slower than --speed: it waits for each slot to be published');
    } else if (this.#isSlow && share >= REACHED_FROM) {
      this.#isSlow = false;
      log.info(details, 'market time runs as fast as --speed again');
    }
  }
}

/** Both are absent in real time. */
export function speedMetrics(registry: Registry) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const asked = gauge('tidemark_market_speed', 'Wanted speed of market time, relative to real time');
  const reached = gauge(
    'tidemark_market_speed_reached',
    'Speed of market time over the last half minute, relative to real time',
  );
  for (const one of [asked, reached]) one.remove();
  return {
    observeSpeed: (speed: number, now: number) => {
      asked.set(speed);
      reached.set(now);
    },
  };
}
