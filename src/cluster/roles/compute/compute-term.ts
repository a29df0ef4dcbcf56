import { Registry } from 'prom-client';
import { Readiness } from '../../../api/resources/health.ts';
import { formatDatetime, type Millis } from '../../../core/time.ts';
import { untilAborted } from '../../../core/async/until-aborted.ts';
import { newestFence } from '../../postgres/database.ts';
import type { Lease } from '../../postgres/leases/leases.ts';
import { quarantineOf } from '../../../app/directory/quarantine-of.ts';
import { startPipeline, type Pipeline } from '../../../app/pipeline/pipeline.ts';
import { SharedFiles } from '../../files/shared-files.ts';
import { addReadiness, fillIn } from '../../../app/compose/compose.ts';
import { type Compute } from '../../../app/compose/compute.ts';
import { inputSettings } from '../../../app/pipeline/compute-parts.ts';
import { COPY_EVERY_MS, LEASE_MS } from '../cluster.ts';
import { LeaderOpening, LOST_TICKS, type Copying } from './open-leader.ts';
import { PastPublisher } from './past-publisher.ts';
import { answerNodes } from './term-answers.ts';
import { TermCommands } from './term-commands.ts';
import { TermContext, type NodeMemory } from './term-context.ts';
import { deleteGoneLeases } from './delete-gone-leases.ts';
import { Leadership } from './leadership.ts';
import type { MessageRefusal } from '../../nats/messages/pieces.ts';
import type { Node } from '../node.ts';
import { STEP_DOWN_REST_MS } from './step-down.ts';
import { Standby } from './standby.ts';

/**
 * How long a process that gave way does not take the lease; others try twice a second. Not longer, because the new leader may die: a
 * process that cannot lead well is better than none.
 */
const REST_MS = LEASE_MS / 2;

/** One term, from standing by to being replaced as the leader. Everything is opened for the term and closed with it. */
export class ComputeTerm {
  readonly registry = new Registry();
  readonly #term: TermContext;
  readonly #past: PastPublisher;
  readonly #commands: TermCommands;
  readonly #readiness = new Readiness();
  readonly #leadership: Leadership;
  #pipeline: Pipeline | undefined;
  #keeping: Promise<unknown> = Promise.resolve();
  #standing: Standby | undefined;
  #compute: Compute | undefined;
  /** How long the next term must not take the lease. */
  restMs: Millis = 0;

