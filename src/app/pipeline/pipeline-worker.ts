import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { createMarketClock, type Clock, type MarketClock } from '../../core/clocks/clock.ts';
import { EVENT_LOOP } from '../../core/async/loop.ts';
import type { Exchange } from '../../core/exchange.ts';
import { CUT_OFF_MS, SLOT_MS, slotAfter, slotAtOrBefore, type Millis } from '../../core/time.ts';
import { methodologyAt } from '../../engine/methodology.ts';
import { hashRecord } from '../../engine/record/tick-record.ts';
import type { InputFrame } from '../../history/input-store.ts';
import { FileInputReader } from '../../history/inputs/file-input-reader.ts';
import { JoinedInputs } from '../../history/inputs/joined-inputs.ts';
import { DerivativeRefreshWriter } from '../../latest/derivatives/derivative-refresh-writer.ts';
import { MarketCapRefreshWriter } from '../../latest/market-caps/market-cap-refresh-writer.ts';
import type { References } from '../../values/receipts/recomputation.ts';
import { frameOf, recordedTickOf, type RecordedTick } from '../../values/receipts/recorded-input.ts';
import { ReferenceLog } from '../../reference/versions/reference-log.ts';
import type { ExchangeBatch, Source } from '../../sources/source.ts';
import { openCollect, type CollectInput } from './collect.ts';
import { PendingPublications } from './pending-publications.ts';
import { engineReference, engineVersion, type EngineVersion } from './compute/engine-version.ts';
import { openInputReader } from '../directory/input-reader.ts';
import type { CountedTrades } from './counted-trades.ts';
import { follow, takeOverTrades, type Followed } from './follow.ts';
import { IndexComputer, type ComputedTick, type ResumedTick } from './compute/index-computer.ts';
import { recomputeMemory } from './compute/recompute-memory.ts';
import { openRecorder } from './input-recorder.ts';
import { ThreadOrders } from './thread-orders.ts';
import {
  qualityBuffersOf,
  shownBuffersOf,
  type Beginning,
  type InputSettings,
  type ToPipeline,
} from './pipeline-messages.ts';
import { recomputeQuality } from './compute/recompute-quality.ts';
import { quarantineOf } from '../directory/quarantine-of.ts';
import { sha256 } from '../process/sha256.ts';
import { loadServer } from '../directory/server-modules.ts';
import { ResistanceKeeper } from './compute/resistance-keeper.ts';
import { sendToService } from './send-to-service.ts';
import { reportsOf } from './metrics/source-health.ts';
import { TickLoop, type ShownTick, type StoredTick, type TickLoopParts } from './tick-loop.ts';
import {
  hashOfStored,
  unstoredTicks,
  type FoundTicks,
  type TickLink,
  type UnstoredTick,
} from './unstored-ticks.ts';
import { VersionKeeper } from './compute/version-keeper.ts';

