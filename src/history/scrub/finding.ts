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

/** Told how many bytes were read; the check goes on when it resolves. */
export type Pace = (bytes: number) => Promise<void> | void;

export const AT_ONCE: Pace = () => undefined;
