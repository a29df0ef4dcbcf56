import type { ExchangeStatus } from '../../../core/exchange.ts';
import { DAY_MS, MINUTE_MS, type Millis } from '../../../core/time.ts';
import type { CycleOutcome } from '../collect/collector-events.ts';

/**
 * Longer than an unread market is carried (90 s until its tickers are stale, then 20 ticks). The engine refuses a ticker of an
 * exchange in maintenance for that reason and no longer for its age; an earlier status would carry its markets for a day, also
 * if the exchange itself announces maintenance.
 */
const MAINTENANCE_AFTER_MS = 15 * MINUTE_MS;
const INACTIVE_AFTER_MS = DAY_MS;
/** An exchange of which nothing was heard for longer has not been tried: our own process was not there to. */
const UNHEARD_MS = 2 * MINUTE_MS;
/** Good polls in a row that end a status. */
const GOOD_POLLS = 2;

/**
 * What the readings of an exchange say of its status: MAINTENANCE after 15 minutes without a good one, INACTIVE after a
 * day, ACTIVE again after two good ones. That we are not let in (403, 451) says something of where we are, not of the
 * exchange, and changes nothing. Time in which the exchange was not tried does not count: the collector was gone, the
 * machine slept, or its clock was set.
 */
export class StatusWatch {
  #status: ExchangeStatus;
  #lastGood: Millis;
  /** When a cycle of it last ended, in whichever way. */
  #heard: Millis;
  #goodPolls = 0;
  #isLetIn = true;

  /** As it was known before, or an exchange that is read for the first time: it is ACTIVE until proven otherwise. */
  constructor(now: Millis, status: ExchangeStatus = 'ACTIVE') {
    this.#status = status;
    this.#lastGood = now;
    this.#heard = now;
  }

  get status(): ExchangeStatus {
    return this.#status;
  }

  /** Whether we are allowed to ask, as far as is known. */
  get isLetIn(): boolean {
    return this.#isLetIn;
  }

  /** While time does not count, as when our own network is down. */
  excuse(now: Millis): void {
    this.#lastGood = Math.max(this.#lastGood, now - MAINTENANCE_AFTER_MS / 2);
  }

  took(result: CycleOutcome, now: Millis): void {
    const unheard = now - this.#heard;
    if (unheard > UNHEARD_MS || unheard < 0) this.#lastGood += unheard;
    this.#heard = now;
    if (result.outcome === 'read') {
      this.#isLetIn = true;
      this.#lastGood = now;
      this.#goodPolls += 1;
      if (this.#goodPolls >= GOOD_POLLS) this.#status = 'ACTIVE';
    } else if (result.outcome === 'failed') {
      this.#goodPolls = 0;
      this.#isLetIn = result.failure !== 'not-from-here';
    }
  }

  /** Time alone changes a status too. */
  passed(now: Millis): void {
    if (!this.#isLetIn) this.excuse(now);
    if (!this.#isLetIn || now - this.#heard > UNHEARD_MS) return;
    const silent = now - this.#lastGood;
    if (silent >= INACTIVE_AFTER_MS) this.#status = 'INACTIVE';
    else if (silent >= MAINTENANCE_AFTER_MS && this.#status === 'ACTIVE') this.#status = 'MAINTENANCE';
  }
}
