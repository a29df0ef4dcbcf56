import { setTimeout as delay } from 'node:timers/promises';
import { SECOND_MS } from '../../../../src/core/time.ts';
import type { Cluster } from '../cluster.ts';
import { leadersAmong } from '../leader.ts';
import type { HeadRecord, LeadRecord } from './audit-record.ts';
import type { ServingAsker } from './serving-asker.ts';

const EVERY_MS = SECOND_MS;
/** Heads are read with every fourth look. */
const HEADS_EVERY = 4;

interface ShownHead {
  readonly slot?: string;
  readonly recordHash?: string;
}

/** Continuously records which nodes claim to lead, and which heads are signed. */
export class Watch {
  readonly leads: LeadRecord[] = [];
  readonly heads: HeadRecord[] = [];
  readonly #cluster: Cluster;
  readonly #askers: readonly ServingAsker[];
  readonly #ended = new AbortController();
  readonly #watching: Promise<void>;

  constructor(cluster: Cluster, askers: readonly ServingAsker[]) {
    this.#cluster = cluster;
    this.#askers = askers;
    this.#watching = this.#watch();
  }

  async close(): Promise<void> {
    this.#ended.abort();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#ended;
    for (let turn = 0; !signal.aborted; turn++) {
      const at = Date.now();
      const running = this.#cluster.of('compute').filter(({ isRunning }) => isRunning);
      this.leads.push({ at, leaders: await leadersAmong(running) });
      if (turn % HEADS_EVERY === 0) await Promise.all(this.#askers.map((asker) => this.#noteHead(asker)));
      // Rejects only when the watch is closed.
      await delay(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Ignores a node that does not answer. */
  async #noteHead(asker: ServingAsker): Promise<void> {
    const answer = await asker.ask('/v3/integrity/head').catch(() => undefined);
    if (answer?.status !== 200) return;
    const { slot: shownAt, recordHash } = JSON.parse(answer.body) as ShownHead;
    const slot = Date.parse(shownAt ?? '');
    const last = this.heads.findLast(({ node }) => node === asker.node);
    if (recordHash === undefined || (last?.slot === slot && last.recordHash === recordHash)) return;
    this.heads.push({ node: asker.node, slot, recordHash });
  }
}
