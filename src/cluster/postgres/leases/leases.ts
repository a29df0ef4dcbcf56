/** Held by the compute node that leads. */
export const COMPUTE_LEASE = 'compute';

/** The right to do something that only one process may do at a time, for as long as it is renewed. */
export interface Lease {
  readonly name: string;
  /** Greater each time the lease changes hands. */
  readonly number: number;
  /** Whether it is certain that no other process has it. */
  readonly isHeld: boolean;
  /** Resolves once that is not certain any more, whatever the reason: from then on nothing is done in its name. */
  readonly lost: Promise<void>;
  /** Another process may take it at once. */
  release(): Promise<void>;
}

/**
 * Leases among processes that trust one store, and not each other's clocks.
 *
 * - Of two processes that hold a lease by their own account, there is at most one at any moment, however long one of them sleeps
 *   or loses its connection: it stops to count on the lease before the store would give it to another. This does not hold for a machine
 *   that was suspended, whose monotonic clock stood still: for a moment after it wakes, its process still counts on a lease that another
 *   one may have, and only the fence refuses its writes.
 * - A lease that is not renewed can be taken by another one when it has ended.
 * - What must not happen twice does not rely on that alone: a process may sleep between looking at the lease and acting. Writes are
 *   fenced by the store that takes them.
 */
export interface Leases {
  /** Undefined where it is held, by another process or by this one. Rejects where the store cannot be asked. */
  take(name: string): Promise<Lease | undefined>;
  /**
   * By the names of leases that begin so: the process that holds each, as the store has it. One that ended is absent. Rejects where the
   * store cannot be asked.
   */
  holders(prefix: string): Promise<ReadonlyMap<string, string>>;
  /** Releases all of them. */
  close(): Promise<void>;
}
