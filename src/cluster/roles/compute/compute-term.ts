import { Registry } from 'prom-client';
import { Readiness } from '../../../api/resources/health.ts';
import { Deferred } from '../../../core/async/deferred.ts';
import { formatDatetime, slotAtOrBefore, type Millis } from '../../../core/time.ts';
import { untilAborted } from '../../../core/async/until-aborted.ts';
import { FileInputReader } from '../../../history/inputs/file-input-reader.ts';
import { HeldHours } from '../../../history/inputs/held-hours.ts';
import type { Fence, StoredRecord } from '../../../history/history-store.ts';
import type { InputEvent } from '../../../history/input-store.ts';
import { newestFence } from '../../postgres/database.ts';
import { PostgresInputReader } from '../../postgres/inputs/postgres-input-reader.ts';
import { PostgresInputs } from '../../postgres/inputs/postgres-inputs.ts';
import type { Lease } from '../../postgres/leases/leases.ts';
import type { MarketTopics } from '../../../latest/market/market-topics.ts';
import type { Bus } from '../../../bus/bus.ts';
import { BusAway } from '../../nats/nats-bus.ts';
import { toWireFrame } from '../../remote/wire-frame.ts';
import { adminHandler, type AddedCommand } from '../../../app/operate/control/admin.ts';
import {
  BACKUP_COMMAND,
  IMPORT_COMMAND,
  operatorCommands,
} from '../../../app/operate/control/operator-commands.ts';
import { STEP_DOWN_COMMAND } from '../../remote/step-down-command.ts';
import { answerCommands, remoteCommands } from '../../remote/remote-commands.ts';
import { readableIdentity } from '../../../app/directory/data-directory.ts';
import { diskPlan } from '../../../app/directory/disk-plan.ts';
import { quarantineOf } from '../../../app/directory/quarantine-of.ts';
import { identityFrom } from '../../../app/directory/source-identity.ts';
import { startPipeline, type Pipeline } from '../../../app/pipeline/pipeline.ts';
import { ReceiptThread } from '../../../app/serve/receipts/receipt-thread.ts';
import { answerReceipts } from '../../remote/remote-receipts.ts';
import { answerKept } from '../../remote/remote-kept.ts';
import { answerPublishedHeads, answerRecordedInputs } from '../../remote/remote-inputs.ts';
import { openReceiptKeeping, type ReceiptKeeping } from '../../../app/pipeline/kept-receipts/open-keeping.ts';
import { readHeads } from '../../../app/pipeline/integrity/head-log.ts';
import { SharedFiles } from '../../files/shared-files.ts';
import type { SharedLosses } from '../../files/shared-losses.ts';
import { claimStore } from '../../files/store-identity.ts';
import type { StorageHealth } from '../../../app/directory/health/storage-health.ts';
import { addReadiness, fillIn } from '../../../app/compose/compose.ts';
import { openCompute, type Compute } from '../../../app/compose/compute.ts';
import { inputSettings } from '../../../app/pipeline/compute-parts.ts';
import { Lifecycle } from '../../../app/process/lifecycle.ts';
import { openStorageHealth } from '../../../app/compose/storage.ts';
import type { ServiceContext } from '../../../app/process/service-context.ts';
import { COPY_EVERY_MS, LEASE_MS, openStoredHistory } from '../cluster.ts';
import { LeaderInputs } from './leader-inputs.ts';
import type { LeaderHealth } from './leader-health.ts';
import { LeaderAlerts } from './leader-alerts.ts';
import { deleteGoneLeases } from './delete-gone-leases.ts';
import { Leadership } from './leadership.ts';
import type { MessageRefusal } from '../../nats/messages/pieces.ts';
import { LostTickSearch } from './lost-tick-search.ts';
import { ReceivedInputs } from './received-inputs.ts';
import type { Node } from '../node.ts';
import type { PublishedHeads } from '../published-heads.ts';
import { STEP_DOWN_REST_MS, StepDown } from './step-down.ts';
import { ProgressNotes } from './progress-notes.ts';
import { Standby } from './standby.ts';

/**
 * How long a process that gave way does not take the lease; others try twice a second. Not longer, because the new leader may die: a
 * process that cannot lead well is better than none.
 */
const REST_MS = LEASE_MS / 2;

/** State that outlives a term. */
export interface NodeMemory {
  readonly health: LeaderHealth;
  readonly heads: PublishedHeads;
  readonly losses: SharedLosses;
}