/** The thread that reads the source, computes indices and prepares responses. */
async function main(input: CollectInput): Promise<void> {
  const orders = new ThreadOrders();
  const stop = new AbortController();
  const acknowledgements = new PendingPublications();
  const prepared = await openCollect(
    input,
    (what, details) => sendToService({ kind: 'source-trouble', what, details }),
    {
      refused: (topic, reason) => sendToService({ kind: 'bus-refused', topic, reason }),
      missed: (topic, count) => sendToService({ kind: 'bus-missed', topic, count }),
    },
  );
  sendToService({ kind: 'prepared', past: prepared.past });
  parentPort?.on('message', (message: ToPipeline) => {
    if (message.kind === 'stop') stop.abort();
    else if (message.kind === 'published') acknowledgements.acknowledge(message.at, message.stored);
    else if (message.kind === 'derivatives-published') acknowledgements.acknowledgeDerivatives(message.at);
  });

  const following = await orders.following;
  const followed =
    following &&
    (await follow(
      following,
      await prepared.open(clockOf(input), { hasTicks: following.state !== undefined }),
      orders,
      stop.signal,
      (source) => sourceReporter(source, clockOf(input)),
    ));
  const unstored = followed ? await findUnstored(await orders.leading, followed, following!.inputs) : [];
  const { last: stored, ...beginning } = await orders.beginning;
  const { pace, inputs, known = -Infinity, strictFlags = false } = beginning;
  const last = followed && stored ? followed.follower.resumed(stored) : stored;
  const recorder = followed?.recorder ?? openRecorder(inputs);
  const clock = createMarketClock(pace, input.time);
  // A market with its own start time starts then, however long the start-up takes.
  if (pace) clock.hold(pace.startAt);
  const source = followed?.source ?? (await prepared.open(clock));
  if (known > -Infinity) followed?.source.dropUpTo(known);
  const first = Math.max(slotAtOrBefore(clock.now()), known + SLOT_MS);
  const { versions, referenceOf, versionOf } = await openVersions(beginning, source, first);
  const from = last && { last: await resumed(last, referenceOf, inputs), referenceOf };
  const version = (await versionOfFirst(unstored, versionOf)) ?? versions.inForce;
  const computer = new IndexComputer(version, from, (at) => methodologyAt(at, { strictFlags }));
  if (last && !computer.hasPreviousState) sendToService({ kind: 'forgotten' });
  source.resume?.(computer.observed());
  const loop = openLoop({
    source,
    clock,
    computer,
    versions,
    version,
    // With a remote store, the publisher waits for the version, and the next tick is computed meanwhile.
    waitsForVersion: beginning.sharedReference === undefined,
    acknowledgements,
    record: (tick) => recorder.record(tick),
    lastPublished: known,
    resistance: new ResistanceKeeper(EVENT_LOOP, (error) =>
      sendToService({ kind: 'resistance-failed', error }),
    ),
    ...(beginning.handsOverInputs && { inputsOf: frameOf }),
  });
  await untilPublished(known, clock, stop.signal);
  const lastTickers = followed?.source.takeLastTickers(clock.now());
  loop.collectLastTickers(lastTickers ?? []);
  const recovered = await publishUnstored(unstored, loop, versionOf, followed?.counted);
  const newest = recovered?.at;
  loop.useInForce();
  if (followed)
    takeOverTrades(followed, {
      slot: Math.max(newest ?? -Infinity, known),
      last: recovered ?? (last && { at: last.at, hash: hashOfStored(last, sha256) }),
      exchanges: versions.inForce.data.exchanges,
      computer,
    });
  const shown = {
    last: newest === undefined ? last : undefined,
    known: Math.max(newest ?? -Infinity, known),
    lastTickers,
  };
  const passed = await showFirst(source, loop, computer, shown);
  const next = passed === undefined ? slotAfter(clock.now()) : passed + SLOT_MS;
  const running = loop.run(stop.signal);
  // Only after the first slot is chosen: otherwise time could pass that slot.
  clock.hold(next);
  // Only if the last tick is shown again, and only after everything that delays the start.
  if (last && newest === undefined && computer.hasPreviousState && (passed === undefined || passed <= known))
    void showQuality(last, computer, { versions, versionOf }, inputs);
  await running;
  if (!stop.signal.aborted) sendToService({ kind: 'source-ended' });
}

/** Market time at real speed. */
function clockOf({ time }: CollectInput): MarketClock {
  return createMarketClock(undefined, time);
}

/** Recomputes the stored ticks, then finds ticks that were computed but not stored. */
async function findUnstored(
  { stored, publishedHeads, received }: Awaited<ThreadOrders['leading']>,
  followed: Pick<Followed, 'settle'>,
  { folder, store }: InputSettings,
): Promise<readonly UnstoredTick[]> {
  await followed.settle(stored);
  const last = stored.at(-1);
  const locations = [
    { folder, store },
    { folder },
    ...(received === undefined ? [] : [{ folder: received }]),
  ];
  const readers = await Promise.all(locations.map((location) => openInputReader(location)));
  const { unstored, newest }: FoundTicks = last
    ? await unstoredTicks(last, { readers, publishedHeads, hash: sha256 })
    : { unstored: [], newest: undefined };
  sendToService({ kind: 'unstored', slots: unstored.map(({ at }) => at), newest });
  return unstored;
}

async function recordedTickAt({ at, inputs }: UnstoredTick): Promise<RecordedTick | undefined> {
  const frame = await inputs.read(at);
  return typeof frame === 'string' ? undefined : recordedTickOf(frame);
}

/**
 * The computer starts with the version of the first unstored tick, so that no state is converted to another
 * version and back.
 */
async function versionOfFirst(
  [first]: readonly UnstoredTick[],
  versionOf: OpenedVersions['versionOf'],
): Promise<EngineVersion | undefined> {
  const tick = first && (await recordedTickAt(first));
  return tick && versionOf(tick.record.reference);
}

