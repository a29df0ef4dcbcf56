import { SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import { until } from '../until.ts';
import type { Cluster } from '../cluster.ts';
import type { AnswerRecord, AuditRecord } from './audit-record.ts';
import { answersOf, pathsOf } from './answers.ts';
import { gapsOf, verifyNode } from './node-audit.ts';
import { ServingAsker } from './serving-asker.ts';
import { storedAudit } from './stored-audit.ts';
import { tradedIn } from './traded.ts';
import { Watch } from './watch.ts';

export interface AuditorOptions {
  readonly indexIds: readonly string[];
  /** The first slot of the run. */
  readonly from: Millis;
}

const SHOWN_WITHIN_MS = 30_000;

/** Reads what is needed to check a run, independent of the clients: continuously, between faults, and at the end. */
export class Auditor {
  readonly #cluster: Cluster;
  readonly #options: AuditorOptions;
  readonly #askers: readonly ServingAsker[];
  readonly #watch: Watch;
  readonly #answers: AnswerRecord[] = [];

  constructor(cluster: Cluster, options: AuditorOptions) {
    this.#cluster = cluster;
    this.#options = options;
    this.#askers = cluster.of('serve').map((node) => new ServingAsker(node, cluster.audience));
    this.#watch = new Watch(cluster, this.#askers);
  }

  /** Compares the answers of the serving nodes while no fault is active. */
  async compare(): Promise<void> {
    const { indexIds, from } = this.#options;
    const to = Math.floor(Date.now() / SLOT_MS) * SLOT_MS - SLOT_MS;
    if (to <= from) return;
    // One request at a time, so that differences do not come from load.
    for (const path of pathsOf({ indexIds, from, to }))
      this.#answers.push(await answersOf(this.#askers, path));
  }

  /** `to`: the last slot of the run, which all nodes have by now. */
  async finish(to: Millis): Promise<AuditRecord> {
    await until('the newest head on every serving node', () => this.#isShown(to), SHOWN_WITHIN_MS).catch(
      () => undefined,
    );
    await this.compare();
    await this.#watch.close();
    const { storeUrl } = this.#cluster;
    const stored = await storedAudit(storeUrl);
    const { from } = this.#options;
    const database = { node: 'database', gaps: stored.gaps };
    const gaps = [database];
    for (const node of this.#cluster.nodes.filter(({ role }) => role !== 'collect'))
      gaps.push(await gapsOf(node, stored.gaps));
    const verified = [];
    for (const node of this.#cluster.of('compute'))
      verified.push(await verifyNode(node, verifiedUrl(storeUrl)));
    const { heads, leads } = this.#watch;
    const traded = tradedIn('small', 'tidemark', from, to);
    return {
      ticks: stored.ticks,
      days: stored.days,
      gaps,
      verified,
      answers: this.#answers,
      heads,
      leads,
      traded,
    };
  }

  async #isShown(to: Millis): Promise<boolean> {
    const answers = await Promise.all(this.#askers.map((asker) => asker.ask('/v3/integrity/head')));
    return answers.every(({ body }) => Date.parse((JSON.parse(body) as { slot?: string }).slot ?? '') >= to);
  }
}

function verifiedUrl({ url, schema }: { readonly url: string; readonly schema: string }): string {
  return `${url}?schema=${schema}`;
}
