import type { Logger } from 'pino';
import type { Clock } from '../../core/clock.ts';
import { SECOND_MS } from '../../core/time.ts';
import { freeBytesOn } from '../../history/embedded/disk-reserve.ts';

/**
 * History takes no tick where less than 200 MiB are left. The past stops 100 MiB before that, more than a day of it
 * takes at once: what is left is for live ticks.
 */
const RESERVE_BYTES = 300 * 2 ** 20;
const LOOK_EVERY_MS = SECOND_MS;

export interface RoomParts {
  /** The data directory. */
  readonly folder: string;
  readonly wallClock: Clock;
  readonly log: Logger;
}

/** Makes the past wait while the disk has room for live ticks only. */
export class BackfillRoom {
  readonly #parts: RoomParts;

  constructor(parts: RoomParts) {
    this.#parts = parts;
  }

  /** Resolves where there is room; tells once that it waits and once that it goes on. Rejects when the signal aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    const { folder, wallClock, log } = this.#parts;
    const freeBytes = freeBytesOn(folder);
    if (freeBytes >= RESERVE_BYTES) return;
    const fields = { freeBytes, neededBytes: RESERVE_BYTES };
    log.warn(fields, 'the disk is nearly full: the back-fill waits, live ticks go on');
    do await wallClock.wait(LOOK_EVERY_MS, signal);
    while (freeBytesOn(folder) < RESERVE_BYTES);
    log.info('there is room on the disk: the back-fill goes on');
  }
}
