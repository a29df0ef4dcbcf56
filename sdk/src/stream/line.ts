/** One subscription of one reader, as the link sees it. */
export interface Line<T = never> {
  hear(record: T): void;
  /** What comes next may not follow what came before. */
  broken(): void;
  /** Subscribed (again): from here on nothing is left out. */
  mended(): void;
  fail(error: unknown): void;
}