/** One term, from standing by to being replaced as the leader. Everything is opened for the term and closed with it. */
export class ComputeTerm {
  readonly registry = new Registry();
  readonly #node: Node;
  readonly #health: LeaderHealth;
  readonly #readiness = new Readiness();
  readonly #lifecycle: Lifecycle;
  readonly #stop: AbortSignal;
  readonly #heads: PublishedHeads;
  readonly #losses: SharedLosses;
  readonly #surroundings: ServiceContext;
  readonly #commands: string[] = [];
  readonly #ended = new AbortController();
  readonly #storeLostTicks = new Deferred<void>();
  readonly #steppedDown = new Deferred<void>();
  /** A tick of a slot that was due when it was published: ticks that waited are behind it. */
  readonly #caughtUp = new Deferred<void>();
  /** Rejects when the computing thread has died. */
  readonly #failed = new Deferred<never>();
  readonly #leadership: Leadership;
  #pipeline: Pipeline | undefined;
  #keeping: Promise<unknown> = Promise.resolve();
  #standing: Standby | undefined;
  /** Set once the history writer is open. */
  #fence: Fence | undefined;
  #compute: Compute | undefined;
  #alerts: LeaderAlerts | undefined;
  /** The last published progress of back-filled end-of-day records. */
  #recordsFilled = '';
  #recordChanges = 0;
  /** How long the next term must not take the lease. */
  restMs: Millis = 0;

