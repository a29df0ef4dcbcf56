import type { Clock } from '../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';
import { FILE_MISSING, type Pace, type StorageDamage, type StoredPart } from './finding.ts';
import type { ScrubFile, ScrubState } from './scrub-file.ts';

export interface ScrubParts {
  /** Lists the parts to check, and tells whether a file of this name exists. */
  readonly parts: {
    readonly list: () => readonly StoredPart[] | Promise<readonly StoredPart[]>;
    readonly has: (file: string) => boolean;
  };
  /** The wall clock. */
  readonly clock: Clock;
  /** The time from the start of a pass to the start of the next. */
  readonly everyMs: Millis;
  /** Stores the progress across restarts. */
  readonly file: ScrubFile;
  /** Called after each part. */
  readonly onState: (state: ScrubState) => void;
}

/** The delay before the first part, so that a start has the disk for itself. */
const FIRST_AFTER_MS = 5 * SECOND_MS;
/** The share of the time between passes that is planned for checking; the rest is a margin. */
const SHARE_OF_TIME = 0.8;
const MIN_BYTES_PER_SECOND = 2 ** 20;
/** A small share of any disk, and of a core: a byte takes about two nanoseconds. */
const MAX_BYTES_PER_SECOND = 16 * 2 ** 20;
/** The number of bytes between pauses. */
const STEP_BYTES = 256 * 1024;

/**
 * Checks the checksums of everything stored, again and again, and reports damage. Each pass is spread over the time until the
 * next. After a restart, a pass continues where it was.
 */
export class Scrub {
  readonly #parts: ScrubParts;
  #state: ScrubState;
  #unpaced = 0;

  constructor(parts: ScrubParts) {
    this.#parts = parts;
    const state = parts.file.read();
    // Drop damage of files that are gone, for example moved to quarantine.
    const isThere = ({ file, reason }: StorageDamage) => reason === FILE_MISSING || parts.parts.has(file);
    this.#state = { ...state, damage: state.damage.filter(isThere) };
  }

  /** Runs until the signal aborts, and rejects with its reason. */
  async run(signal: AbortSignal): Promise<never> {
    const { clock, everyMs, onState } = this.#parts;
    onState(this.#state);
    await clock.wait(FIRST_AFTER_MS, signal);
    for (;;) {
      const { passStartedAt = -Infinity, position } = this.#state;
      const isUnderWay = position !== undefined;
      // If the clock was set back, the next pass is delayed by at most one period.
      const dueAt = Math.min(passStartedAt, clock.now()) + everyMs;
      if (!isUnderWay) await clock.wait(Math.max(0, dueAt - clock.now()), signal);
      await this.#pass(signal, isUnderWay ? position : undefined);
    }
  }

  async #pass(signal: AbortSignal, after: string | undefined): Promise<void> {
    const { parts, clock } = this.#parts;
    const { passStartedAt = clock.now() } = after === undefined ? {} : this.#state;
    const all = await parts.list();
    const names = new Set(all.map(({ name }) => name));
    const pace = this.#paceFor(all, signal);
    for (const part of all.slice(all.findIndex(({ name }) => name === after) + 1)) {
      const found = await part.check(pace);
      this.#save({ ...this.#state, passStartedAt, position: part.name, damage: this.#with(part, found) });
    }
    // Drop damage of parts that were replaced or removed.
    const damage = this.#state.damage.filter(({ part }) => names.has(part));
    const { position: _, ...state } = this.#state;
    this.#save({ ...state, passStartedAt, lastPassAt: clock.now(), damage });
  }

  #with({ name }: StoredPart, found: readonly StorageDamage[]): ScrubState['damage'] {
    const others = this.#state.damage.filter(({ part }) => part !== name);
    return [...others, ...found.map((damage) => ({ part: name, ...damage }))];
  }

  #paceFor(all: readonly StoredPart[], signal: AbortSignal): Pace {
    const { clock, everyMs } = this.#parts;
    const bytes = all.reduce((sum, part) => sum + part.bytes, 0);
    const wanted = bytes / ((SHARE_OF_TIME * everyMs) / SECOND_MS);
    const bytesPerSecond = Math.min(Math.max(wanted, MIN_BYTES_PER_SECOND), MAX_BYTES_PER_SECOND);
    return async (read) => {
      this.#unpaced += read;
      if (this.#unpaced < STEP_BYTES) return;
      const waitMs = (this.#unpaced / bytesPerSecond) * SECOND_MS;
      this.#unpaced = 0;
      await clock.wait(waitMs, signal);
    };
  }

  #save(state: ScrubState): void {
    this.#state = state;
    this.#parts.file.write(state);
    this.#parts.onState(state);
  }
}
