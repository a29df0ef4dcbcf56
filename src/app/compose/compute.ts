import { join } from 'node:path';
import type { SigningKeys } from '../../auth/signing-keys.ts';
import type { Bus } from '../../bus/bus.ts';
import type { MarketClock } from '../../core/clock.ts';
import type { Share } from '../../core/share.ts';
import type { HeadReader } from '../../core/integrity-head.ts';
import { DAY_MS, formatDatetime, slotAtOrBefore, SLOT_MS, type Millis } from '../../core/time.ts';
import type { Fence, HistoryStore } from '../../history/history-store.ts';
import type { InputFrame } from '../../history/input-store.ts';
import { FileInputReader } from '../../history/inputs/file-input-reader.ts';
import type { MarketTopics } from '../../latest/market-topics.ts';
import type { Receipts } from '../../receipts/receipts.ts';
import { ContractBook } from '../../reference/contract-book.ts';
import type { ContractReader } from '../../reference/contract-store.ts';
import { Backfill } from '../backfill/backfill.ts';
import { backfillMetrics } from '../backfill/backfill-metrics.ts';
import { LARGEST_ASSETS } from '../backfill/backfill-plan.ts';
import { BackfillReports, type Terminal } from '../backfill/backfill-reports.ts';
import { setAsideDamagedProgress } from '../backfill/damaged-progress.ts';
import { openSeeding } from '../seeding/open-seeding.ts';
import type { Seeding } from '../seeding/seeding.ts';
import { openContracts } from '../config/contract-file.ts';
import { REFERENCE_FILE } from '../directory/data-format.ts';
import type { DiskPlan } from '../directory/disk-plan.ts';
import { openLoggedHistory } from '../directory/open-history.ts';
import { quarantineOf } from '../directory/quarantine-of.ts';
import { GapKeeper } from '../gaps/gap-keeper.ts';
import { GapLog } from '../gaps/gap-log.ts';
import { HeadKeeper } from '../integrity/head-keeper.ts';
import { HeadLog } from '../integrity/head-log.ts';
import { DerivativesPublisher } from '../pipeline/derivatives-publisher.ts';
import { continuationOf, lastTickOf } from '../pipeline/last-tick.ts';
import { JOURNAL, OTHER_RECORD } from '../pipeline/newest-record.ts';
import { startPipeline, type Pipeline } from '../pipeline/pipeline.ts';
import type { InputSettings } from '../pipeline/pipeline-messages.ts';
import { Publisher } from '../pipeline/publisher.ts';
import { SeriesOrders } from '../pipeline/series-orders.ts';
import type { StoredTick } from '../pipeline/tick-loop.ts';
import { StoredVersions } from '../pipeline/stored-versions.ts';
import { tickMetrics } from '../pipeline/tick-metrics.ts';
import { ReceiptThread } from '../receipts/receipt-thread.ts';
import { readLostTicks } from '../storage/lost-ticks.ts';
import type { StorageHealth } from '../storage/storage-health.ts';
import { clockMetrics } from './clock-metrics.ts';
import { ClockWatch } from './clock-watch.ts';
import { marketTime, type MarketTime } from './market-time.ts';
import { SourceHealth } from '../pipeline/source-health.ts';
import { sourceMetrics } from '../pipeline/source-metrics.ts';
import { handlersFor } from './pipeline-handlers.ts';
import { speedMetrics } from './speed-metrics.ts';
import { SpeedWatch } from './speed-watch.ts';
import type { Surroundings } from './surroundings.ts';
import { unlessStopped } from './unless-stopped.ts';

export interface ComputeParts extends Surroundings {
  /** The data directory, which this process owns. */
  readonly folder: string;
  readonly disk: DiskPlan;
  readonly health: StorageHealth;
  readonly bus: Pick<Bus<MarketTopics>, 'publish'>;
  /** With which the ends of the chain of records are signed. */
  readonly integrityKeys: Pick<SigningKeys, 'current'>;
  /** Where a person looks at a terminal. */
  readonly terminal?: Terminal | undefined;
  /** Where its thread was started before this module was loaded. */
  readonly pipeline?: Pipeline | undefined;
  /** Where history is shared with other processes; absent where the folder holds all of it. */
  readonly shared?: SharedCompute | undefined;
}

