import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../../../../core/clocks/clock.ts';
import { OperatorError } from '../../../../core/errors.ts';
import { SECOND_MS, type Millis } from '../../../../core/time.ts';
import { freeBytesOn } from '../../../../disk/free-bytes.ts';
import { diskUsage } from '../../../../disk/bytes-under.ts';

/**
 * History rejects ticks below 200 MiB free. The back-fill stops 100 MiB earlier, which is more than one of
 * its days.
 */
const RESERVE_BYTES = 300 * 2 ** 20;
const CHECK_EVERY_MS = SECOND_MS;
/** Pause after measuring all files, as a multiple of the time that it took. */
const PAUSE_TIMES = 20;
/** Space in the budget becomes free slowly, if at all. */
const CHECK_BUDGET_EVERY_MS = 30 * SECOND_MS;

export interface SpaceParts {
  readonly folder: string;
  readonly wallClock: Clock;
  readonly log: Logger;
  /** The back-fill pauses while history is larger; if absent, only the disk sets a limit. */
  readonly maxFilledBytes?: number;
  /** True if waiting is useless because nothing else runs that could free space. */
  readonly refusesWithoutSpace?: boolean;
}

/** The disk has no space for the back-fill, and waiting is useless. */
export class NoSpace extends OperatorError {}

interface Shortage {
  readonly reason: string;
  readonly fields: Readonly<Record<string, number>>;
  readonly recheckAfterMs: Millis;
}

export class BackfillSpace {
  readonly #parts: SpaceParts;
  #checkedAt = -Infinity;
  #checkEveryMs = CHECK_EVERY_MS;
  #isShort = false;

  constructor(parts: SpaceParts) {
    this.#parts = parts;
  }

  get isShort(): boolean {
    return this.#isShort;
  }

  /**
   * Waits for space, calling `onCheck` at each check. Rejects when the signal aborts, or with `NoSpace` if it
   * must not wait.
   */
  async wait(signal: AbortSignal, onCheck?: () => Promise<void>): Promise<void> {
    const { wallClock, log, refusesWithoutSpace } = this.#parts;
    if (wallClock.monotonic() - this.#checkedAt < this.#checkEveryMs) return;
    let shortage = await this.#shortage();
    if (shortage) {
      if (refusesWithoutSpace) throw new NoSpace(shortage.reason);
      log.warn(shortage.fields, shortage.reason);
      this.#isShort = true;
      for (; shortage; shortage = await this.#shortage()) {
        await onCheck?.();
        await wallClock.wait(shortage.recheckAfterMs, signal);
      }
      this.#isShort = false;
      log.info('space is free again: the back-fill continues');
    }
    this.#checkedAt = wallClock.monotonic();
  }

  /**
   * Measuring a long history takes long: it yields to serving, and its pauses keep it to a small share of the
   * time.
   */
  async #historyBytes(): Promise<number> {
    const { folder, wallClock } = this.#parts;
    const startedAt = wallClock.monotonic();
    const bytes = await diskUsage(join(folder, 'history'));
    const endedAt = wallClock.monotonic();
    this.#checkEveryMs = Math.max(CHECK_EVERY_MS, PAUSE_TIMES * (endedAt - startedAt));
    return bytes;
  }

  async #shortage(): Promise<Shortage | undefined> {
    const { folder, maxFilledBytes = Infinity } = this.#parts;
    const freeBytes = freeBytesOn(folder);
    if (freeBytes < RESERVE_BYTES) {
      return {
        reason: 'the disk is nearly full: the back-fill pauses, live ticks continue',
        fields: { freeBytes, neededBytes: RESERVE_BYTES },
        recheckAfterMs: CHECK_EVERY_MS,
      };
    }
    const historyBytes = maxFilledBytes === Infinity ? 0 : await this.#historyBytes();
    if (historyBytes < maxFilledBytes) return undefined;
    return {
      reason:
        'the rest of the disk budget is reserved for live ticks: the back-fill pauses; raise --max-disk to continue it',
      fields: { historyBytes, maxFilledBytes },
      recheckAfterMs: CHECK_BUDGET_EVERY_MS,
    };
  }
}
