/** Data read from a unit: plain data whose format only the source knows. */
export interface CollectedMessage {
  readonly unit: string;
  /** Number of the lease under which it was read; a newer reader has a larger one. */
  readonly lease: number;
  readonly said: unknown;
}

/** Messages of one collector. */
export interface CollectedBatch {
  /** Differs with each start. */
  readonly collector: string;
  readonly messages: readonly CollectedMessage[];
  /** Every unit that it reads when it sends this. */
  readonly units: readonly string[];
  /** Messages about the collector itself, not about a unit. */
  readonly own: readonly unknown[];
}

/** A market whose single trades are requested. */
export interface RequestedMarket {
  /** Name of the exchange in settings. */
  readonly exchange: string;
  readonly symbol: string;
}

/**
 * The request of one receiving process to all collectors. It is sent repeatedly, so that a collector that was down
 * receives it too.
 */
export interface CollectRequest {
  /** Differs with each start. */
  readonly by: string;
  readonly markets: readonly RequestedMarket[];
  /** Lists that it has not received: collectors that have them send them again. */
  readonly lists: readonly string[];
}

/**
 * Link between a source and collectors on other machines. Any message may be lost; those of one collector arrive in
 * order. The source that opened the link closes it.
 */
export interface CollectLink {
  /** Starts receiving, until the link is closed. Called once. */
  subscribe(listener: (collected: CollectedBatch) => void): void;
  request(wanted: Omit<CollectRequest, 'by'>): void;
  /** Counts a batch of which readings were dropped, because another collector has a newer lease. */
  outdated(): void;
  /** Some messages may have been lost. */
  onLoss(listener: () => void): void;
  close(): Promise<void>;
}
