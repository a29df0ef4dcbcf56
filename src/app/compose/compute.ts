import { join } from 'node:path';
import type { MarketClock } from '../../core/clocks/clock.ts';
import type { HeadReader, SignedHead } from '../../core/integrity-head.ts';
import { formatDatetime, SLOT_MS, type Millis } from '../../core/time.ts';
import type { HistoryStore } from '../../history/history-store.ts';
import type { KeptReceipts } from '../../values/receipts/kept-receipts.ts';
import type { Receipts } from '../../values/receipts/receipts.ts';
import { ContractBook } from '../../reference/contract-book.ts';
import type { ContractReader } from '../../reference/contract-store.ts';
import type { Backfill } from '../pipeline/backfill/backfill.ts';
import { LARGEST_ASSETS } from '../pipeline/backfill/backfill-plan.ts';
import { openBackfill } from '../pipeline/backfill/open-backfill.ts';
import { OnDemandPast } from '../pipeline/past/on-demand-past.ts';
import { openSeeding } from '../pipeline/seeding/open-seeding.ts';
import type { Seeding } from '../pipeline/seeding/seeding.ts';
import { REFERENCE_FILE } from '../directory/data-format.ts';
import { GapKeeper } from '../pipeline/gaps/gap-keeper.ts';
import { missingAfter, type MissingSlots } from '../pipeline/gaps/missing-after.ts';
import { openReceiptKeeping } from '../pipeline/kept-receipts/open-keeping.ts';
import { HeadKeeper } from '../pipeline/integrity/head-keeper.ts';
import { HeadStamper } from '../pipeline/integrity/timestamp/head-stamper.ts';
import { HttpTimestampAuthority } from '../pipeline/integrity/timestamp/timestamp-authority.ts';
import type { TimestampLog } from '../pipeline/integrity/timestamp/timestamp-log.ts';
import { DerivativesPublisher } from '../pipeline/derivatives-publisher.ts';
import { Publisher } from '../pipeline/publisher.ts';
import { SeriesOrders } from '../pipeline/compute/series-orders.ts';
import { StoredVersions } from '../pipeline/compute/stored-versions.ts';
import { tickMetrics } from '../pipeline/metrics/tick-metrics.ts';
import { ReceiptThread } from '../serve/receipts/receipt-thread.ts';
import { readLostTicks } from '../directory/health/lost-ticks.ts';
import { findStart, findSharedStart } from '../pipeline/compute/last-tick.ts';
import { clockMetrics, ClockWatch } from '../operate/watch/clock-watch.ts';
import { inputSettings, type ComputeParts, type SharedCompute } from '../pipeline/compute-parts.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { marketTime, type MarketTime } from '../process/market-time.ts';
import { openStored } from './open-stored.ts';
import { SourceHealth } from '../pipeline/metrics/source-health.ts';
import { sourceMetrics } from '../pipeline/metrics/source-metrics.ts';
import { handlersFor } from './pipeline-handlers.ts';
import { speedMetrics, SpeedWatch } from '../operate/watch/speed-watch.ts';

/** While the store is unreachable, up to forty minutes of ticks are queued. */
const MAX_WAITING = 80;

/** The part that turns ticks into durable, published values. */
export interface Compute {
  readonly history: HistoryStore;
  readonly receipts: Receipts;
  readonly kept: KeptReceipts;
  readonly contracts: ContractReader;
  readonly heads: HeadReader;
  /** Reasons for slots without a tick. */
  readonly gaps: Pick<GapKeeper, 'recordedGaps'>;
  readonly marketClock: MarketClock;
  readonly publisher: Publisher;
  readonly sourceHealth: SourceHealth;
  readonly clockWatch: ClockWatch;
  /** Absent at real time. */
  readonly speedWatch: SpeedWatch | undefined;
  readonly backfill: Backfill;
  /** Models the past on demand; absent if the source has no past or `--backfill` is off. */
  readonly onDemand: OnDemandPast | undefined;
  readonly seeding: Seeding;
  /** Resolves when the first tick and the first derivatives are published; rejects if they cannot be. */
  readonly first: Promise<unknown>;
  /** Starts computing, storing and publishing ticks. */
  begin(): void;
}

