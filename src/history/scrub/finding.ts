/** A problem in stored data. */
export interface Finding {
  /** The affected part of the file: a series, a record, bytes. Absent if the whole file is unusable. */
  readonly what?: string;
  readonly reason: string;
}

/** A finding with its file, named relative to the data directory. */
export interface StorageDamage extends Finding {
  readonly file: string;
}

/** Stored data that are checked as a unit: one file, or several that belong together. */
export interface StoredPart {
  /** Its path in the data directory, or another unique name. */
  readonly name: string;
  readonly bytes: number;
  readonly check: (pace: Pace) => Promise<StorageDamage[]>;
}

/** The reason of a finding for a missing file. */
export const FILE_MISSING = 'the file is missing';

/** Called with the number of bytes read; the check continues when it resolves. */
export type Pace = (bytes: number) => Promise<void> | void;

export const NO_PACING: Pace = () => undefined;
