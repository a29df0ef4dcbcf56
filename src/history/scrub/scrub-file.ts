import { join } from 'node:path';
import type { Millis } from '../../core/time.ts';
import { readFileIfExists, writeFileDurably } from '../../disk/durable-file.ts';
import { readable } from '../../disk/read-failure.ts';
import type { StorageDamage } from './finding.ts';

/** How far the background check has come, and what it has found. */
export interface ScrubState {
  /** Absent before the first pass. */
  readonly passStartedAt?: Millis;
  /** The part that was checked last; absent between passes. */
  readonly position?: string;
  /** When the last whole pass ended. */
  readonly lastPassAt?: Millis;
  /** What was found in each part when it was last checked. */
  readonly damage: readonly (StorageDamage & { readonly part: string })[];
}

export const SCRUB_FILE = 'scrub.json';
const FORMAT = 1;
/** Of a directory that is a ruin. */
const MOST_KEPT = 1000;

/** `scrub.json` of a data directory. It can be lost: the next pass begins anew. */
export class ScrubFile {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, SCRUB_FILE);
  }

  read(): ScrubState {
    const text = readable(this.#path, () => readFileIfExists(this.#path));
    try {
      const { format, ...state } = JSON.parse(text ?? '{}') as ScrubState & { format?: unknown };
      return format === FORMAT && Array.isArray(state.damage) ? state : { damage: [] };
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof TypeError) return { damage: [] };
      throw error;
    }
  }

  write(state: ScrubState): void {
    const kept = { format: FORMAT, ...state, damage: state.damage.slice(0, MOST_KEPT) };
    writeFileDurably(this.#path, `${JSON.stringify(kept)}\n`);
  }
}