/** Opens the stored data and prepares to continue from it. Publishes nothing before `begin`. */
export async function openCompute(parts: ComputeParts): Promise<Compute> {
  const { folder, bus, log, registry, lifecycle, shared } = parts;
  const inputs = inputSettings(parts);
  const receipts = new ReceiptThread({ folder, inputs });
  lifecycle.started('receipts', () => receipts.close());
  // Awaited after the pipeline has closed, so that the last tick's head is signed and stored, and gaps are
  // recorded to their end.
  let headsSigned = async () => {};
  let gapsNoted = async () => {};
  const { pipeline, history, contracts, heads, timestamps, gapLog, past, signal } = await openStored(parts, {
    headsSigned: () => headsSigned(),
    gapsNoted: () => gapsNoted(),
  });
  const {
    last,
    known: publishedUpTo,
    goesOnAt,
    hasTicks,
    unstored,
    knownTicks,
  } = shared
    ? await startAfterStored(shared, pipeline, history)
    : { ...(await findStart(parts, history, inputs)), unstored: [], knownTicks: undefined };
  const { marketClock, pace } = marketTime(
    { speed: parts.settings.speed, start: startOf(parts) },
    goesOnAt,
    shared?.time,
  );
  const latest = Math.max(publishedUpTo ?? -Infinity, marketClock.now());
  const backfill = openBackfill(parts, { history, marketClock, past }, latest);
  await backfill.begin(hasTicks);

  const onDemand = onDemandPast(parts, backfill, { history, marketClock });

  const stamper = openStamper(parts, heads, timestamps);
  const headKeeper = new HeadKeeper({
    keys: parts.integrityKeys,
    heads,
    bus,
    log,
    published: shared?.publishedHeads,
    onStored: () => stamper?.wake(),
  });
  headsSigned = () => headKeeper.idle();
  if (last) {
    await headKeeper.catchUp(history, last.at);
    // Do not sign a tick that may have been altered; the next tick has a head again.
    if (!last.isDoubtful) void headKeeper.published(last.at, last.record);
  }
  const keeping =
    shared?.receiptKeeping ?? openReceiptKeeping({ ...parts, receipts, history, dayHeads: heads });
  if (last && !shared) keeping.catchUp(last.at - inputs.keepMs, last.at);
  // Ticks that only waited for the store when their leader ended were never published.
  const toStoreAgain = new Set(unstored.filter((at) => at <= (knownTicks?.newestHead ?? -Infinity)));
  if (toStoreAgain.size > 0)
    log.warn(
      {
        ticks: toStoreAgain.size,
        ...spanOf({ from: Math.min(...toStoreAgain), to: Math.max(...toStoreAgain) + SLOT_MS }),
      },
      'the store has lost ticks, which are stored again',
    );
  const gaps = new GapKeeper({ gaps: gapLog, lost: shared ? [] : readLostTicks(folder), log });
  const newest = unstored.at(-1) ?? last?.at ?? -Infinity;
  const { lost, dropped } = missingAfter(newest, knownTicks, marketClock.now());
  if (lost) {
    log.error(spanOf(lost), 'the store has lost ticks that no compute node has: their slots are now gaps');
    gaps.recordLost(lost);
  }
  if (dropped) {
    log.error(
      spanOf(dropped),
      'ticks were computed and could not be stored before their leader was gone: they are gaps',
    );
    gaps.drop(dropped);
  }
  const since = shared && last ? last.at : Math.max(newest, publishedUpTo ?? -Infinity);
  gaps.begin(since, marketClock.now(), unstored);
  gapsNoted = () => gaps.close(marketClock.now());
  const publishing = { bus, marketClock, log, signal };
  const orders = new SeriesOrders();
  const stored = new StoredVersions();
  const metrics = tickMetrics(registry);
  const publisher = new Publisher({
    ...publishing,
    seriesOf: async (reference) => {
      await stored.whenStored(reference);
      return orders.of(reference);
    },
    history,
    metrics,
    lastStored: publishedUpTo,
    publishedBefore: knownTicks?.published,
    ...(shared && {
      maxWaiting: MAX_WAITING,
      storeInputs: (at) => shared.storeInputs(at),
      onRecorded: (recorded) => shared.onRecorded(recorded),
      onFailed: (error) => shared.onFailed(error),
      onStoreLostTicks: (error) => shared.onStoreLostTicks(error),
    }),
    onPublished: ({ at, record }) => {
      gaps.published(at);
      if (toStoreAgain.delete(at)) shared?.onStoredAgain(at);
      void headKeeper.published(at, record).then(() => {
        if (headKeeper.newest) keeping.headSigned(headKeeper.newest);
      });
      shared?.onProgress();
    },
    onRefused: (at) => gaps.recordMissed(at, 'DISK'),
  });
  // From now on the other process writes recorded inputs and reference data.
  void publisher.takenOver.then(() => pipeline.close());
  const book = new ContractBook();
  book.add(await contracts.read());
  const derivatives = new DerivativesPublisher({
    ...publishing,
    book,
    file: contracts,
    lastShown: publishedUpTo,
    isKeptElsewhere: shared !== undefined,
  });
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
  const handlers = handlersFor(parts, publishers);
  const beginning = {
    ...(pace && { pace }),
    inputs: { ...inputs, heldHours: keeping.heldHours },
    referenceFile: join(folder, REFERENCE_FILE),
    strictFlags: parts.settings.strictFlags,
    ...(last && { last }),
    ...(publishedUpTo !== undefined && { known: publishedUpTo }),
    ...(shared && {
      sharedReference: { store: shared.store, fence: history.fence },
      handsOverInputs: true,
    }),
  };
  const seeding = await openSeeding(parts, { history, marketClock });
  const opened = {
    history,
    receipts,
    kept: keeping.store,
    contracts,
    heads: {
      heads: () => heads.heads(),
      timestampToken: (head: SignedHead) => timestamps.tokenOf(head),
    },
    gaps,
    marketClock,
    publisher,
    sourceHealth,
    backfill,
    onDemand,
  };
  return {
    ...opened,
    seeding,
    ...openWatches(parts, publisher, { marketClock, ...(pace && { pace }) }),
    ...firstOf(publisher, derivatives, backfill),
    begin: () => pipeline.begin(beginning, handlers, (error) => publisher.fail(error)),
  };
}

