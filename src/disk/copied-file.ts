export interface CopiedContent {
  readonly records: number;
  readonly last: Buffer | undefined;
  /** Why it is not to be trusted; undefined where it is sound. */
  readonly problem: string | undefined;
}

/** A file with the records of a shared log, in order. What the owner of the file appended at another time is noticed. */
export interface CopiedFile {
  readonly path: string;
  /** Cuts off an unfinished record. Returns the same object until the file changes; only then it is read. */
  look(): Promise<CopiedContent>;
  /** Behind those that it has, of which `look` has told. Durable when it resolves. */
  append(records: readonly Buffer[]): Promise<void>;
  /** Puts a file with these records in its place; a crash leaves the one or the other. */
  replace(records: readonly Buffer[]): void;
  close(): Promise<void>;
}