/** What a process needs to lead where others stand by. */
export interface SharedCompute {
  /** The database that all processes share. */
  readonly store: string;
  /** Once history is open under this fence: the logs of the folder are brought up to date, and each append to them goes to the store first. */
  lead(fence: Fence): Promise<LogShares>;
  /** Hears the inputs of each tick before it is stored, for the processes that stand by. The tick waits until they are sent. */
  readonly onInputs: (inputs: InputFrame) => Promise<void>;
  /** Hears of each tick that could not be recorded, or has no place to wait for the store. */
  readonly onRefused: () => void;
  /** Hears after each tick and each step of the back-fill. */
  readonly onProgress: () => void;
}

/** Where appends to logs go first. */
export type LogShares = Readonly<Record<'contracts' | 'heads' | 'gaps', Share>>;

/** Forty minutes of ticks may wait for a store that is away. */
const MOST_WAITING = 80;

/** The part that turns ticks into durable, published values. */
export interface Compute {
  readonly history: HistoryStore;
  readonly receipts: Receipts;
  readonly contracts: ContractReader;
  readonly heads: HeadReader;
  /** Why slots stayed without a tick. */
  readonly gaps: Pick<GapKeeper, 'noted'>;
  readonly marketClock: MarketClock;
  readonly publisher: Publisher;
  readonly sourceHealth: SourceHealth;
  readonly clockWatch: ClockWatch;
  /** Absent at real time. */
  readonly speedWatch: SpeedWatch | undefined;
  readonly backfill: Backfill;
  readonly seeding: Seeding;
  /** Resolves when a tick and derivatives are published; rejects where the first cannot be. */
  readonly first: Promise<unknown>;
  /** Resolves when what a first request asks for of the past is stored too. */
  readonly prepared: Promise<void>;
  /** From now on ticks are computed, stored and published. */
  begin(): void;
}

const KEEP_INPUTS_MS = { simulated: DAY_MS, replayed: DAY_MS, live: 7 * DAY_MS };

/** Opens what is stored and gets ready to go on from it. Nothing is published before `begin`. */
export async function openCompute(parts: ComputeParts): Promise<Compute> {
  const { folder, bus, log, registry, lifecycle, shared } = parts;
  const inputs = inputSettings(parts);
  const receipts = new ReceiptThread({ folder, inputsFolder: inputs.folder });
  lifecycle.started('receipts', () => receipts.close());
  // Closed after the pipeline, so that the head of the last tick is signed and kept, and gaps are noted to their end.
  let headsSigned = async () => {};
  let gapsNoted = async () => {};
  const { pipeline, history, contracts, heads, gapLog, past, signal } = await openStored(parts, {
    headsSigned: () => headsSigned(),
    gapsNoted: () => gapsNoted(),
  });
  const { last, known, goesOnAt, hasTicks } = shared
    ? await sharedBeginning(history)
    : await beginningOf(parts, history, inputs);
  const { marketClock, pace } = marketTime({ speed: parts.settings.speed, start: startOf(parts) }, goesOnAt);
  const backfill = openBackfill(parts, { history, marketClock, past });
  backfill.begin(hasTicks, slotAtOrBefore(marketClock.now()));

  const headKeeper = new HeadKeeper({ keys: parts.integrityKeys, heads, bus, log });
  headsSigned = () => headKeeper.idle();
  if (last) {
    await headKeeper.catchUp(history, last.at);
    // A signature would make good what was altered; the next tick has a head again.
    if (!last.isDoubtful) void headKeeper.published(last.at, last.record);
  }
  const gaps = new GapKeeper({ gaps: gapLog, lost: readLostTicks(folder), log });
  gaps.begin(known, marketClock.now());
  gapsNoted = () => gaps.close(marketClock.now());
  const publishing = { bus, marketClock, log, signal };
  const orders = new SeriesOrders();
  const stored = new StoredVersions();
  const metrics = tickMetrics(registry);
  const publisher = new Publisher({
    ...publishing,
    seriesOf: async (reference) => {
      await stored.has(reference);
      return orders.of(reference);
    },
    history,
    metrics,
    lastStored: known,
    ...(shared && { mostWaiting: MOST_WAITING }),
    onPublished: ({ at, record }) => {
      gaps.published(at);
      void headKeeper.published(at, record);
      shared?.onProgress();
    },
    onRefused: (at) => {
      gaps.missed(at, 'DISK');
      shared?.onRefused();
    },
  });
  // Recorded inputs and reference data are the other process's from now on.
  void publisher.takenOver.then(() => pipeline.close());
  const book = new ContractBook();
  book.add(await contracts.read());
  const derivatives = new DerivativesPublisher({ ...publishing, book, file: contracts, lastShown: known });
  const hadState = last?.state !== undefined;
  const sourceHealth = new SourceHealth(sourceMetrics(registry));
  const publishers = {
    publisher,
    derivatives,
    orders,
    stored,
    metrics,
    sourceHealth,
    hadState,
    gaps,
    marketClock,
  };
  const { onTick, ...handlers } = handlersFor(parts, publishers);
  const beginning = {
    ...(pace && { pace }),
    inputs,
    referenceFile: join(folder, REFERENCE_FILE),
    ...(last && { last }),
    ...(known !== undefined && { known }),
    ...(shared && {
      sharedReference: { store: shared.store, fence: history.fence },
      handsOverInputs: true,
    }),
  };
  const seeding = await openSeeding(parts, { history, marketClock });
  const opened = {
    history,
    receipts,
    contracts,
    heads,
    gaps,
    marketClock,
    publisher,
    sourceHealth,
    backfill,
  };
  return {
    ...opened,
    seeding,
    ...openWatches(parts, publisher, { marketClock, ...(pace && { pace }) }),
    ...firstOf(publisher, derivatives, backfill),
    begin: () =>
      pipeline.begin(beginning, {
        ...handlers,
        onTick: async (tick, frame) => {
          if (frame) await shared?.onInputs(frame);
          return onTick(tick, frame);
        },
      }),
  };
}

