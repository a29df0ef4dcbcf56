import { join } from 'node:path';
import { Registry } from 'prom-client';
import { Readiness } from '../../../api/rest/health.ts';
import { formatDatetime, SECOND_MS, type Millis } from '../../../core/time.ts';
import type { Fence } from '../../../history/history-store.ts';
import type { Lease } from '../../../leases/leases.ts';
import { newestFence } from '../../../postgres/database.ts';
import { sentFrame } from '../../asks/sent-frame.ts';
import { REFERENCE_FILE } from '../../directory/data-format.ts';
import { diskPlan } from '../../directory/disk-plan.ts';
import type { AddedCommand } from '../../control/admin.ts';
import { operatorCommands } from '../../control/operator-commands.ts';
import { answerCommands, remoteCommands } from '../../control/remote-commands.ts';
import { ReceiptThread } from '../../receipts/receipt-thread.ts';
import { answerInputs, RemoteInputs } from '../../receipts/remote-inputs.ts';
import { answerReceipts } from '../../receipts/remote-receipts.ts';
import type { StorageHealth } from '../../storage/storage-health.ts';
import { FileInputReader } from '../../../history/inputs/file-input-reader.ts';
import { FollowedTicks } from './followed-ticks.ts';
import { SharedFiles } from '../../shared-files/shared-files.ts';
import { startPipeline, type Pipeline } from '../../pipeline/pipeline.ts';
import { historyBackend } from '../backends.ts';
import { fillIn } from '../compose.ts';
import { inputSettings, openCompute, type Compute } from '../compute.ts';
import { Lifecycle } from '../lifecycle.ts';
import { openStorageHealth } from '../storage.ts';
import type { Surroundings } from '../surroundings.ts';
import { unlessStopped } from '../unless-stopped.ts';
import { LEASE_MS } from './cluster.ts';
import { Leadership } from './leadership.ts';
import type { Node, RunningRole } from './node.ts';
import { ProgressNotes } from './progress-notes.ts';
import { quarantineOf } from '../../directory/quarantine-of.ts';

const COPY_EVERY_MS = 2 * SECOND_MS;
const AGAIN_MS = SECOND_MS;

/**
 * Computes, or stands by. A process stands by until it has the lease; then it opens the writer of history, which ends the one before it, and
 * leads until another process does the same to it. Each time everything is opened anew.
 */
export class ComputeNode implements RunningRole {
  readonly #node: Node;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  #term: Term | undefined;
  #firstTerm: (() => void) | undefined;
  /** Resolves when it stands by, or leads. */
  readonly ready: Promise<void>;

