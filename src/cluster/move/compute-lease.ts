import type { Clock } from '../../core/clocks/clock.ts';
import { OperatorError } from '../../core/errors.ts';
import type { Millis } from '../../core/time.ts';
import { COMPUTE_LEASE, type Lease, type Leases } from '../postgres/leases/leases.ts';
import type { Database } from '../postgres/database.ts';

const LOOK_AGAIN_MS = 250;

export interface LeaseOrder {
  readonly database: Database;
  readonly leases: Leases;
  readonly clock: Clock;
  readonly lastsMs: Millis;
}

/** Waits for one that a killed move has left; refused where another process has it. The signal aborts when it is lost. */
export async function takeComputeLease(order: LeaseOrder): Promise<AbortSignal> {
  const lost = new AbortController();
  const lease = await patiently(order);
  void lease.lost.then(() =>
    lost.abort(new OperatorError('the database did not answer in time, and others may write to it now')),
  );
  return lost.signal;
}

async function patiently({ database, leases, clock, lastsMs }: LeaseOrder): Promise<Lease> {
  for (const deadline = clock.monotonic() + 2 * lastsMs; ; await clock.wait(LOOK_AGAIN_MS)) {
    const lease = await leases.take(COMPUTE_LEASE);
    if (lease) return lease;
    const [held] = await database.rows<{ holder: string }>('select holder from lease where name = $1', [
      COMPUTE_LEASE,
    ]);
    const holder = held?.holder ?? '';
    if (!holder.startsWith('tidemark move') || clock.monotonic() > deadline)
      throw new OperatorError(`${holder} writes to the database: stop all compute nodes first`);
  }
}