/**
 * Finds ticks that were computed but are not in the store: they are stored first. Ticks that were published
 * and lost are never recomputed.
 */
async function startAfterStored(shared: SharedCompute, pipeline: Pipeline, history: HistoryStore) {
  const begun = await findSharedStart(history);
  const { last } = begun;
  const received = await shared.findLostTicks(last);
  const heads = shared.publishedHeads();
  const found = last
    ? await pipeline.findUnstored([...last.since, last], heads, received)
    : { slots: [], newest: undefined };
  const unstored = found.slots;
  const newest = unstored.at(-1) ?? begun.known ?? -Infinity;
  const newestHead = Math.max(-Infinity, ...heads.keys());
  const published = Math.max(newest, newestHead);
  const known = published > newest ? { known: published } : {};
  const publishedFrom = Math.min(published, ...heads.keys());
  const computed = found.newest ?? -Infinity;
  return { ...begun, ...known, unstored, knownTicks: { publishedFrom, published, computed, newestHead } };
}

function spanOf({ from, to }: MissingSlots) {
  return { from: formatDatetime(from), to: formatDatetime(to - SLOT_MS) };
}

/** Stamps recent heads that have no token yet. Undefined if no authority is configured. */
function openStamper(
  { settings: { timestampUrl }, wallClock: clock, log: logger, lifecycle }: ComputeParts,
  heads: HeadReader,
  log: TimestampLog,
): HeadStamper | undefined {
  if (timestampUrl === undefined) return undefined;
  const authority = new HttpTimestampAuthority(timestampUrl, clock);
  const stamper = new HeadStamper({ heads, log, authority, clock, logger });
  lifecycle.started('timestamps', () => stamper.close());
  stamper.wake();
  return stamper;
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
): Pick<Compute, 'first'> {
  const stored = publisher.first.then(({ at, marketCaps }) => {
    const largest = marketCaps.rows.slice(0, LARGEST_ASSETS).map(({ assetId }) => assetId);
    backfill.firstTickStored(at, largest);
  });
  const first = Promise.all([stored, derivatives.first]);
  // The start that awaits it handles a rejection; if the start has failed elsewhere, nothing awaits it.
  first.catch(() => undefined);
  return { first };
}

/** A recording is replayed from its first instant, unless a start is configured. */
function startOf({ settings, sources }: ComputeParts): Millis | undefined {
  return settings.start ?? sources.get(settings.source).startsAt?.(settings);
}

function onDemandPast(
  { settings, log }: ComputeParts,
  backfill: Backfill,
  { history, marketClock }: Pick<Compute, 'history' | 'marketClock'>,
): OnDemandPast | undefined {
  const { pastThread: thread } = backfill;
  if (!thread || settings.backfill === 'off') return undefined;
  return new OnDemandPast({
    thread,
    history,
    firstTick: () => backfill.firstTick,
    marketNow: () => marketClock.now(),
    failed: (error) => log.error({ err: error }, 'a part of the past could not be modelled for a request'),
  });
}
