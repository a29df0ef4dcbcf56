import type { Logger } from 'pino';
import type { Clock } from '../../../core/clocks/clock.ts';
import type { Millis } from '../../../core/time.ts';
import { OperatorError } from '../../../core/errors.ts';
import { COMPUTE_LEASE, type Lease, type Leases } from '../../postgres/leases/leases.ts';
import { untilAborted } from '../../../core/async/until-aborted.ts';

export interface LeadershipParts {
  readonly leases: Leases;
  readonly clock: Clock;
  readonly log: Logger;
  /** How long a lease lasts. */
  readonly leaseMs: Millis;
  /** Called before the lease is taken. Rejects if the store accepts no writes. */
  readonly mayLead: () => Promise<boolean>;
}

/** The message of an operator error; the code of any other error. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof OperatorError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}

const POLL_MS = 250;
const RETAKE_MS = 200;

/**
 * Decides which process computes. The lease decides which process opens the history writer; the fence of that writer decides which
 * writes are valid. So a process whose lease has expired because no process can reach the store continues: it keeps its results, and
 * stores them with its fence unless another process has taken over meanwhile.
 */
export class Leadership {
  readonly #parts: LeadershipParts;
  #held: Lease | undefined;

  constructor(parts: LeadershipParts) {
    this.#parts = parts;
  }

  /** Whether it is certain, by the monotonic clock of this node, that no other process leads. */
  get isCertain(): boolean {
    return this.#held?.isHeld ?? false;
  }

  /** Resolves with the lease once no other process has it. Rejects when the signal aborts. */
  async acquire(signal: AbortSignal): Promise<Lease> {
    const { leases, clock, log, leaseMs, mayLead } = this.#parts;
    let isUnavailable = false;
    for (let availableAt = clock.monotonic(); ;) {
      const requestedAt = clock.monotonic();
      try {
        if (isUnavailable) {
          // A node must not lead while the store answers reads but accepts no writes.
          await mayLead();
          log.info('the store is available again');
          isUnavailable = false;
          // After a longer outage the previous leader has unstored ticks and must be the first to retake its lease. It renews
          // its lease every third of `leaseMs`, so a shorter outage cannot have cost it the lease.
          if (requestedAt - availableAt > leaseMs / 3) await clock.wait(leaseMs, signal);
        }
        const lease =
          (await this.#isFree()) && (await mayLead()) ? await leases.take(COMPUTE_LEASE) : undefined;
        if (lease && !signal.aborted) return (this.#held = lease);
        // The caller no longer waits for the lease, so it is released.
        await lease?.release();
        signal.throwIfAborted();
        availableAt = requestedAt;
      } catch (error) {
        signal.throwIfAborted();
        if (!isUnavailable)
          log.warn({ reason: reasonOf(error) }, 'the store is unavailable or accepts no writes');
        isUnavailable = true;
      }
      await clock.wait(POLL_MS, signal);
    }
  }

  /**
   * Retakes the lease whenever it is lost, and releases it when the signal aborts. Resolves with `lost` if another process has led
   * meanwhile, according to `isDeposed`, which rejects if the store is unreachable.
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
        'the lease could not be renewed in time: another node may lead now, and the results of this node are stored only if none does',
      );
      const retaken = await this.#retake(signal, isDeposed);
      if (retaken === 'deposed') return 'lost';
      if (!retaken) return 'released';
      held = retaken;
      this.#held = retaken;
      log.info('the lease is held again: this node leads');
    }
  }

  /** Only a query: trying to take a lease that another process holds would lock its row. */
  async #isFree(): Promise<boolean> {
    return (await this.#parts.leases.holders(COMPUTE_LEASE)).size === 0;
  }

  /** Undefined when the signal aborts. The caller releases a lease that is taken at that moment. */
  async #retake(
    signal: AbortSignal,
    isDeposed: () => Promise<boolean>,
  ): Promise<Lease | 'deposed' | undefined> {
    const { leases, clock } = this.#parts;
    while (!signal.aborted) {
      const lease = await leases.take(COMPUTE_LEASE).catch(() => undefined);
      // Checked after taking the lease: its holder can no longer be deposed.
      const deposed = await isDeposed().catch(() => undefined);
      if (lease && deposed === false) return lease;
      await lease?.release();
      if (deposed) return 'deposed';
      await clock.wait(RETAKE_MS, signal).catch(() => undefined);
    }
    return undefined;
  }
}