function openWatches(
  { wallClock, registry, log, lifecycle }: ComputeParts,
  ticks: Publisher,
  { marketClock, pace }: MarketTime,
): Pick<Compute, 'clockWatch' | 'speedWatch'> {
  const watched = { wallClock, marketClock, ticks, log };
  const clockWatch = new ClockWatch({ ...watched, metrics: clockMetrics(registry) });
  lifecycle.started('clock watch', () => clockWatch.close());
  const metrics = speedMetrics(registry);
  const speedWatch = pace && new SpeedWatch({ ...watched, speed: pace.speed, metrics });
  lifecycle.started('speed watch', () => speedWatch?.close());
  return { clockWatch, speedWatch };
}

function firstOf(
  publisher: Publisher,
  derivatives: DerivativesPublisher,
  backfill: Backfill,
): Pick<Compute, 'first' | 'prepared'> {
  const first = Promise.all([publisher.first, derivatives.first]);
  const prepared = publisher.first.then(({ at, marketCaps }) => {
    const largest = marketCaps.rows.slice(0, LARGEST_ASSETS).map(({ assetId }) => assetId);
    return backfill.prepare(at, largest);
  });
  // The start that waits for them hears of a failure; one that failed elsewhere waits no more.
  for (const waited of [first, prepared]) waited.catch(() => undefined);
  return { first, prepared };
}

export function inputSettings({
  folder,
  disk,
  settings,
  sources,
}: Pick<ComputeParts, 'folder' | 'disk' | 'settings' | 'sources'>): InputSettings {
  return {
    folder: join(folder, 'inputs'),
    keepMs: settings.keepInputs ?? KEEP_INPUTS_MS[sources.named(settings.source).origin],
    limitedFolder: folder,
    maxBytes: disk.maxBytes,
    leaveBytes: disk.leaveBytes,
  };
}

