export interface SharedLogCopyContent {
  readonly records: number;
  readonly last: Buffer | undefined;
  /** Why the file cannot be trusted; undefined if it is sound. */
  readonly problem: string | undefined;
}

/** A file with the records of a shared log, in order. Detects changes that the file's owner made in the meantime. */
export interface SharedLogCopy {
  readonly path: string;
  /** Cuts off an unfinished record. Reads the file only if it has changed; otherwise returns the same object again. */
  read(): Promise<SharedLogCopyContent>;
  /** Appends records behind those that the last `read` returned. They are durable when the promise resolves. */
  append(records: readonly Buffer[]): Promise<void>;
  /** Replaces the file with one that has these records; a crash leaves the old file or the new one. */
  replace(records: readonly Buffer[]): void;
  close(): Promise<void>;
}
