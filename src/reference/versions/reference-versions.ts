import type { ReferenceContent, ReferenceVersion } from '../../core/reference-data.ts';
import type { Millis } from '../../core/time.ts';

/** Where a version stands in the sequence. */
export type VersionEntry = Omit<ReferenceVersion, 'data'>;

/**
 * The reference data of all times, for as long as the data directory lives.
 *
 * - Versions are ascending by `from`, and the content of each is what was appended, to the byte of its canonical text.
 * - What was once stored is never changed or removed.
 * - Reads may run in other threads and processes than the one that appends.
 */
export interface ReferenceReader {
  /** Ascending by `from`. */
  entries(): readonly VersionEntry[];
  /** The newest version that counts at a slot; undefined where the slot is older than all. */
  at(slot: Millis): ReferenceVersion | undefined;
  /** Undefined where no version of that name was ever stored, or its bytes are damaged. */
  named(hash: string): ReferenceContent | undefined;
}

export interface ReferenceStore extends ReferenceReader {
  /**
   * When it resolves, the version is durable. One with the name of the newest version changes nothing; one that is not
   * later than the newest is refused with a RangeError. When it rejects, nothing of it is stored.
   */
  append(version: ReferenceVersion): Promise<void>;
  close(): Promise<void>;
}
