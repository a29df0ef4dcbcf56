import { SECOND_MS, type Millis } from '../../../core/time.ts';

/** Readings that are remembered: 20 minutes. */
const WINDOW = 40;
/** With fewer, the slowest one so far counts half as much again and a second. */
const FEW = 5;
const PERCENTILE = 0.95;
/** Assumed of an exchange that was not read yet. */
const UNKNOWN_P95_MS = 8 * SECOND_MS;
const UNKNOWN_MEDIAN_MS = 2 * SECOND_MS;

/** How long readings of one exchange take, from the last ones that arrived whole. */
export class LatencyEstimate {
  readonly #tookMs: Millis[] = [];
  #sorted: readonly Millis[] | undefined;

  add(tookMs: Millis): void {
    this.#tookMs.push(tookMs);
    if (this.#tookMs.length > WINDOW) this.#tookMs.shift();
    this.#sorted = undefined;
  }

  /** 95 of 100 readings take at most this long. */
  get p95Ms(): Millis {
    const sorted = this.#all();
    const slowest = sorted.at(-1);
    if (slowest === undefined) return UNKNOWN_P95_MS;
    if (sorted.length < FEW) return 1.5 * slowest + SECOND_MS;
    return sorted[Math.ceil(PERCENTILE * sorted.length) - 1]!;
  }

  get medianMs(): Millis {
    const sorted = this.#all();
    return sorted[sorted.length >> 1] ?? UNKNOWN_MEDIAN_MS;
  }

  #all(): readonly Millis[] {
    return (this.#sorted ??= this.#tookMs.toSorted((a, b) => a - b));
  }
}
