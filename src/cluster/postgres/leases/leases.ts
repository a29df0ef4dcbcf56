/** Held by the leading compute node. */
export const COMPUTE_LEASE = 'compute';

/** The right to do something that only one process may do at a time, for as long as it is renewed. */
export interface Lease {
  readonly name: string;
  /** Increases each time the lease is taken. */
  readonly number: number;
  /** Whether it is certain that no other process has it. */
  readonly isHeld: boolean;
  /** Resolves when that is no longer certain, for any reason. The holder must stop acting on the lease then. */
  readonly lost: Promise<void>;
  /** Another process may take it at once. */
  release(): Promise<void>;
}

/**
 * Leases among processes that trust one store, but not each other's clocks.
 *
 * - At most one process believes that it holds a lease at any moment, even if a process sleeps or loses its connection: it stops
 *   relying on the lease before the store would give it to another. A suspended machine is an exception, because its monotonic clock
 *   stops: for a moment after it wakes, its process still relies on a lease that another process may have, and only the fence rejects
 *   its writes.
 * - A lease that is not renewed expires, and another process can take it.
 * - A lease alone does not prevent that something happens twice: a process may sleep between checking the lease and acting. So the
 *   store fences every write.
 */
export interface Leases {
  /** Undefined if the lease is held, by another process or by this one. Rejects if the store is unreachable. */
  take(name: string): Promise<Lease | undefined>;
  /**
   * The holders of leases whose name starts with `prefix`, by name, as stored. Expired leases are absent. Rejects if the store is
   * unreachable.
   */
  holders(prefix: string): Promise<ReadonlyMap<string, string>>;
  /** Releases all leases. */
  close(): Promise<void>;
}
