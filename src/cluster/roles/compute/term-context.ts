import type { Registry } from 'prom-client';
import type { Readiness } from '../../../api/resources/health.ts';
import { Deferred } from '../../../core/async/deferred.ts';
import type { Fence } from '../../../history/history-store.ts';
import { diskPlan } from '../../../app/directory/disk-plan.ts';
import { Lifecycle } from '../../../app/process/lifecycle.ts';
import type { ServiceContext } from '../../../app/process/service-context.ts';
import type { SharedLosses } from '../../files/shared-losses.ts';
import type { Node } from '../node.ts';
import type { PublishedHeads } from '../published-heads.ts';
import type { LeaderHealth } from './leader-health.ts';

/** State that outlives a term. */
export interface NodeMemory {
  readonly health: LeaderHealth;
  readonly heads: PublishedHeads;
  readonly losses: SharedLosses;
}

export interface TermParts {
  readonly node: Node;
  readonly memory: NodeMemory;
  readonly registry: Registry;
  readonly readiness: Readiness;
  readonly stop: AbortSignal;
}

/** What the parts of one term share. */
export class TermContext {
  readonly node: Node;
  readonly memory: NodeMemory;
  readonly stop: AbortSignal;
  readonly lifecycle: Lifecycle;
  readonly surroundings: ServiceContext;
  readonly ended = new AbortController();
  readonly storeLostTicks = new Deferred<void>();
  readonly steppedDown = new Deferred<void>();
  /** A tick of a slot that was due when it was published: ticks that waited are behind it. */
  readonly caughtUp = new Deferred<void>();
  /** Rejects when the computing thread has died. */
  readonly failed = new Deferred<never>();
  /** Set once the history writer is open. */
  fence: Fence | undefined;

  constructor({ node, memory, registry, readiness, stop }: TermParts) {
    const { settings, sources, wallClock, log } = node;
    this.node = node;
    this.memory = memory;
    this.stop = stop;
    this.lifecycle = new Lifecycle(log);
    const { lifecycle } = this;
    this.surroundings = { settings, sources, wallClock, log, lifecycle, registry, readiness, stop };
  }

  computeParts() {
    const { settings, sources, folder } = this.node;
    const disk = diskPlan(settings.maxDisk, sources.get(settings.source).diskUse(settings));
    return { ...this.surroundings, folder, disk };
  }
}
