import type { Logger } from 'pino';
import type { Clock } from '../../../../core/clocks/clock.ts';
import { headText, type HeadReader, type SignedHead } from '../../../../core/integrity-head.ts';
import { HOUR_MS, MINUTE_MS, type Millis } from '../../../../core/time.ts';
import { TimestampRefused, type TimestampAuthority } from './timestamp-authority.ts';
import type { TimestampLog } from './timestamp-log.ts';

export interface HeadStamperParts {
  readonly heads: HeadReader;
  readonly log: Pick<TimestampLog, 'tokenOf' | 'append'>;
  readonly authority: TimestampAuthority;
  readonly clock: Pick<Clock, 'wait'>;
  readonly logger: Logger;
}

/** Older heads no longer get a token: a late token proves little. */
const RECENT_HEADS = 30;
const FIRST_RETRY_MS: Millis = MINUTE_MS;
const MAX_RETRY_MS: Millis = HOUR_MS;

/** Requests timestamps for the heads of days in the background, oldest first, and retries after 1 minute up to 1 hour. */
export class HeadStamper {
  readonly #parts: HeadStamperParts;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;
  /** Whether a head may have been stored since the last check. */
  #isDue = false;

  constructor(parts: HeadStamperParts) {
    this.#parts = parts;
  }

  /** Call at the start, and after a head was stored. */
  wake(): void {
    this.#isDue = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#isDue && !this.#stop.signal.aborted) this.wake();
    });
  }

  /** For tests: resolves when nothing is left to do; never while the authority is unreachable. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { clock, logger } = this.#parts;
    const { signal } = this.#stop;
    let retryMs = FIRST_RETRY_MS;
    while (this.#isDue && !signal.aborted) {
      this.#isDue = false;
      try {
        await this.#stampAll();
        retryMs = FIRST_RETRY_MS;
      } catch (error) {
        if (signal.aborted) return;
        this.#isDue = true;
        if (error instanceof TimestampRefused)
          logger.warn(
            { reason: error.message, retryMs },
            'a head could not be timestamped; the request is retried',
          );
        else
          logger.error(
            { err: error, retryMs },
            'the timestamp of a head could not be stored; it is requested again',
          );
        await clock.wait(retryMs, signal).catch(() => undefined);
        retryMs = Math.min(2 * retryMs, MAX_RETRY_MS);
      }
    }
  }

  async #stampAll(): Promise<void> {
    const { heads, log } = this.#parts;
    const recent = (await heads.heads()).slice(-RECENT_HEADS);
    for (const head of recent) if (log.tokenOf(head) === undefined) await this.#stamp(head);
  }

  async #stamp(head: SignedHead): Promise<void> {
    const { authority, log, logger } = this.#parts;
    const token = await authority.stamp(headText(head), this.#stop.signal);
    const { slot, recordHash } = head;
    await log.append({ slot, recordHash, token: token.toString('base64') });
    logger.info({ slot: new Date(slot).toISOString(), bytes: token.length }, 'a head was timestamped');
  }
}
