/** One subscription of one reader, as seen by the link. */
export interface Line<T = never> {
  /** Whether it needs missed records, and not only the newest. */
  readonly wantsAll?: boolean;
  /** Whether the service may leave out records that were replaced by newer ones. */
  readonly conflates?: boolean;
  deliver(record: T): void;
  /**
   * Time by the service's clock at which it was joined, before there was a connection: it needs records
   * published since.
   */
  joined?(atMs: number): void;
  /** There may be a gap before the next record. */
  gapPossible?(): void;
  /** Subscribed (again): no gaps from here on. */
  subscribed?(): void;
  fail(error: unknown): void;
}