/** Resolves with the last published tick. */
async function publishUnstored(
  unstored: readonly UnstoredTick[],
  loop: TickLoop,
  versionOf: OpenedVersions['versionOf'],
  counted: CountedTrades | undefined,
): Promise<Pick<TickLink, 'at' | 'hash'> | undefined> {
  let newest: Pick<TickLink, 'at' | 'hash'> | undefined;
  for (const [i, each] of unstored.entries()) {
    const tick = await recordedTickAt(each);
    const version = tick && versionOf(tick.record.reference);
    if (!version || !(await loop.publishRecorded(tick, version))) {
      sendToService({ kind: 'not-recomputed', slots: unstored.slice(i).map(({ at }) => at) });
      break;
    }
    counted?.add(tick, version.reference);
    newest = { at: each.at, hash: hashRecord(tick.record, sha256) };
  }
  return newest;
}

interface OpenedVersions {
  readonly versions: VersionKeeper;
  /** The engine version for the reference data with that hash; undefined if they are not stored. */
  readonly versionOf: (hash: string) => EngineVersion | undefined;
}

/** Opens the versions of the reference data; `first` is the first computed slot. */
async function openVersions(
  { referenceFile: file, sharedReference }: Pick<Beginning, 'referenceFile' | 'sharedReference'>,
  source: Source,
  first: Millis,
): Promise<OpenedVersions & { readonly referenceOf: References }> {
  const quarantine = quarantineOf(dirname(file), (taken) => sendToService({ kind: 'set-aside', taken }));
  const share = sharedReference && (await openReferenceShare(sharedReference));
  const store = await ReferenceLog.open(file, (reason) => quarantine.copy(file, reason), share);
  const versions = await VersionKeeper.begin(
    {
      store,
      publish: (news) => sendToService({ kind: 'reference', news }),
      onStored: (hash) => sendToService({ kind: 'reference-stored', hash }),
      onFailure: (error) => sendToService({ kind: 'reference-failed', error }),
      onRefused: (problems) => sendToService({ kind: 'reference-refused', problems }),
      onAccepted: (leftOut) => sendToService({ kind: 'reference-accepted', leftOut }),
    },
    source.reference(first),
    first,
  );
  const referenceOf = (hash: string) => {
    const data = store.byHash(hash);
    return data && engineReference(data);
  };
  const { inForce } = versions;
  const versionOf = (hash: string) => {
    const data = store.byHash(hash);
    return hash === inForce.hash ? inForce : data && engineVersion(hash, data);
  };
  return { versions, referenceOf, versionOf };
}

async function openReferenceShare({ store, fence }: NonNullable<Beginning['sharedReference']>) {
  return (await loadServer(store)).openReferenceShare(store.address, fence);
}

interface LoopParts extends Pick<
  TickLoopParts,
  'source' | 'clock' | 'computer' | 'record' | 'lastPublished' | 'version' | 'waitsForVersion' | 'resistance'
> {
  readonly versions: VersionKeeper;
  readonly acknowledgements: PendingPublications;
  /** Set if inputs are sent with each tick. */
  readonly inputsOf?: (tick: ComputedTick) => InputFrame;
}

/** A loop that sends its ticks to the serving thread, and the health of the source with each slot. */
function openLoop({ acknowledgements, inputsOf, ...parts }: LoopParts): TickLoop {
  const report = sourceReporter(parts.source, parts.clock);
  const reportHealth = () => report(parts.versions.inForce.data.exchanges);
  // The last tick that is shown again after a restart does not report health.
  reportHealth();
  let computed: ComputedTick | undefined;
  return new TickLoop({
    ...parts,
    record: (tick) => {
      computed = tick;
      return parts.record(tick);
    },
    marketCapSheet: new MarketCapRefreshWriter(),
    derivativeSheet: new DerivativeRefreshWriter(),
    publish: (tick) => {
      reportHealth();
      const inputs = computed?.input.at === tick.at ? inputsOf?.(computed) : undefined;
      return acknowledgements.publish(tick, inputs);
    },
    publishDerivatives: (refresh) => acknowledgements.publishDerivatives(refresh),
    onLateSlot: (at) => {
      reportHealth();
      sendToService({ kind: 'skipped', at });
    },
    onSkippedSlot: (at) => sendToService({ kind: 'passed-over', at }),
    onTrades: (arrived) => sendToService({ kind: 'trades', arrived }),
  });
}

