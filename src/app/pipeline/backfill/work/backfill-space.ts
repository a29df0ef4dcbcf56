import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../../../../core/clocks/clock.ts';
import { OperatorError } from '../../../../core/errors.ts';
import { SECOND_MS, type Millis } from '../../../../core/time.ts';
import { freeBytesOn } from '../../../../disk/free-bytes.ts';
import { bytesUnder } from '../../../../disk/bytes-under.ts';

/** History takes no tick below 200 MiB. The past stops 100 MiB earlier, more than one of its days takes. */
const RESERVE_BYTES = 300 * 2 ** 20;
const LOOK_EVERY_MS = SECOND_MS;
/** A look at all files is not repeated before so many times as long as it took. */
const PAUSE_TIMES = 20;
/** Space in the budget comes back slowly, if at all. */
const LOOK_AT_BUDGET_EVERY_MS = 30 * SECOND_MS;

export interface SpaceParts {
  readonly folder: string;
  readonly wallClock: Clock;
  readonly log: Logger;
  /** So much may history take while its past is filled in; without it only the disk sets a limit. */
  readonly mostFilledBytes?: number;
  /** True where it is of no use to wait, because nothing else is going on that could free some. */
  readonly refusesWithoutSpace?: boolean;
}

/** The disk has no space for more of the past, and waiting for it is of no use. */
export class NoSpace extends OperatorError {}

interface Shortage {
  readonly reason: string;
  readonly fields: Readonly<Record<string, number>>;
  readonly lookAgainAfterMs: Millis;
}

export class BackfillSpace {
  readonly #parts: SpaceParts;
  /** Looking takes as long as there are files. */
  #lookedAt = -Infinity;
  #lookEveryMs = LOOK_EVERY_MS;
  #isShort = false;

  constructor(parts: SpaceParts) {
    this.#parts = parts;
  }

  get isShort(): boolean {
    return this.#isShort;
  }

  /** Waits for space, calling `onLook` at each look. Rejects when the signal aborts, or with `NoSpace` if it may not wait. */
  async wait(signal: AbortSignal, onLook?: () => Promise<void>): Promise<void> {
    const { wallClock, log, refusesWithoutSpace } = this.#parts;
    if (wallClock.monotonic() - this.#lookedAt < this.#lookEveryMs) return;
    let shortage = await this.#shortage();
    if (shortage) {
      if (refusesWithoutSpace) throw new NoSpace(shortage.reason);
      log.warn(shortage.fields, shortage.reason);
      this.#isShort = true;
      for (; shortage; shortage = await this.#shortage()) {
        await onLook?.();
        await wallClock.wait(shortage.lookAgainAfterMs, signal);
      }
      this.#isShort = false;
      log.info('there is room again: the back-fill goes on');
    }
    this.#lookedAt = wallClock.monotonic();
  }

  /** Of a long history it takes many looks: they are made beside what is served, and take a small part of the time. */
  async #historyBytes(): Promise<number> {
    const { folder, wallClock } = this.#parts;
    const startedAt = wallClock.monotonic();
    const bytes = await bytesUnder(join(folder, 'history'));
    const endedAt = wallClock.monotonic();
    this.#lookEveryMs = Math.max(LOOK_EVERY_MS, PAUSE_TIMES * (endedAt - startedAt));
    return bytes;
  }

  async #shortage(): Promise<Shortage | undefined> {
    const { folder, mostFilledBytes = Infinity } = this.#parts;
    const freeBytes = freeBytesOn(folder);
    if (freeBytes < RESERVE_BYTES) {
      return {
        reason: 'the disk is nearly full: the back-fill waits, live ticks go on',
        fields: { freeBytes, neededBytes: RESERVE_BYTES },
        lookAgainAfterMs: LOOK_EVERY_MS,
      };
    }
    const historyBytes = mostFilledBytes === Infinity ? 0 : await this.#historyBytes();
    if (historyBytes < mostFilledBytes) return undefined;
    return {
      reason:
        'the rest of the disk budget is for live ticks: the back-fill waits; raise --max-disk for more of the past',
      fields: { historyBytes, mostFilledBytes },
      lookAgainAfterMs: LOOK_AT_BUDGET_EVERY_MS,
    };
  }
}
