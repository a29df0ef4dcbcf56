import { formatDatetime, slotAtOrBefore } from '../../../core/time.ts';
import { FileInputReader } from '../../../history/inputs/file-input-reader.ts';
import { HeldHours } from '../../../history/inputs/held-hours.ts';
import type { Fence, StoredRecord } from '../../../history/history-store.ts';
import type { InputEvent } from '../../../history/input-store.ts';
import type { Bus } from '../../../bus/bus.ts';
import type { MarketTopics } from '../../../latest/market/market-topics.ts';
import { openCompute, type Compute } from '../../../app/compose/compute.ts';
import { openStorageHealth } from '../../../app/compose/storage.ts';
import { readableIdentity } from '../../../app/directory/data-directory.ts';
import type { StorageHealth } from '../../../app/directory/health/storage-health.ts';
import { identityFrom } from '../../../app/directory/source-identity.ts';
import { inputSettings } from '../../../app/pipeline/compute-parts.ts';
import type { ReceiptKeeping } from '../../../app/pipeline/kept-receipts/open-keeping.ts';
import type { Pipeline } from '../../../app/pipeline/pipeline.ts';
import type { Lifecycle } from '../../../app/process/lifecycle.ts';
import type { ServiceContext } from '../../../app/process/service-context.ts';
import type { SharedFiles } from '../../files/shared-files.ts';
import { claimStore } from '../../files/store-identity.ts';
import { BusAway } from '../../nats/nats-bus.ts';
import { PostgresInputReader } from '../../postgres/inputs/postgres-input-reader.ts';
import { PostgresInputs } from '../../postgres/inputs/postgres-inputs.ts';
import { toWireFrame } from '../../remote/wire-frame.ts';
import type { Node } from '../node.ts';
import { LeaderAlerts } from './leader-alerts.ts';
import { LeaderInputs } from './leader-inputs.ts';
import { LostTickSearch } from './lost-tick-search.ts';
import type { PastPublisher } from './past-publisher.ts';
import { ProgressNotes } from './progress-notes.ts';
import { ReceivedInputs } from './received-inputs.ts';
import type { TermContext } from './term-context.ts';

export const LOST_TICKS =
  'the store has lost acknowledged ticks: this process starts again, and stores those that it still has again';

export interface Copying {
  readonly keeping: ReceiptKeeping;
  readonly files: SharedFiles;
  /** After it resolves, the owners of the files write them. */
  readonly stopCopying: () => Promise<void>;
}

export interface OpenedLeader {
  readonly compute: Compute;
  readonly health: StorageHealth;
  readonly alerts: LeaderAlerts;
}

/** Opens what the leader computes, stores and publishes with. */
export class LeaderOpening {
  readonly #term: TermContext;
  readonly #past: PastPublisher;
  readonly #node: Node;
  readonly #surroundings: ServiceContext;
  readonly #lifecycle: Lifecycle;
  #alerts: LeaderAlerts | undefined;

  constructor(term: TermContext, past: PastPublisher) {
    this.#term = term;
    this.#past = past;
    this.#node = term.node;
    this.#surroundings = term.surroundings;
    this.#lifecycle = term.lifecycle;
  }

  async open(
    pipeline: Pipeline,
    { files, stopCopying, keeping: receiptKeeping }: Copying,
  ): Promise<OpenedLeader> {
    const { settings, sources, folder, cluster, log, directory, time } = this.#node;
    const health = openStorageHealth(folder, this.#surroundings, () => this.#term.memory.losses.ticks);
    const bus: Pick<Bus<MarketTopics>, 'publish'> = cluster.bus;
    const notes = new ProgressNotes(folder, cluster.database, log);
    this.#lifecycle.started('notes', () => notes.idle());
    let inputs: LeaderInputs | undefined;
    let watch: (event: InputEvent) => void = () => undefined;
    const compute = await openCompute({
      ...this.#term.computeParts(),
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
          this.#term.fence = own;
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
        onRecorded: (recorded) =>
          recorded ? this.#term.memory.health.inputsRecorded() : this.#term.memory.health.inputsRefused(),
        onStoreLostTicks: ({ newest }) => {
          this.#node.metrics.storeLostTicks.inc();
          log.error({ newest: newest === undefined ? undefined : formatDatetime(newest) }, LOST_TICKS);
          this.#term.storeLostTicks.resolve();
        },
        findLostTicks: (last) => this.#findLostTicks(last),
        onStoredAgain: () => this.#node.metrics.storedAgain.inc(),
        publishedHeads: () => this.#term.memory.heads.all(),
        onFailed: (error) => this.#term.failed.reject(error),
        onSources: (degraded) => {
          this.#term.memory.health.setDegraded(degraded);
          this.#past.publishSources(degraded);
        },
        onProgress: () => {
          const { fence } = this.#term;
          if (fence === undefined) return;
          this.#term.memory.losses.refresh();
          notes.keep(fence);
          this.#past.publishPast();
        },
      },
    });
    const alerts = this.#openAlerts(compute, health);
    this.#alerts = alerts;
    return { compute, health, alerts };
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
        publishedSlot: () => publisher.lastShown,
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
    const settings = inputSettings(this.#term.computeParts());
    const received = new ReceivedInputs(settings);
    this.#lifecycle.started('inputs of other nodes', () => received.close());
    const search = new LostTickSearch({
      rpc: cluster.rpc,
      heads: this.#term.memory.heads,
      keys: directory.integrityKeys,
      own: [new FileInputReader(settings.folder), new PostgresInputReader(cluster.database)],
      received,
      time: time.clock,
      clock,
      log,
    });
    const stopped = AbortSignal.any([this.#term.stop, this.#term.ended.signal]);
    await search.find(last, stopped);
    // A search that was cut short does not show what is lost.
    stopped.throwIfAborted();
    void this.#term.caughtUp.promise
      .then(() => received.close())
      .catch((error: unknown) => log.warn({ err: error }, 'received inputs could not be removed'));
    return received.folder;
  }

  #onHead(head: MarketTopics['head']): void {
    this.#term.memory.heads.add(head);
    if (head.slot >= slotAtOrBefore(this.#node.time.clock.now())) this.#term.caughtUp.resolve();
  }

  #leaderInputs(fence: Fence, keeping: ReceiptKeeping, onEvent: (event: InputEvent) => void): LeaderInputs {
    const { cluster, log } = this.#node;
    const { folder, keepMs, maxBytes, leaveBytes } = inputSettings(this.#term.computeParts());
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
}

/** Ignores a lost bus: its loss is already logged once. */
function unlessAway(error: unknown): void {
  if (!(error instanceof BusAway)) throw error;
}