  constructor(node: Node) {
    this.#node = node;
    this.ready = new Promise((resolve) => (this.#firstTerm = resolve));
    node.metrics.watchLead(() => this.#term?.leads ?? false);
    this.#running = this.#run();
  }

  get registry(): Registry | undefined {
    return this.#term?.registry;
  }

  describe(): object {
    const term = this.#term;
    return { compute: { leads: term?.leads ?? false, ...term?.progress() } };
  }

  missing(): string[] {
    return this.#term?.missing() ?? ['starting'];
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { log, wallClock } = this.#node;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const term = new Term(this.#node, signal, () => this.#firstTerm?.());
      this.#term = term;
      try {
        await term.run();
      } catch (error) {
        if (!signal.aborted) log.error({ err: error }, 'computing could not go on: it begins again');
      }
      await term.close().catch((error: unknown) => log.error({ err: error }, 'could not be stopped cleanly'));
      if (!signal.aborted) await wallClock.wait(AGAIN_MS, signal).catch(() => undefined);
    }
  }
}

interface Copying {
  readonly files: SharedFiles;
  /** From then on the files are written by their owners. */
  readonly stopCopying: () => Promise<void>;
}

/** From standing by to being taken over from. */
class Term {
  readonly registry = new Registry();
  readonly #node: Node;
  readonly #readiness = new Readiness();
  readonly #lifecycle: Lifecycle;
  readonly #stop: AbortSignal;
  readonly #onStanding: () => void;
  readonly #surroundings: Surroundings;
  #compute: Compute | undefined;
  #isStanding = false;
  /** Of the writer of history that this process has opened. */
  #fence: Fence | undefined;
  followedAt: Millis | undefined;

  constructor(node: Node, stop: AbortSignal, onStanding: () => void) {
    const { settings, sources, wallClock, log } = node;
    this.#node = node;
    this.#stop = stop;
    this.#onStanding = onStanding;
    this.#lifecycle = new Lifecycle(log);
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

  get leads(): boolean {
    return this.#compute !== undefined;
  }

  /** The newest tick that it has published, or followed. */
  progress(): { readonly lastTick?: string } {
    const at = this.#compute?.publisher.lastShown ?? this.followedAt ?? -Infinity;
    return at === -Infinity ? {} : { lastTick: formatDatetime(at) };
  }

  missing(): string[] {
    return this.#isStanding || this.leads ? this.#readiness.missing() : ['standing by'];
  }

  async run(): Promise<void> {
    const { settings, sources, folder, log, cluster } = this.#node;
    const pipeline = startPipeline(settings, sources);
    this.#lifecycle.started('pipeline of the node', () => pipeline.close());
    const files = await SharedFiles.open({
      folder,
      database: cluster.database,
      quarantine: quarantineOf(folder),
      log,
    });
    this.#lifecycle.started('copies', () => files.close());
    await files.catchUp();
    const leadership = new Leadership({
      leases: cluster.leases,
      clock: this.#node.wallClock,
      log,
      leaseMs: LEASE_MS,
    });
    const stopCopying = files.follow(this.#node.wallClock, COPY_EVERY_MS);
    this.#answer();
    const unfollow = await this.#follow(pipeline);
    const lease = await leadership.won(this.#stop);
    unfollow();
    const ended = new AbortController();
    const keeping = leadership.keep(lease, ended.signal, async () => {
      const own = this.#fence;
      return own !== undefined && (await newestFence(cluster.database)) !== own;
    });
    keeping.catch(() => undefined);
    this.#lifecycle.started('lease', async () => {
      ended.abort();
      await keeping.catch(() => undefined);
    });
    await Promise.race([this.#lead(pipeline, { files, stopCopying }, lease), keeping]);
    if (!this.#stop.aborted) log.warn('another process leads: this one stands by');
  }

  close(): Promise<void> {
    return this.#lifecycle.close();
  }

  /** Hears what collectors bring and follows the ticks of the process that leads. Returns what ends it. */
  async #follow(pipeline: Pipeline): Promise<() => void> {
    const { folder, cluster, log } = this.#node;
    let followed: FollowedTicks | undefined;
    const failed = new Promise<never>((_, reject) => {
      const begin = async () => {
        const { state, since } = await this.#stored();
        let hasState = state !== undefined;
        const remember = async () => {
          const { state: later } = await this.#stored();
          if (!later || hasState) return;
          hasState = true;
          pipeline.remember(later);
        };
        const following = {
          inputs: inputSettings(this.#computeParts()),
          referenceFile: join(folder, REFERENCE_FILE),
          state,
        };
        pipeline.follow(following, {
          onSourceTrouble: (what, details) => log.warn(details, what),
          onFailure: reject,
          onFollowFailed: (error) =>
            log.warn({ err: error }, 'a tick of the leading process could not be followed'),
          onFollowed: (at, differs) => {
            this.followedAt = at;
            // Where that fails, the next tick tries it again.
            if (!hasState) void remember().catch(() => undefined);
            const slot = formatDatetime(at);
            if (differs)
              log.error({ slot }, 'a tick of the leading process does not come out of its inputs here');
          },
        });
        followed = new FollowedTicks({
          bus: cluster.bus,
          own: new FileInputReader(following.inputs.folder),
          others: new RemoteInputs(cluster.asking),
          hear: (frame) => pipeline.hear(frame),
          log,
        });
        followed.begin(since);
      };
      begin().catch(reject);
    });
    failed.catch(() => undefined);
    await Promise.race([pipeline.past, failed]);
    this.#isStanding = true;
    this.#onStanding();
    log.info('standing by');
    return () => followed?.close();
  }

  /** What other nodes ask of one that records inputs, whether it leads or not. */
  #answer(): void {
    const { folder, cluster } = this.#node;
    const { asking } = cluster;
    const inputsFolder = inputSettings(this.#computeParts()).folder;
    const receipts = new ReceiptThread({ folder, inputsFolder });
    this.#lifecycle.started('receipts of other nodes', () => receipts.close());
    const unanswers = [
      answerReceipts(asking, receipts),
      answerInputs(asking, new FileInputReader(inputsFolder)),
    ];
    this.#lifecycle.started('answers', () => {
      for (const unanswer of unanswers) unanswer();
    });
    this.#setCommands(remoteCommands({ asking, folder }));
  }

  #setCommands(commands: readonly [name: string, command: AddedCommand][]): void {
    for (const [name, command] of commands) this.#node.directory.commands.set(name, command);
  }

  /** Commands of operators are carried out here for as long as this process leads. */
  #command(compute: Compute, health: StorageHealth): void {
    const { folder, cluster, directory } = this.#node;
    const operated = { ...compute, folder, health, readiness: this.#readiness };
    this.#setCommands([
      ...operatorCommands(operated),
      [
        'backfill',
        ({ days, replace }) =>
          (compute.seeding.isPossible ? compute.seeding : compute.backfill).extend(days, replace === true),
      ],
    ]);
    const unanswer = answerCommands({ asking: cluster.asking, folder }, directory.commands);
    this.#lifecycle.started('commands', unanswer);
  }

  /** The engine's state, and the ticks since then. */
  async #stored() {
    const { folder, cluster } = this.#node;
    const backend = historyBackend(folder, cluster.store);
    const reader = await backend.openReader(() => undefined);
    try {
      const state = await reader.lastState();
      const since: Millis[] = [];
      if (state) for await (const { at } of reader.records(state.at + 1, Infinity)) since.push(at);
      return { state, since };
    } finally {
      await reader.close();
    }
  }

