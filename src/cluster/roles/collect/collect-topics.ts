import type { CollectedBatch, CollectRequest } from '../../../sources/shared/collect-link.ts';

/** The units that a collector reads. */
export interface ReadingClaim {
  /** The name of the collector, different for each start. */
  readonly collector: string;
  /** The lease number of each unit. */
  readonly units: Readonly<Record<string, number>>;
}

/** Topics between collectors and compute nodes, and among collectors. None is retained, because all are published repeatedly. */
export interface CollectTopics {
  /** From collectors to compute nodes: what they read. */
  readonly collected: CollectedBatch;
  /** From compute nodes to collectors: what they need. */
  readonly wanted: CollectRequest;
  /** Among collectors: what each reads. A collector also receives its own claims. */
  readonly reading: ReadingClaim;
}
