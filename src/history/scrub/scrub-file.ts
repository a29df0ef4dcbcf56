import { join } from 'node:path';
import type { Millis } from '../../core/time.ts';
import { readFileIfExists, writeFileDurably } from '../../disk/durable-file.ts';
import { readOrOperatorError } from '../../disk/read-failure.ts';
import type { StorageDamage } from './finding.ts';

/** The progress and the findings of the background check. */
export interface ScrubState {
  /** Absent before the first pass. */
  readonly passStartedAt?: Millis;
  /** The part that was checked last; absent between passes. */
  readonly position?: string;
  /** When the last complete pass ended. */
  readonly lastPassAt?: Millis;
  /** The findings of each part's last check. */
  readonly damage: readonly (StorageDamage & { readonly part: string })[];
}

export const SCRUB_FILE = 'scrub.json';
const FORMAT = 1;
/** Limits the file for a badly damaged directory. */
const MAX_FINDINGS = 1000;

/** `scrub.json` of a data directory. If it is lost, the next pass starts from the beginning. */
export class ScrubFile {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, SCRUB_FILE);
  }

  read(): ScrubState {
    const text = readOrOperatorError(this.#path, () => readFileIfExists(this.#path));
    try {
      const { format, ...state } = JSON.parse(text ?? '{}') as ScrubState & { format?: unknown };
      return format === FORMAT && Array.isArray(state.damage) ? state : { damage: [] };
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof TypeError) return { damage: [] };
      throw error;
    }
  }

  write(state: ScrubState): void {
    const kept = { format: FORMAT, ...state, damage: state.damage.slice(0, MAX_FINDINGS) };
    writeFileDurably(this.#path, `${JSON.stringify(kept)}\n`);
  }
}