  async #lead(pipeline: Pipeline, { files, stopCopying }: Copying, lease: Lease): Promise<void> {
    const { settings, folder, cluster, log, directory } = this.#node;
    const notes = new ProgressNotes(folder, cluster.database, log);
    await notes.restore();
    log.info({ number: lease.number }, 'leading');
    const health = openStorageHealth(folder, this.#surroundings);
    let fence: Fence = 0;
    const compute = await openCompute({
      ...this.#computeParts(),
      health,
      bus: cluster.bus,
      integrityKeys: directory.integrityKeys,
      pipeline,
      shared: {
        store: cluster.store,
        lead: async (own) => {
          fence = own;
          this.#fence = own;
          await stopCopying();
          await files.catchUp();
          return {
            contracts: files.share('contracts', own),
            heads: files.share('heads', own),
            gaps: files.share('gaps', own),
          };
        },
        // Nodes that do not hear them ask for them.
        onInputs: (inputs) => cluster.bus.publish('inputs', sentFrame(inputs)).catch(() => undefined),
        onProgress: () => {
          notes.keep(fence);
          this.#tellPast(fence);
        },
      },
    });
    this.#compute = compute;
    compute.begin();
    this.#command(compute, health);
    await Promise.race([unlessStopped(compute.first, this.#stop), compute.publisher.takenOver]);
    await Promise.race([unlessStopped(compute.prepared, this.#stop), compute.publisher.takenOver]);
    fillIn(compute, settings);
    await Promise.race([compute.publisher.takenOver, untilAborted(this.#stop)]);
  }

  #tellPast(fence: Fence): void {
    const past = this.#compute?.backfill;
    if (!past) return;
    const settledFrom = past.settledFrom();
    void this.#node.cluster.bus
      .publish('past', {
        fence,
        settledFrom: Number.isFinite(settledFrom) ? settledFrom : null,
        revision: past.revision(),
        openSeamDay: past.openSeamDay() ?? null,
        changesStored: past.hasChangesStored,
      })
      // The next tick tells it again.
      .catch(() => undefined);
  }

  #computeParts() {
    const { settings, sources, folder } = this.#node;
    const disk = diskPlan(settings.maxDisk, sources.named(settings.source).diskUse(settings));
    return { ...this.#surroundings, folder, disk };
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
