import type { Logger } from 'pino';
import type { Clock } from '../../../core/clocks/clock.ts';
import type { Millis } from '../../../core/time.ts';
import { COMPUTE_LEASE, type Lease, type Leases } from '../../postgres/leases/leases.ts';
import { untilAborted } from '../../../core/async/until-aborted.ts';

export interface LeadershipParts {
  readonly leases: Leases;
  readonly clock: Clock;
  readonly log: Logger;
  /** How long a lease lasts. */
  readonly leaseMs: Millis;
  /** Asked before the lease is taken. Rejects where the store is away. */
  readonly mayLead?: () => Promise<boolean>;
}

const LOOK_MS = 500;
const TAKE_BACK_MS = 200;

/**
 * Decides which process computes. The lease decides which process opens the writer of history; the fence of that writer decides what counts. So a process
 * whose lease has ended because the store is away for all of them goes on: what it computes is kept, and stored under its fence where no other
 * process has taken over meanwhile.
 */
export class Leadership {
  readonly #parts: LeadershipParts;

  constructor(parts: LeadershipParts) {
    this.#parts = parts;
  }

  /** Resolves with the lease once no other process has it. Rejects when the signal aborts. */
  async won(signal: AbortSignal): Promise<Lease> {
    const { leases, clock, log, leaseMs, mayLead = async () => true } = this.#parts;
    for (let wasAway = false; ;) {
      try {
        if (wasAway) {
          await leases.holders(COMPUTE_LEASE);
          log.info('the store is there again');
          wasAway = false;
          // The process that led before has ticks that wait for the store, and takes its lease back first.
          await clock.wait(leaseMs, signal);
        }
        const lease = (await mayLead()) ? await leases.take(COMPUTE_LEASE) : undefined;
        if (lease && !signal.aborted) return lease;
        // Given to a process that does not wait for it any more, it would be held for nothing.
        await lease?.release();
        signal.throwIfAborted();
      } catch (error) {
        signal.throwIfAborted();
        if (!wasAway) log.warn({ code: (error as NodeJS.ErrnoException).code }, 'the store is away');
        wasAway = true;
      }
      await clock.wait(LOOK_MS, signal);
    }
  }

  /**
   * Has the lease taken back whenever it is lost, until the signal aborts, and releases it then. Resolves with `lost` where another process has
   * led meanwhile, which `isDeposed` tells; it rejects where the store is away.
   */
  async keep(
    lease: Lease,
    signal: AbortSignal,
    isDeposed: () => Promise<boolean>,
  ): Promise<'released' | 'lost'> {
    const { log } = this.#parts;
    for (let held = lease; ;) {
      await Promise.race([held.lost, untilAborted(signal)]);
      if (signal.aborted) {
        await held.release();
        return 'released';
      }
      log.warn(
        'the lease could not be renewed in time: what is computed is stored only where no other process leads',
      );
      const again = await this.#takenBack(signal, isDeposed);
      if (again === 'deposed') return 'lost';
      if (!again) return 'released';
      held = again;
      log.info('the lease is held again');
    }
  }

  /** Undefined where the signal aborts. One that is given while it does is looked after by the caller. */
  async #takenBack(
    signal: AbortSignal,
    isDeposed: () => Promise<boolean>,
  ): Promise<Lease | 'deposed' | undefined> {
    const { leases, clock } = this.#parts;
    while (!signal.aborted) {
      const lease = await leases.take(COMPUTE_LEASE).catch(() => undefined);
      // Looked at after the lease: who holds it cannot be deposed any more.
      if (await isDeposed().catch(() => false)) {
        await lease?.release();
        return 'deposed';
      }
      if (lease) return lease;
      await clock.wait(TAKE_BACK_MS, signal).catch(() => undefined);
    }
    return undefined;
  }
}
