import type { ReferenceContent, ReferenceVersion } from '../../core/reference-data.ts';
import type { Millis } from '../../core/time.ts';

/** Position of a version in the sequence. */
export type VersionEntry = Omit<ReferenceVersion, 'data'>;

/**
 * All versions of the reference data, kept as long as the data directory exists.
 *
 * - Versions are in the order in which they were appended. Of those that start at or before a slot, the last one is in
 *   force: a version that was announced and never used, because the process ended, may be followed by one that starts
 *   earlier.
 * - Each version has the appended content, identical in its canonical text.
 * - Stored versions are never changed or removed.
 * - Other threads and processes than the one that appends may read.
 */
export interface ReferenceReader {
  /** In the order in which they were appended. */
  entries(): readonly VersionEntry[];
  /** The version in force at a slot; undefined if the slot is before the first. */
  at(slot: Millis): ReferenceVersion | undefined;
  /** Undefined if no version with that hash was ever stored, or its bytes are damaged. */
  byHash(hash: string): ReferenceContent | undefined;
}

export interface ReferenceStore extends ReferenceReader {
  /**
   * The version is durable when it resolves. A version with the hash of the last one changes nothing. If it rejects,
   * nothing of the version is stored.
   */
  append(version: ReferenceVersion): Promise<void>;
  close(): Promise<void>;
}
