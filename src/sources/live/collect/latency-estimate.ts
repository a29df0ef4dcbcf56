import { SECOND_MS, type Millis } from '../../../core/time.ts';

/** Number of readings to keep: 20 minutes. */
const WINDOW = 40;
/**
 * The first readings are slow if everything starts at once. With fewer than this, the estimate is twice their median
 * plus a second.
 */
const FEW = 8;
const PERCENTILE = 0.95;
/** Assumed for an exchange that was never read. */
const UNKNOWN_P95_MS = 8 * SECOND_MS;
const UNKNOWN_MEDIAN_MS = 2 * SECOND_MS;

/** Estimates how long readings of one exchange take, from the last complete ones. */
export class LatencyEstimate {
  readonly #tookMs: Millis[] = [];
  #hasStarted = false;
  #sorted: readonly Millis[] | undefined;

  add(tookMs: Millis): void {
    this.#tookMs.push(tookMs);
    if (this.#tookMs.length > WINDOW) this.#tookMs.shift();
    this.#sorted = undefined;
    if (this.#hasStarted || this.#tookMs.length < FEW) return;
    // Drop the slow readings of the start: they would affect the estimate for the whole window.
    const usual = this.#tookMs.filter((each) => each <= this.p95Ms);
    this.#tookMs.splice(0, FEW, ...usual);
    this.#hasStarted = true;
    this.#sorted = undefined;
  }

  /** 95% of readings take at most this long. */
  get p95Ms(): Millis {
    const sorted = this.#all();
    if (sorted.length === 0) return UNKNOWN_P95_MS;
    if (!this.#hasStarted) return 2 * sorted[(sorted.length - 1) >> 1]! + SECOND_MS;
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
