import { Deferred } from '../../../core/async/deferred.ts';
import { OperatorError } from '../../../core/errors.ts';
import { formatDatetime, SECOND_MS, SLOT_MS, type Millis } from '../../../core/time.ts';
import type { Publisher } from '../../../app/pipeline/publisher.ts';
import type { SteppedDown } from '../../remote/step-down-command.ts';
import { LEASE_MS } from '../cluster.ts';
import type { Node } from '../node.ts';
import type { LeaderHealth } from './leader-health.ts';

/** How long a node that stepped down does not take the lease. It leads again if no other node has taken over. */
export const STEP_DOWN_REST_MS: Millis = 2 * LEASE_MS;

export interface StepDownParts {
  readonly node: { readonly cluster: Pick<Node['cluster'], 'node'> } & Pick<Node, 'time' | 'wallClock'>;
  readonly health: Pick<LeaderHealth, 'candidates'>;
  readonly publisher: Pick<Publisher, 'lastShown'>;
}

/** Stepping down this soon after a slot completes the takeover long before the next cut-off. */
const MAX_AFTER_SLOT_MS = SLOT_MS / 2;
const CHECK_EVERY_MS = SECOND_MS / 10;
const PATIENCE_MS = 2 * SLOT_MS;

/** Makes the leader release its lease right after a tick. */
export class StepDown {
  /** Resolves when the node must release its lease. */
  readonly done: Promise<void>;
  readonly #done = new Deferred<void>();
  readonly #parts: StepDownParts;

  constructor(parts: StepDownParts) {
    this.#parts = parts;
    this.done = this.#done.promise;
  }

  /** `isForced`: also if no other node could lead. The signal aborts when this node no longer leads. */
  async run(isForced: boolean, signal: AbortSignal): Promise<SteppedDown> {
    const { node, publisher } = this.#parts;
    if (!isForced) await this.#mustHaveCandidates();
    await this.#untilBetweenTicks(signal);
    const candidates = isForced ? await this.#candidates().catch(() => []) : await this.#mustHaveCandidates();
    this.#done.resolve();
    return { node: node.cluster.node, lastTick: formatDatetime(publisher.lastShown), candidates };
  }

  async #mustHaveCandidates(): Promise<readonly string[]> {
    const candidates = await this.#candidates();
    if (candidates.length > 0) return candidates;
    throw new OperatorError(
      'no other compute node could lead now, so this node did not step down: /readyz of the others says why. --force steps down anyway; ticks may be missed',
    );
  }

  async #candidates(): Promise<readonly string[]> {
    try {
      return await this.#parts.health.candidates();
    } catch {
      throw new OperatorError(
        'the database does not respond, so it is unknown which other node could lead: try again when it responds',
      );
    }
  }

  async #untilBetweenTicks(signal: AbortSignal): Promise<void> {
    const { node, publisher } = this.#parts;
    const { wallClock, time } = node;
    const until = wallClock.monotonic() + PATIENCE_MS;
    while (wallClock.monotonic() < until) {
      const sinceSlot = time.clock.now() - publisher.lastShown;
      if (signal.aborted) throw new OperatorError('this node no longer leads');
      if (sinceSlot >= 0 && sinceSlot < MAX_AFTER_SLOT_MS) return;
      await wallClock.wait(CHECK_EVERY_MS, signal).catch(() => undefined);
    }
    throw new OperatorError(
      'no tick was published in the last minute, so this node did not step down: see its log',
    );
  }
}
