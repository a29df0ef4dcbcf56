import type { ExchangeStatus } from '../../../core/exchange.ts';
import { DAY_MS, MINUTE_MS, type Millis } from '../../../core/time.ts';
import type { CycleOutcome } from '../collect/collector-events.ts';

/**
 * Longer than an unread market is carried (90 s until its tickers are stale, then 20 ticks). In maintenance, the engine
 * refuses an exchange's tickers for that reason instead of their age; an earlier status would carry its markets for a
 * day. This also applies if the exchange itself announces maintenance.
 */
const MAINTENANCE_AFTER_MS = 15 * MINUTE_MS;
const INACTIVE_AFTER_MS = DAY_MS;
/**
 * If nothing was received about an exchange for longer, our own process was not running, and the exchange was not
 * tried.
 */
const MAX_SILENCE_MS = 2 * MINUTE_MS;
/** Successful polls in a row that end a status. */
const GOOD_POLLS = 2;

/**
 * Derives the status of an exchange from its readings: MAINTENANCE after 15 minutes without a successful one, INACTIVE
 * after a day, ACTIVE again after two successful ones. A refusal (403, 451) depends on our location, not on the
 * exchange, and changes nothing. Time in which the exchange was not tried does not count: the collector was down, the
 * machine slept, or its clock was set.
 */
export class StatusWatch {
  #status: ExchangeStatus;
  #lastGood: Millis;
  /** When a cycle of it last ended, with any outcome. */
  #lastCycleAt: Millis;
  #goodPolls = 0;
  #isServed = true;

  /** Starts with the stored status; an exchange that is read for the first time is ACTIVE until proven otherwise. */
  constructor(now: Millis, status: ExchangeStatus = 'ACTIVE') {
    this.#status = status;
    this.#lastGood = now;
    this.#lastCycleAt = now;
  }

  get status(): ExchangeStatus {
    return this.#status;
  }

  /** Whether it serves our location, as far as is known. */
  get isServed(): boolean {
    return this.#isServed;
  }

  /** Called while time does not count against the exchange, for example because our own network is down. */
  excuse(now: Millis): void {
    this.#lastGood = Math.max(this.#lastGood, now - MAINTENANCE_AFTER_MS / 2);
  }

  record(result: CycleOutcome, now: Millis): void {
    const silentMs = now - this.#lastCycleAt;
    if (silentMs > MAX_SILENCE_MS || silentMs < 0) this.#lastGood += silentMs;
    this.#lastCycleAt = now;
    if (result.outcome === 'read') {
      this.#isServed = true;
      this.#lastGood = now;
      this.#goodPolls += 1;
      if (this.#goodPolls >= GOOD_POLLS) this.#status = 'ACTIVE';
    } else if (result.outcome === 'failed') {
      this.#goodPolls = 0;
      this.#isServed = result.failure !== 'not-from-here';
    }
  }

  /** Applies the passing of time, which also changes a status. */
  passed(now: Millis): void {
    if (!this.#isServed) this.excuse(now);
    if (!this.#isServed || now - this.#lastCycleAt > MAX_SILENCE_MS) return;
    const silent = now - this.#lastGood;
    if (silent >= INACTIVE_AFTER_MS) this.#status = 'INACTIVE';
    else if (silent >= MAINTENANCE_AFTER_MS && this.#status === 'ACTIVE') this.#status = 'MAINTENANCE';
  }
}
