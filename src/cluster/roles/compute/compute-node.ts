import type { Registry } from 'prom-client';
import { Deferred } from '../../../core/async/deferred.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import { SharedLosses } from '../../files/shared-losses.ts';
import { ComputeTerm } from './compute-term.ts';
import { PublishedHeads } from '../published-heads.ts';
import { LeaderHealth } from './leader-health.ts';
import type { Node, RunningRole } from '../node.ts';

/** Pause after a failure, which would probably happen again at once. */
const AGAIN_MS = SECOND_MS;

/**
 * Computes, or stands by. A process stands by until it has the lease. Then it opens the history writer, which ends the previous writer,
 * and leads until another process does the same. Everything is opened again for each term.
 */
export class ComputeNode implements RunningRole {
  /** Resolves when the node stands by for the first time. */
  readonly ready: Promise<void>;
  readonly #ready = new Deferred<void>();
  readonly #node: Node;
  readonly #heads: PublishedHeads;
  readonly #health: LeaderHealth;
  readonly #losses: SharedLosses;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  #term: ComputeTerm | undefined;
  /** Whether the last term that ended has failed. */
  #hasFailed = false;

  constructor(node: Node) {
    this.#node = node;
    this.ready = this.#ready.promise;
    const { cluster, wallClock, time, log } = node;
    this.#heads = new PublishedHeads({
      folder: node.folder,
      service: cluster.busName,
      bus: cluster.bus,
      clock: time.clock,
      log,
    });
    this.#losses = new SharedLosses(node.folder, time.clock);
    this.#health = new LeaderHealth({
      node: cluster.node,
      database: cluster.quick,
      leases: cluster.leases,
      isBusUp: cluster.isBusUp,
      time: time.clock,
      clock: wallClock,
      log,
    });
    node.metrics.watchLead(
      () => this.#term?.leads ?? false,
      () => this.#couldLead,
    );
    this.#running = this.#run();
  }

  get registry(): Registry | undefined {
    return this.#term?.registry;
  }

  describe(): object {
    const term = this.#term;
    const { reasons } = this.#health;
    const { ticks } = this.#losses;
    return {
      ...(ticks > 0 && { lostTicks: { ticks } }),
      compute: {
        leads: term?.leads ?? false,
        couldLead: this.#couldLead,
        ...(reasons.length > 0 && { reasons }),
        ...term?.progress(),
      },
    };
  }

  missing(): string[] {
    return this.#term?.missing() ?? ['starting'];
  }

  /** After a failure not before a tick has been computed or followed again. */
  get #couldLead(): boolean {
    const term = this.#term;
    if (!term?.stands || this.#health.reasons.length > 0) return false;
    return !this.#hasFailed || term.progress().lastTick !== undefined;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    this.#heads.close();
    await this.#health.close();
  }

  async #run(): Promise<void> {
    const { log, wallClock } = this.#node;
    const { signal } = this.#stop;
    let restMs: Millis = 0;
    while (!signal.aborted) {
      const term = new ComputeTerm(
        this.#node,
        { health: this.#health, heads: this.#heads, losses: this.#losses },
        signal,
      );
      this.#term = term;
      let hasFailed = false;
      try {
        await term.run(restMs, () => this.#ready.resolve());
      } catch (error) {
        hasFailed = true;
        if (!signal.aborted) log.error({ err: error }, 'computing failed: starting again');
      }
      this.#hasFailed = hasFailed;
      restMs = term.restMs;
      await term.close().catch((error: unknown) => log.error({ err: error }, 'could not be stopped cleanly'));
      // A deposed process stands by again at once: until then the leader has no standby.
      if (hasFailed) await wallClock.wait(AGAIN_MS, signal).catch(() => undefined);
    }
  }
}
