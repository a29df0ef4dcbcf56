/** What a file has of the shared log that it is a copy of. */
export interface CopiedContent {
  /** How many records. */
  readonly records: number;
  readonly last: Buffer | undefined;
  /** Why it is not to be trusted; undefined where it is sound. */
  readonly problem: string | undefined;
}

/**
 * A file that has the records of a shared log, in the same order. An owner of the file may append to it as well, at another time: what it
 * has added is noticed.
 */
export interface CopiedFile {
  readonly path: string;
  /**
   * Cuts off what a crash has left of a record that was being written. The same object for as long as the file stays as it is; the file
   * is read only where it has changed.
   */
  look(): Promise<CopiedContent>;
  /** Behind those that it has, of which `look` has told. Durable when it resolves. */
  append(records: readonly Buffer[]): Promise<void>;
  /** Puts a file with these records in its place; a crash leaves the one or the other. */
  replace(records: readonly Buffer[]): void;
  close(): Promise<void>;
}