/** Reports how the source reads its exchanges, with their names from the reference data. */
function sourceReporter(source: Source, clock: Pick<Clock, 'now'>): (exchanges: readonly Exchange[]) => void {
  const openedAt = clock.now();
  return (exchanges) => {
    const at = clock.now();
    const report = {
      at,
      openedAt,
      exchanges: reportsOf(
        healthOf(() => source.health()),
        exchanges,
        at,
      ),
      derivatives: reportsOf(
        healthOf(() => source.derivatives?.() ?? new Map()),
        [],
        at,
      ),
      outage: source.outage?.(),
      processes: [...(source.processes?.() ?? [])].map(([number, load]) => ({ number, ...load })),
      findings: source.findings?.() ?? [],
      supplies: source.supplies?.(),
    };
    sendToService({ kind: 'source-health', report });
  };
}

interface ShownFirst {
  readonly last: StoredTick | undefined;
  readonly known: Millis;
  /** The last tickers that arrived before this process led. */
  readonly lastTickers?: readonly ExchangeBatch[] | undefined;
}

/**
 * Shows a first slot, so that requests find data: the last past slot, if the source knows it, or else the
 * stored one. Resolves with the slot that the source knows.
 */
async function showFirst(
  source: Source,
  loop: TickLoop,
  computer: IndexComputer,
  { last, known, lastTickers = [] }: ShownFirst,
): Promise<Millis | undefined> {
  const passed = source.lastPassed?.(known);
  if (passed && !computer.hasPreviousState) computer.assumeUsdValues(passed.usdBefore);
  if (passed && passed.slot > known) await loop.publishPassed(passed.slot, passed.events);
  else {
    const events = passed?.events ?? lastTickers;
    if (last && computer.hasPreviousState) showAgain(loop.prepareStored(last, events));
    const shown = passed?.slot ?? last?.at;
    if (shown !== undefined) await loop.showDerivatives(shown, events);
  }
  return passed?.slot;
}

async function showQuality(
  last: StoredTick,
  { hours }: IndexComputer,
  { versions: { inForce }, versionOf }: OpenedVersions,
  place: InputSettings,
): Promise<void> {
  const inputs = await openInputReader(place);
  try {
    const refresh = await recomputeQuality({ inputs, hash: sha256, versionOf, inForce, hours }, last);
    if (refresh) sendToService({ kind: 'quality', refresh }, qualityBuffersOf(refresh));
  } catch (error) {
    sendToService({ kind: 'quality-failed', error: error as Error });
  } finally {
    await inputs.close();
  }
}

/** If the stored state is older than the last tick, recomputes the ticks since. */
async function resumed(
  { record, state, since, dayRecords }: StoredTick,
  references: References,
  place: InputSettings,
): Promise<ResumedTick> {
  if (!state || since.length === 0) return { record, state: state?.state, dayRecords };
  const kept = await openInputReader(place);
  // Inputs of ticks before an upgrade from 1.0 are in files.
  const files = new FileInputReader(join(dirname(place.folder), 'inputs'));
  const inputs = place.store ? new JoinedInputs(kept, files) : kept;
  const { ticks, missing, ...memory } = await recomputeMemory(
    { references, inputs, hash: sha256 },
    state,
    since,
  ).finally(() => kept.close());
  if (ticks + missing.length > 0) sendToService({ kind: 'recomputed', ticks, missing });
  return { record, state: memory.state, dayRecords };
}

/**
 * A tick is stored up to two seconds before its slot, and may not have been published when the process ended.
 * If the clock is further behind, it was set back after the tick was published, and the tick is shown again
 * at once.
 */
async function untilPublished(at: Millis, clock: Clock, signal: AbortSignal): Promise<void> {
  const leftMs = at - clock.now();
  if (leftMs <= CUT_OFF_MS) await clock.wait(leftMs, signal);
}

/** A failing health report must not stop a working source. The report is then empty. */
function healthOf(read: Source['health']): ReturnType<Source['health']> {
  try {
    return read();
  } catch {
    return new Map();
  }
}

function showAgain(tick: ShownTick): void {
  sendToService({ kind: 'shown-again', tick }, shownBuffersOf(tick));
}

await main(workerData as CollectInput);
