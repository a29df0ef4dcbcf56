import type { Logger } from 'pino';
import type { Clock } from '../../../core/clock.ts';
import type { Millis } from '../../../core/time.ts';
import type { Lease, Leases } from '../../../leases/leases.ts';

export interface LeadershipParts {
  readonly leases: Leases;
  readonly clock: Clock;
  readonly log: Logger;
  /** How long a lease lasts. */
  readonly leaseMs: Millis;
}

export const COMPUTE_LEASE = 'compute';
const LOOK_MS = 500;
const TAKE_BACK_MS = 200;

/**
 * Who computes. The lease decides which process opens the writer of history; the fence of that writer decides what counts. So a process
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
    const { leases, clock, log, leaseMs } = this.#parts;
    for (let wasAway = false; ;) {
      try {
        if (wasAway) {
          await leases.holders(COMPUTE_LEASE);
          log.info('the store is there again');
          wasAway = false;
          // The process that led before has ticks that wait for the store, and takes its lease back first.
          await clock.wait(leaseMs, signal);
        }
        const lease = await leases.take(COMPUTE_LEASE);
        if (lease) return lease;
      } catch (error) {
        signal.throwIfAborted();
        if (!wasAway) log.warn({ code: (error as NodeJS.ErrnoException).code }, 'the store is away');
        wasAway = true;
      }
      await clock.wait(LOOK_MS, signal);
    }
  }

  /**
   * Has the lease taken back whenever it is lost, until the signal aborts, or until another process has become the writer of history: a
   * process that cannot write would only keep the others from leading.
   */
  async keep(lease: Lease, signal: AbortSignal, isDeposed: () => Promise<boolean>): Promise<void> {
    const { clock, log } = this.#parts;
    for (let held = lease; !signal.aborted;) {
      await Promise.race([held.lost, aborted(signal)]);
      if (signal.aborted) return held.release();
      log.warn(
        'the lease could not be renewed in time: what is computed is stored only where no other process leads',
      );
      const again = await this.#takenBack(clock, signal, isDeposed);
      if (!again) return;
      held = again;
      log.info('the lease is held again');
    }
  }

  /** Undefined where another process is the writer now. */
  async #takenBack(
    clock: Clock,
    signal: AbortSignal,
    isDeposed: () => Promise<boolean>,
  ): Promise<Lease | undefined> {
    for (;;) {
      const lease = await this.#parts.leases.take(COMPUTE_LEASE).catch(() => undefined);
      // Where the store does not answer, the next append tells.
      if (await isDeposed().catch(() => false)) {
        await lease?.release();
        return undefined;
      }
      if (lease) return lease;
      await clock.wait(TAKE_BACK_MS, signal);
    }
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