  constructor(node: Node, { health, heads, losses }: NodeMemory, stop: AbortSignal) {
    const { settings, sources, wallClock, log } = node;
    this.#node = node;
    this.#health = health;
    this.#heads = heads;
    this.#losses = losses;
    this.#stop = stop;
    this.#lifecycle = new Lifecycle(log);
    this.#leadership = new Leadership({
      leases: node.cluster.leases,
      clock: wallClock,
      log,
      leaseMs: LEASE_MS,
      mayLead: () => health.mayLead(),
    });
    this.#surroundings = {
      settings,
      sources,
      wallClock,
      log,
      lifecycle: this.#lifecycle,
      registry: this.registry,
      readiness: this.#readiness,
      stop,
    };
  }

  /** Whether it certainly leads, by the monotonic clock of this node. Its results may still be stored after that. */
  get leads(): boolean {
    return this.#isLeading && this.#leadership.isCertain;
  }

  /** Whether it stands by or leads. */
  get stands(): boolean {
    return this.#standing !== undefined && !this.#ended.signal.aborted;
  }

  get #isLeading(): boolean {
    return this.#compute !== undefined && !this.#ended.signal.aborted;
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
    const { settings, sources, folder, wallClock, log, cluster, time } = this.#node;
    const pipeline = startPipeline(settings, sources, {
      busName: cluster.busName,
      time: time.shared,
      refused: (topic, reason) => cluster.busWatch.refused(topic, reason as MessageRefusal),
      missed: (topic, count) => cluster.busWatch.missed(topic, count),
    });
    this.#pipeline = pipeline;
    this.#lifecycle.started('pipeline of the node', () => pipeline.close());
    const parts = { folder, database: cluster.database, quarantine: quarantineOf(folder), log };
    const files = new SharedFiles(parts);
    this.#lifecycle.started('copies', () => files.close());
    this.#lifecycle.started(
      'losses',
      files.onCopyChange(({ name }) => name === 'gaps' && this.#losses.refresh()),
    );
    await files.catchUp();
    this.#losses.refresh();
    const stopCopying = files.follow(wallClock, COPY_EVERY_MS);
    const kept = await this.#answer();
    const inputs = { ...inputSettings(this.#computeParts()), heldHours: kept.heldHours };
    const standing = await Standby.begin(this.#node, this.#health, pipeline, inputs);
    this.#standing = standing;
    this.#lifecycle.started('standing by', () => standing.close());
    this.#readiness.add({ name: 'bus', ready: cluster.isBusUp });
    this.#readiness.add({
      name: 'lead',
      ready: () => this.#isLeading || this.#health.reasons.length === 0,
      why: () => `this node could not: ${this.#health.reasons.join('; ')}`,
    });
    this.#readiness.add({
      name: 'lease',
      ready: () => !this.#isLeading || this.#leadership.isCertain,
      why: () => 'it has ended, and another node may lead',
    });
    onStanding();
    log.info('standing by');
    const over = AbortSignal.any([this.#stop, this.#ended.signal]);
    if (restMs > 0) await Promise.race([wallClock.wait(restMs, over), standing.failed]);
    const winning = this.#leadership.acquire(over);
    const lease = await Promise.race([winning, standing.failed]).catch(async (error: unknown) => {
      // A lease that nobody keeps would be renewed for ever.
      this.#ended.abort();
      await winning.then((won) => won.release()).catch(() => undefined);
      throw error;
    });
    const isDeposed = async () => (await newestFence(cluster.quick)) > (this.#fence ?? Infinity);
    const keeping = this.#leadership.keep(lease, this.#ended.signal, isDeposed);
    this.#keeping = keeping;
    standing.close();
    // After a long pause another process may lead, and opening the writer would depose it.
    if (!lease.isHeld) return log.warn('the lease ended before it was used: this process stands by again');
    await this.#lead(pipeline, { files, stopCopying, keeping: kept }, lease, keeping);
  }

  /** Releases the lease as soon as computing has stopped: the remaining writes are fenced. */
  async close(): Promise<void> {
    await this.#pipeline?.close();
    this.#ended.abort();
    // A later subscriber must not take this term's messages for those of the new leader.
    this.#node.cluster.forgetPublished();
    for (const name of this.#commands) this.#node.directory.commands.delete(name);
    await this.#keeping;
    await this.#lifecycle.close();
  }

  /** Answers questions of other nodes about recorded inputs, whether it leads or not. */
  async #answer(): Promise<ReceiptKeeping> {
    const { folder, cluster } = this.#node;
    const { asking } = cluster;
    const receipts = new ReceiptThread({ folder, inputs: inputSettings(this.#computeParts()) });
    this.#lifecycle.started('receipts of other nodes', () => receipts.close());
    const keeping = await this.#keep(receipts);
    const spool = new FileInputReader(inputSettings(this.#computeParts()).folder);
    const unanswers = [
      answerReceipts(asking, receipts),
      answerKept(asking, keeping.store),
      answerPublishedHeads(asking, this.#heads),
      answerRecordedInputs({ asking, node: cluster.node, inputs: spool }),
    ];
    this.#lifecycle.started('answers', () => {
      for (const unanswer of unanswers) unanswer();
    });
    this.#setCommands(remoteCommands({ asking, folder, role: cluster.restrictedTo }));
    return keeping;
  }

  /** Every compute node keeps receipts in its own directory, from the inputs that it has recorded. */
  async #keep(receipts: ReceiptThread): Promise<ReceiptKeeping> {
    const { folder, cluster } = this.#node;
    const history = await openStoredHistory(cluster, () => undefined);
    this.#lifecycle.started('history of kept receipts', () => history.close());
    const dayHeads = { heads: async () => readHeads(folder).heads };
    const keeping = openReceiptKeeping({ ...this.#surroundings, folder, receipts, history, dayHeads });
    // The leader receives its own heads even while the bus is down.
    const unsubscribe = cluster.bus.subscribe('head', (head) => keeping.headSigned(head));
    this.#lifecycle.started('heads of kept receipts', unsubscribe);
    const { lastTick } = await history.summary();
    const { keepMs } = inputSettings(this.#computeParts());
    if (lastTick !== undefined) keeping.catchUp(lastTick - keepMs, lastTick);
    return keeping;
  }

  #setCommands(commands: readonly [name: string, command: AddedCommand][]): void {
    for (const [name, command] of commands) {
      this.#node.directory.commands.set(name, command);
      this.#commands.push(name);
    }
  }

  /** Commands of operators are carried out here for as long as this process leads. */
  #command(compute: Compute, health: StorageHealth, term: number): void {
    const { folder, cluster, directory } = this.#node;
    const operated = { ...compute, folder, health, readiness: this.#readiness };
    const stepDown = new StepDown({ node: this.#node, health: this.#health, publisher: compute.publisher });
    void stepDown.done.then(() => this.#steppedDown.resolve());
    this.#setCommands([
      ...(this.#alerts?.commands() ?? []),
      [STEP_DOWN_COMMAND, ({ force }) => stepDown.run(force === true, this.#ended.signal)],
      ...operatorCommands(operated)
        .filter(([name]) => name !== BACKUP_COMMAND)
        .map(([name, run]): [string, AddedCommand] => [
          name,
          name === IMPORT_COMMAND ? this.#toldAfter(run) : run,
        ]),
      [
        'backfill',
        ({ days, replace }) =>
          (compute.seeding.isPossible ? compute.seeding : compute.backfill).extend(days, replace === true),
      ],
    ]);
    const unanswer = answerCommands({ asking: cluster.asking, folder }, term, adminHandler(directory));
    this.#lifecycle.started('commands', unanswer);
  }

  /** Wraps a command so that other nodes drop cached records afterwards. */
  #toldAfter(run: AddedCommand): AddedCommand {
    return async (...asked) => {
      try {
        return await run(...asked);
      } finally {
        this.#recordChanges++;
        if (this.#fence !== undefined) this.#tellPast(this.#fence);
      }
    };
  }

  async #lead(
    pipeline: Pipeline,
    copying: Copying,
    lease: Lease,
    keeping: Promise<'released' | 'lost'>,
  ): Promise<void> {
    const { settings, cluster, wallClock, log } = this.#node;
    log.info({ number: lease.number }, 'leading');
    const { compute, health } = await this.#open(pipeline, copying);
    this.#compute = compute;
    const over = Promise.race([
      compute.publisher.takenOver.then(() => 'another process leads: this one stands by again'),
      keeping.then((how) => (how === 'lost' ? 'another process has led meanwhile: this one stands by' : '')),
      this.#health.untilGivesWay(this.#ended.signal).then((reason) => {
        if (reason === '') return '';
        this.restMs = REST_MS;
        return `this process gives way: ${reason}`;
      }),
      this.#storeLostTicks.promise.then(() => LOST_TICKS),
      this.#steppedDown.promise.then(() => {
        this.restMs = STEP_DOWN_REST_MS;
        return 'this node steps down, as an operator asked: another one leads';
      }),
      untilAborted(this.#stop).then(() => ''),
      this.#failed.promise,
    ]);
    this.#alerts = this.#openAlerts(compute, health);
    compute.begin();
    this.#lifecycle.started('gone leases', deleteGoneLeases(cluster.quick, wallClock, log));
    this.#command(compute, health, lease.number);
    addReadiness(this.#readiness, compute);
    // Filling in the past would delay the tick that the takeover has made late.
    if (await isReached(Promise.all([compute.first, this.#caughtUp.promise]), over))
      fillIn(compute, settings);
    const why = await over;
    if (why !== '') log.warn(why);
  }

  async #open(pipeline: Pipeline, { files, stopCopying, keeping: receiptKeeping }: Copying) {
    const { settings, sources, folder, cluster, log, directory, time } = this.#node;
    const health = openStorageHealth(folder, this.#surroundings, () => this.#losses.ticks);
    const bus: Pick<Bus<MarketTopics>, 'publish'> = cluster.bus;
    const notes = new ProgressNotes(folder, cluster.database, log);
    this.#lifecycle.started('notes', () => notes.idle());
    let inputs: LeaderInputs | undefined;
    let watch: (event: InputEvent) => void = () => undefined;
    const compute = await openCompute({
      ...this.#computeParts(),
      health,
      bus: {
        publish: (topic, message) => {
          if (topic === 'head') this.#onHead(message as MarketTopics['head']);
          this.#alerts?.published(topic, message);
          return bus.publish(topic, message).catch(unlessAway);
        },
      },
      integrityKeys: directory.integrityKeys,
      pipeline,
      shared: {
        store: cluster.store,
        receiptKeeping,
        time: time.shared,
        lead: async (own) => {
          this.#fence = own;
          inputs = this.#leaderInputs(own, receiptKeeping, (event) => watch(event));
          const source = sources.get(settings.source);
          // The directory was opened with the identity of the store, or with its own if the store was empty.
          await claimStore(cluster.database, identityFrom(source, settings, readableIdentity(folder)), own);
          await stopCopying();
          await Promise.all([files.catchUp(), notes.restore()]);
          return {
            contracts: files.share('contracts', own),
            heads: files.share('heads', own),
            timestamps: files.share('timestamps', own),
            gaps: files.share('gaps', own),
          };
        },
        onInputs: async (frame) => {
          inputs?.hold(frame);
          // Nodes that do not receive the inputs read them from the store.
          await cluster.bus.publish('inputs', toWireFrame(frame)).catch(() => undefined);
        },
        storeInputs: async (at) => (await inputs?.storeInputs(at)) ?? false,
        watchInputs: (own) => (watch = own),
        onRecorded: (recorded) => (recorded ? this.#health.inputsRecorded() : this.#health.inputsRefused()),
        onStoreLostTicks: ({ newest }) => {
          this.#node.metrics.storeLostTicks.inc();
          log.error({ newest: newest === undefined ? undefined : formatDatetime(newest) }, LOST_TICKS);
          this.#storeLostTicks.resolve();
        },
        findLostTicks: (last) => this.#findLostTicks(last),
        onStoredAgain: () => this.#node.metrics.storedAgain.inc(),
        publishedHeads: () => this.#heads.all(),
        onFailed: (error) => this.#failed.reject(error),
        onSources: (degraded) => {
          this.#health.setDegraded(degraded);
          this.#publishSources(degraded);
        },
        onProgress: () => {
          if (this.#fence === undefined) return;
          this.#losses.refresh();
          notes.keep(this.#fence);
          this.#tellPast(this.#fence);
        },
      },
    });
    return { compute, health };
  }

  #openAlerts({ history, marketClock, publisher }: Compute, health: StorageHealth): LeaderAlerts {
    const { cluster, webhooks: transport } = this.#node;
    const { lastStored } = publisher;
    const alerts = new LeaderAlerts(
      {
        database: cluster.database,
        fence: history.fence,
        history,
        marketClock,
        damagedParts: () => health.damage.length + health.lostTicks,
        publishedBefore: Number.isFinite(lastStored) ? lastStored : undefined,
        transport,
        publish: (raised) => cluster.bus.publish('alerts', raised),
      },
      this.#surroundings,
    );
    this.#lifecycle.started('alerts', () => alerts.close());
    return alerts;
  }

  async #findLostTicks(last: StoredRecord | undefined): Promise<string | undefined> {
    const { cluster, directory, time, wallClock: clock, log } = this.#node;
    const settings = inputSettings(this.#computeParts());
    const received = new ReceivedInputs(settings);
    this.#lifecycle.started('inputs of other nodes', () => received.close());
    const search = new LostTickSearch({
      asking: cluster.asking,
      heads: this.#heads,
      keys: directory.integrityKeys,
      own: [new FileInputReader(settings.folder), new PostgresInputReader(cluster.database)],
      received,
      time: time.clock,
      clock,
      log,
    });
    await search.find(last, AbortSignal.any([this.#stop, this.#ended.signal]));
    void this.#caughtUp.promise
      .then(() => received.close())
      .catch((error: unknown) => log.warn({ err: error }, 'received inputs could not be removed'));
    return received.folder;
  }

  #onHead(head: MarketTopics['head']): void {
    this.#heads.add(head);
    if (head.slot >= slotAtOrBefore(this.#node.time.clock.now())) this.#caughtUp.resolve();
  }

  #leaderInputs(fence: Fence, keeping: ReceiptKeeping, onEvent: (event: InputEvent) => void): LeaderInputs {
    const { cluster, log } = this.#node;
    const { folder, keepMs, maxBytes, leaveBytes } = inputSettings(this.#computeParts());
    const held = keeping.heldHours && new HeldHours(keeping.heldHours);
    const store = new PostgresInputs({
      database: cluster.database,
      fence,
      keepMs,
      maxBytes: maxBytes - leaveBytes,
      held,
      onEvent,
    });
    return new LeaderInputs({ store, spool: new FileInputReader(folder), log });
  }

  #publishSources(degraded: string | undefined): void {
    if (this.#fence === undefined) return;
    void this.#node.cluster.bus
      .publish('sources', { fence: this.#fence, degraded: degraded ?? null })
      // The next slot publishes it again.
      .catch(() => undefined);
  }

  #tellPast(fence: Fence): void {
    if (!this.#compute) return;
    const { backfill: past, seeding } = this.#compute;
    const settledFrom = past.settledFrom();
    const recordsFrom = Math.max(past.candlesSettledFrom(), seeding.candlesSettledFrom());
    const recordsFilled = `${past.candlesSettledFrom()} ${seeding.state().points}`;
    if (recordsFilled !== this.#recordsFilled) this.#recordChanges++;
    this.#recordsFilled = recordsFilled;
    void this.#node.cluster.bus
      .publish('past', {
        fence,
        settledFrom: Number.isFinite(settledFrom) ? settledFrom : null,
        recordsSettledFrom: Number.isFinite(recordsFrom) ? recordsFrom : null,
        revision: past.revision(),
        openSeamDay: past.openSeamDay() ?? null,
        changesStored: past.hasChangesStored,
        recordChanges: this.#recordChanges,
      })
      // The next tick publishes it again.
      .catch(() => undefined);
  }

  #computeParts() {
    const { settings, sources, folder } = this.#node;
    const disk = diskPlan(settings.maxDisk, sources.get(settings.source).diskUse(settings));
    return { ...this.#surroundings, folder, disk };
  }
}

const LOST_TICKS =
  'the store has lost acknowledged ticks: this process starts again, and stores those that it still has again';

/** Ignores a lost bus: its loss is already logged once. */
function unlessAway(error: unknown): void {
  if (!(error instanceof BusAway)) throw error;
}

interface Copying {
  readonly keeping: ReceiptKeeping;
  readonly files: SharedFiles;
  /** After it resolves, the owners of the files write them. */
  readonly stopCopying: () => Promise<void>;
}

/** False if the term ends first. */
function isReached(waited: Promise<unknown>, over: Promise<unknown>): Promise<boolean> {
  return Promise.race([waited.then(() => true), over.then(() => false)]);
}
