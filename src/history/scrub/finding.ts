/** Something stored that is not what was written. */
export interface Finding {
  /** Which part of the file: a series, a record, bytes. Absent where the whole file cannot be used. */
  readonly what?: string;
  readonly reason: string;
}

/** A finding with its file, named relative to the data directory. */
export interface StorageDamage extends Finding {
  readonly file: string;
}

/** A part of what is stored that is checked in one go: a file, or several that belong together. */
export interface StoredPart {
  /** Its path in the data directory, or what else tells it from the others. */
  readonly name: string;
  readonly bytes: number;
  readonly check: (pace: Pace) => Promise<StorageDamage[]>;
}

/** The reason of a finding about a file that should be there. */
export const FILE_MISSING = 'the file is missing';

/** Told how many bytes were read; the check goes on when it resolves. */
export type Pace = (bytes: number) => Promise<void> | void;

export const AT_ONCE: Pace = () => undefined;
