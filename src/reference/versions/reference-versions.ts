import type { ReferenceContent, ReferenceVersion } from '../../core/reference-data.ts';
import type { Millis } from '../../core/time.ts';

/** Where a version stands in the sequence. */
export type VersionEntry = Omit<ReferenceVersion, 'data'>;

/**
 * The reference data of all times, for as long as the data directory lives.
 *
 * - Versions are in the order in which they were appended. Of those that count from a slot on, or from before, the last one
 *   does: one that was announced and never used, because the process ended, is followed by one that counts earlier.
 * - The content of each is what was appended, to the byte of its canonical text.
 * - What was once stored is never changed or removed.
 * - Reads may run in other threads and processes than the one that appends.
 */
export interface ReferenceReader {
  /** In the order in which they were appended. */
  entries(): readonly VersionEntry[];
  /** The last version that counts at a slot; undefined where the slot is older than all. */
  at(slot: Millis): ReferenceVersion | undefined;
  /** Undefined where no version of that name was ever stored, or its bytes are damaged. */
  named(hash: string): ReferenceContent | undefined;
}

export interface ReferenceStore extends ReferenceReader {
  /**
   * When it resolves, the version is durable. One with the name of the last one changes nothing. When it rejects, nothing
   * of it is stored.
   */
  append(version: ReferenceVersion): Promise<void>;
  close(): Promise<void>;
}
