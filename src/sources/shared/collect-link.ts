/** What was read of a unit, as the source says it: plain data. */
export interface CollectedMessage {
  readonly unit: string;
  /** The number of the lease under which it was read: a greater one is of a newer reader. */
  readonly lease: number;
  readonly said: unknown;
}

/** What one collector has gathered. */
export interface Collected {
  /** A name that is another one with each start. */
  readonly collector: string;
  readonly messages: readonly CollectedMessage[];
  /** Every unit that it reads when it sends this. */
  readonly units: readonly string[];
  /** What it says of itself, and not of a unit. */
  readonly own: readonly unknown[];
}

/** A market whose single trades are wanted. */
export interface WantedMarket {
  /** What settings call the exchange. */
  readonly exchange: string;
  readonly symbol: string;
}

/** What a process that hears collectors wants of them; said again and again, so that one that was not there hears it too. */
export interface Wanted {
  /** A name that is another one with each start. */
  readonly by: string;
  readonly markets: readonly WantedMarket[];
  /** Lists that it has not heard: collectors that have them say them again. */
  readonly lists: readonly string[];
}

/**
 * How a source hears collectors that run elsewhere. Everything on it may be lost; messages of one collector come in order. The source
 * that opened it closes it.
 */
export interface CollectLink {
  /** From now on, until it is closed. Called once. */
  hear(hear: (collected: Collected) => void): void;
  want(wanted: Omit<Wanted, 'by'>): void;
  /** Some of what was said may not have arrived. */
  onMissed(missed: () => void): void;
  close(): Promise<void>;
}
