import type { Collected, Wanted } from '../../../sources/shared/collect-link.ts';

/** Which units a collector reads. */
export interface ReadingClaim {
  /** The name of the collector, which is another one with each start. */
  readonly collector: string;
  /** By unit, the number of the lease under which it is read. */
  readonly units: Readonly<Record<string, number>>;
}

/** What the bus carries between collectors, and between them and processes that compute. None of it is retained: all is said again. */
export interface CollectTopics {
  /** What collectors read, to all that compute. */
  readonly collected: Collected;
  /** What those that compute want, to all collectors. */
  readonly wanted: Wanted;
  /** What collectors tell each other, and hear themselves. */
  readonly reading: ReadingClaim;
}