  constructor(node: Node, memory: NodeMemory, stop: AbortSignal) {
    const { wallClock: clock, log } = node;
    const { registry } = this;
    this.#term = new TermContext({ node, memory, registry, readiness: this.#readiness, stop });
    this.#past = new PastPublisher(this.#term);
    this.#commands = new TermCommands(this.#term, this.#past);
    this.#leadership = new Leadership({
      leases: node.cluster.leases,
      clock,
      log,
      leaseMs: LEASE_MS,
      mayLead: () => memory.health.mayLead(),
    });
  }

  /** Whether it certainly leads, by the monotonic clock of this node. Its results may still be stored after that. */
  get leads(): boolean {
    return this.#isLeading && this.#leadership.isCertain;
  }

  /** Whether it stands by or leads. */
  get stands(): boolean {
    return this.#standing !== undefined && !this.#term.ended.signal.aborted;
  }

  get #isLeading(): boolean {
    return this.#compute !== undefined && !this.#term.ended.signal.aborted;
  }

  /** The newest tick published or followed. */
  progress(): { readonly lastTick?: string } {
    const at = this.#compute?.publisher.lastShown ?? this.#standing?.followedAt ?? -Infinity;
    return at === -Infinity ? {} : { lastTick: formatDatetime(at) };
  }

  missing(): string[] {
    return this.#standing ? this.#readiness.missing() : ['starting'];
  }

  /** Runs until another process leads, or this one gives way or is stopped. */
  async run(restMs: Millis, onStanding: () => void): Promise<void> {
    const { settings, sources, folder, wallClock, log, cluster, time } = this.#term.node;
    const pipeline = startPipeline(settings, sources, {
      busName: cluster.busName,
      time: time.shared,
      refused: (topic, reason) => cluster.busWatch.refused(topic, reason as MessageRefusal),
      missed: (topic, count) => cluster.busWatch.missed(topic, count),
    });
    this.#pipeline = pipeline;
    this.#term.lifecycle.started('pipeline of the node', () => pipeline.close());
    const parts = { folder, database: cluster.database, quarantine: quarantineOf(folder), log };
    const files = new SharedFiles(parts);
    this.#term.lifecycle.started('copies', () => files.close());
    this.#term.lifecycle.started(
      'losses',
      files.onCopyChange(({ name }) => name === 'gaps' && this.#term.memory.losses.refresh()),
    );
    await files.catchUp();
    this.#term.memory.losses.refresh();
    const stopCopying = files.follow(wallClock, COPY_EVERY_MS);
    const kept = await answerNodes(this.#term, this.#commands);
    const inputs = { ...inputSettings(this.#term.computeParts()), heldHours: kept.heldHours };
    const standing = await Standby.begin(this.#term.node, this.#term.memory.health, pipeline, inputs);
    this.#standing = standing;
    this.#term.lifecycle.started('standing by', () => standing.close());
    this.#readiness.add({ name: 'bus', ready: cluster.isBusUp });
    this.#readiness.add({
      name: 'lead',
      ready: () => this.#isLeading || this.#term.memory.health.reasons.length === 0,
      why: () => `this node could not: ${this.#term.memory.health.reasons.join('; ')}`,
    });
    this.#readiness.add({
      name: 'lease',
      ready: () => !this.#isLeading || this.#leadership.isCertain,
      why: () => 'it has ended, and another node may lead',
    });
    onStanding();
    log.info('standing by');
    const over = AbortSignal.any([this.#term.stop, this.#term.ended.signal]);
    if (restMs > 0) await Promise.race([wallClock.wait(restMs, over), standing.failed]);
    const winning = this.#leadership.acquire(over);
    const lease = await Promise.race([winning, standing.failed]).catch(async (error: unknown) => {
      // A lease that nobody keeps would be renewed for ever.
      this.#term.ended.abort();
      await winning.then((won) => won.release()).catch(() => undefined);
      throw error;
    });
    const isDeposed = async () => (await newestFence(cluster.quick)) > (this.#term.fence ?? Infinity);
    const keeping = this.#leadership.keep(lease, this.#term.ended.signal, isDeposed);
    this.#keeping = keeping;
    standing.close();
    // After a long pause another process may lead, and opening the writer would depose it.
    if (!lease.isHeld) return log.warn('the lease ended before it was used: this process is a standby again');
    await this.#lead(pipeline, { files, stopCopying, keeping: kept }, lease, keeping);
  }

  /** Releases the lease as soon as computing has stopped: the remaining writes are fenced. */
  async close(): Promise<void> {
    await this.#pipeline?.close();
    this.#term.ended.abort();
    // A later subscriber must not take this term's messages for those of the new leader.
    this.#term.node.cluster.forgetPublished();
    this.#commands.remove();
    await this.#keeping;
    await this.#term.lifecycle.close();
  }

  async #lead(
    pipeline: Pipeline,
    copying: Copying,
    lease: Lease,
    keeping: Promise<'released' | 'lost'>,
  ): Promise<void> {
    const { settings, cluster, wallClock, log } = this.#term.node;
    log.info({ number: lease.number }, 'leading');
    const { compute, health, alerts } = await new LeaderOpening(this.#term, this.#past).open(
      pipeline,
      copying,
    );
    this.#compute = compute;
    this.#past.compute = compute;
    const over = Promise.race([
      compute.publisher.takenOver.then(() => 'another process leads: this one is a standby again'),
      keeping.then((how) =>
        how === 'lost' ? 'another process has led meanwhile: this one is now a standby' : '',
      ),
      this.#term.memory.health.untilGivesWay(this.#term.ended.signal).then((reason) => {
        if (reason === '') return '';
        this.restMs = REST_MS;
        return `this process steps down: ${reason}`;
      }),
      this.#term.storeLostTicks.promise.then(() => LOST_TICKS),
      this.#term.steppedDown.promise.then(() => {
        this.restMs = STEP_DOWN_REST_MS;
        return 'this node steps down because an operator requested it: another one leads';
      }),
      untilAborted(this.#term.stop).then(() => ''),
      this.#term.failed.promise,
    ]);
    compute.begin();
    this.#term.lifecycle.started('gone leases', deleteGoneLeases(cluster.quick, wallClock, log));
    this.#commands.lead({ compute, health, alerts, number: lease.number });
    addReadiness(this.#readiness, compute);
    // Filling in the past would delay the tick that the takeover has made late.
    if (await isReached(Promise.all([compute.first, this.#term.caughtUp.promise]), over))
      fillIn(compute, settings);
    const why = await over;
    if (why !== '') log.warn(why);
  }
}

/** False if the term ends first. */
function isReached(waited: Promise<unknown>, over: Promise<unknown>): Promise<boolean> {
  return Promise.race([waited.then(() => true), over.then(() => false)]);
}