/** History, contracts and the pipeline's thread, which get ready beside each other. */
async function openStored(
  parts: ComputeParts,
  { headsSigned, gapsNoted }: Readonly<Record<'headsSigned' | 'gapsNoted', () => Promise<void>>>,
) {
  const { folder, disk, health, log, lifecycle, settings } = parts;
  const { shared } = parts;
  const opening = openLoggedHistory(folder, log, {
    health,
    journalFileBytes: disk.journalFileBytes,
    store: shared?.store,
  });
  lifecycle.started('history', () => closeOpened(opening));
  const shares = shared && (await shared.lead((await opening).fence));
  const openingContracts = openContracts(
    folder,
    log,
    quarantineOf(folder, (taken) => health.setAside(taken)),
    shares?.contracts,
  );
  lifecycle.started('contracts', () => closeOpened(openingContracts));
  const openingHeads = HeadLog.open({
    folder,
    quarantine: quarantineOf(folder, (taken) => health.setAside(taken)),
    onProblem: (problem) => log.error({ problem }, 'the log of heads is not whole'),
    share: shares?.heads,
  });
  lifecycle.started('head log', async () => {
    await headsSigned();
    await closeOpened(openingHeads);
  });
  const openingGaps = GapLog.open({
    folder,
    quarantine: quarantineOf(folder, (taken) => health.setAside(taken)),
    onProblem: (problem) => log.warn({ problem }, 'the log of gaps is not whole'),
    share: shares?.gaps,
  });
  lifecycle.started('gap log', async () => {
    await gapsNoted();
    await closeOpened(openingGaps);
  });
  const pipeline = parts.pipeline ?? startPipeline(settings, parts.sources);
  const stop = new AbortController();
  lifecycle.started('pipeline', async () => {
    await pipeline.close();
    stop.abort();
  });
  const opened = Promise.all([pipeline.past, opening, openingContracts, openingHeads, openingGaps]);
  const [past, history, contracts, heads, gapLog] = await unlessStopped(opened, parts.stop);
  return { pipeline, past, history, contracts, heads, gapLog, signal: stop.signal };
}

/** Where it did not open, the start that waits for it hears why. */
function closeOpened(opening: Promise<{ close(): Promise<void> }>): Promise<void> {
  return opening.then(
    (opened) => opened.close(),
    () => undefined,
  );
}

interface Begun {
  /** The last tick that history has. */
  readonly last: StoredTick | undefined;
  /** Market time goes on here; undefined where there is nothing to go on from. */
  readonly goesOnAt: Millis | undefined;
  /** No slot up to this one is published, whatever the clock says. */
  readonly known: Millis | undefined;
  readonly hasTicks: boolean;
}

/** A store that several processes share has every tick that was published. */
async function sharedBeginning(history: HistoryStore): Promise<Begun> {
  const last = await lastTickOf(history);
  return { last, goesOnAt: last?.at, known: last?.at, hasTicks: last !== undefined };
}

/** Where history goes on. Ticks that were published and that history has lost are counted and never published again. */
async function beginningOf(
  { folder, log, health, wallClock }: ComputeParts,
  history: HistoryStore,
  inputs: InputSettings,
): Promise<Begun> {
  const last = await lastTickOf(history);
  if (last?.isDoubtful)
    health.met({
      file: join(folder, JOURNAL),
      series: undefined,
      reason: `the newest tick: ${OTHER_RECORD}`,
    });
  const { lastTick } = await history.summary();
  const { goesOnAt, lost } = await continuationOf(last, lastTick, new FileInputReader(inputs.folder));
  const hasTicks = lastTick !== undefined;
  if (goesOnAt === undefined || goesOnAt === last?.at) return { last, goesOnAt, known: goesOnAt, hasTicks };
  const known = goesOnAt - SLOT_MS;
  history.passOver(known);
  log.error(
    { goesOnAt: formatDatetime(goesOnAt) },
    'ticks were recorded that history does not have: none of their slots is published again',
  );
  if (lost) health.lose({ ...lost, foundAt: wallClock.now() });
  return { last, goesOnAt, known, hasTicks };
}

/** A recording begins where it was begun, unless a start is given. */
function startOf({ settings, sources }: ComputeParts): Millis | undefined {
  return settings.start ?? sources.named(settings.source).startsAt?.(settings);
}

function openBackfill(
  { folder, disk, health, wallClock, log, registry, lifecycle, terminal, shared }: ComputeParts,
  opened: Pick<ConstructorParameters<typeof Backfill>[0], 'history' | 'marketClock' | 'past'>,
): Backfill {
  setAsideDamagedProgress(
    folder,
    quarantineOf(folder, (taken) => health.setAside(taken)),
    log,
  );
  const metrics = backfillMetrics(registry);
  const reports = new BackfillReports(wallClock, log, terminal);
  const backfill = new Backfill({
    ...opened,
    folder,
    store: shared?.store,
    mostFilledBytes: disk.mostFilledBytes,
    wallClock,
    log,
    onProgress: (state) => {
      metrics.observeBackfill(state);
      reports.tell(state);
      shared?.onProgress();
    },
  });
  lifecycle.started('back-fill', () => backfill.close());
  return backfill;
}
