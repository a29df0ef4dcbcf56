/** One subscription of one reader, as the link sees it. */
export interface Line<T = never> {
  /** Whether it wants what was missed, and not the newest alone. */
  readonly wantsAll?: boolean;
  hear(record: T): void;
  /** So late by the service's clock it was joined, before there was a connection: it wants what was published since. */
  joined?(atMs: number): void;
  /** What comes next may not follow what came before. */
  broken?(): void;
  /** Subscribed (again): from here on nothing is left out. */
  mended?(): void;
  fail(error: unknown): void;
}
