import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { marketClockOf, type Clock } from '../../core/clock.ts';
import { Deferred } from '../../core/deferred.ts';
import { SerialQueue } from '../../core/serial-queue.ts';
import { CUT_OFF_MS, SLOT_MS, slotAfter, slotAtOrBefore, type Millis } from '../../core/time.ts';
import type { StoredState } from '../../history/history-store.ts';
import type { InputFrame } from '../../history/input-store.ts';
import { DiskBudget } from '../../history/inputs/disk-space.ts';
import { FileInputReader } from '../../history/inputs/file-input-reader.ts';
import { FileInputStore } from '../../history/inputs/file-input-store.ts';
import type { DerivativeRefresh } from '../../latest/derivative-refresh.ts';
import { DerivativeSheet } from '../../latest/derivative-sheet.ts';
import { MarketCapSheet } from '../../latest/market-cap-sheet.ts';
import type { References } from '../../receipts/recomputation.ts';
import { frameOf } from '../../receipts/recorded-input.ts';
import { ReferenceLog, ReferenceLogReader } from '../../reference/versions/reference-log.ts';
import type { PreparedSource } from '../../sources/source-definition.ts';
import type { Batch, Source } from '../../sources/source.ts';
import { openCollect, type CollectInput } from '../compose/collect.ts';
import { ConfirmedFrames } from './confirmed-frames.ts';
import { engineReference, engineVersion, type EngineVersion } from './engine-version.ts';
import { Follower } from './follower.ts';
import { HeardSource } from './heard-source.ts';
import { IndexComputer, type ComputedTick, type ResumedTick } from './index-computer.ts';
import { InputRecorder, type RecordingEvent } from './input-recorder.ts';
import { memoryFromInputs } from './memory-from-inputs.ts';
import {
  buffersOf,
  qualityBuffersOf,
  shownBuffersOf,
  type Beginning,
  type Following,
  type FromPipeline,
  type InputSettings,
  type ToPipeline,
} from './pipeline-messages.ts';
import { qualityAgain } from './quality-again.ts';
import { quarantineOf } from '../directory/quarantine-of.ts';
import { isTemporaryName } from '../directory/temporary-name.ts';
import { sha256 } from '../sha256.ts';
import { openShare } from '../shared-files/fenced-share.ts';
import { reportsOf } from './source-health.ts';
import {
  TickLoop,
  type PreparedTick,
  type ShownTick,
  type StoredTick,
  type TickLoopParts,
} from './tick-loop.ts';
import { VersionKeeper } from './version-keeper.ts';

/** Where less is left on the disk, inputs are no longer recorded: history, which goes on, keeps 200 MiB for itself. */
const DISK_RESERVE_BYTES = 300 * 2 ** 20;

function say(message: FromPipeline, buffers: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, buffers);
}

function openRecorder({ folder, keepMs, limitedFolder, ...limits }: InputSettings): InputRecorder {
  const onEvent = (event: RecordingEvent) => say({ kind: 'inputs', event });
  const space = new DiskBudget({
    folder: limitedFolder,
    isLeftOut: isTemporaryName,
    maxBytes: limits.maxBytes,
    leaveBytes: limits.leaveBytes,
    reserveBytes: DISK_RESERVE_BYTES,
  });
  return new InputRecorder(FileInputStore.open({ folder, keepMs, space, onEvent }), onEvent);
}

/** What the serving thread says of how the thread begins. */
class Orders {
  readonly begun: Promise<Beginning>;
  /** What comes first: it follows another process, or begins at once. */
  readonly first: Promise<Following | undefined>;
  readonly #begun = new Deferred<Beginning>();
  readonly #first = new Deferred<Following | undefined>();
  /** Inputs that came before they could be heard. */
  readonly #frames: InputFrame[] = [];
  #hear: ((frame: InputFrame) => void) | undefined;
  /** Comes after the first inputs only. */
  onState: (state: StoredState) => void = () => undefined;

  constructor() {
    this.begun = this.#begun.promise;
    this.first = this.#first.promise;
    parentPort?.on('message', (message: ToPipeline) => {
      if (message.kind === 'follow') this.#first.resolve(message.following);
      else if (message.kind === 'frame') this.#take(message.frame);
      else if (message.kind === 'state') this.onState(message.state);
      else if (message.kind === 'begin') {
        this.#first.resolve(undefined);
        this.#begun.resolve(message.beginning);
      }
    });
  }

  hearFrames(hear: (frame: InputFrame) => void): void {
    this.#hear = hear;
    for (const frame of this.#frames.splice(0)) hear(frame);
  }

  #take(frame: InputFrame): void {
    if (this.#hear) this.#hear(frame);
    else this.#frames.push(frame);
  }
}

/** Answers of the serving thread to ticks that were handed to it. */
class Acknowledgements {
  readonly #waiting = new Map<number, (stored: boolean) => void>();
  readonly #derivatives = new Map<number, () => void>();

  publish(tick: PreparedTick, inputs: InputFrame | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiting.set(tick.at, resolve);
      say({ kind: 'tick', tick, ...(inputs && { inputs }) }, buffersOf(tick));
    });
  }

  publishDerivatives(refresh: DerivativeRefresh): Promise<void> {
    const { at, bytes, starts, expirations } = refresh;
    return new Promise((resolve) => {
      this.#derivatives.set(at, resolve);
      say({ kind: 'derivatives', refresh }, [bytes.buffer, starts.buffer, expirations.buffer]);
    });
  }

  acknowledgeDerivatives(at: number): void {
    this.#derivatives.get(at)?.();
    this.#derivatives.delete(at);
  }

  acknowledge(at: number, stored: boolean): void {
    this.#waiting.get(at)?.(stored);
    this.#waiting.delete(at);
  }
}

/** The thread in which sources are read, indices computed and everything is prepared. */
async function main(input: CollectInput): Promise<void> {
  const orders = new Orders();
  const stop = new AbortController();
  const acknowledgements = new Acknowledgements();
  const prepared = await openCollect(input, (what, details) =>
    say({ kind: 'source-trouble', what, details }),
  );
  say({ kind: 'prepared', past: prepared.past });
  parentPort?.on('message', (message: ToPipeline) => {
    if (message.kind === 'stop') stop.abort();
    else if (message.kind === 'published') acknowledgements.acknowledge(message.at, message.stored);
    else if (message.kind === 'derivatives-published') acknowledgements.acknowledgeDerivatives(message.at);
  });

  const following = await orders.first;
  const followed = following && (await follow(following, prepared, orders, stop.signal));
  const { last: stored, ...beginning } = await orders.begun;
  const { pace, inputs, known = -Infinity } = beginning;
  await followed?.settle(stored);
  const last = followed && stored ? followed.follower.resumed(stored) : stored;
  const recorder = followed?.recorder ?? openRecorder(inputs);
  const clock = marketClockOf(pace);
  // However long the start takes, a world begins where it was told to.
  if (pace) clock.hold(pace.startAt);
  const source = followed?.source ?? (await prepared.open(clock));
  if (known > -Infinity) followed?.source.madeElsewhere(known);
  const first = Math.max(slotAtOrBefore(clock.now()), known + SLOT_MS);
  const { versions, referenceOf, versionOf } = await openVersions(beginning, source, first);
  const from = last && { last: await resumed(last, referenceOf, inputs), referenceOf };
  const computer = new IndexComputer(versions.inForce, from);
  if (last && !computer.remembers) say({ kind: 'forgotten' });
  source.resume?.(computer.observed());
  const loop = openLoop({
    source,
    clock,
    computer,
    versions,
    // Where the store is on another machine, a tick waits there for its version, and the next one is computed meanwhile.
    waitsForVersion: beginning.sharedReference === undefined,
    acknowledgements,
    record: (tick) => recorder.record(tick),
    lastPublished: known,
    ...(beginning.handsOverInputs && { inputsOf: frameOf }),
  });
  await untilPublished(known, clock, stop.signal);
  const standing = followed?.source.standing(clock.now());
  const passed = await showFirst(source, loop, computer, { last, known, standing });
  const next = passed === undefined ? slotAfter(clock.now()) : passed + SLOT_MS;
  const running = loop.run(stop.signal);
  // Only now, with the first slot chosen: where time went on before, it could pass the slot that it waits for.
  clock.hold(next);
  // Where the last tick was shown again: after all that a start waits for.
  if (last && computer.remembers && (passed === undefined || passed <= known))
    void showQuality(last, computer, { versions, versionOf }, inputs);
  await running;
  if (!stop.signal.aborted) say({ kind: 'source-ended' });
}

interface Followed {
  readonly source: HeardSource;
  readonly recorder: InputRecorder;
  readonly follower: Follower;
  /** Until all ticks that were heard of and that are stored are computed again. */
  settle(stored: StoredTick | undefined): Promise<void>;
}

/** Hears what the source brings and computes the ticks of another process again, until this one begins. */
async function follow(
  { inputs, referenceFile, state }: Following,
  prepared: PreparedSource,
  orders: Orders,
  signal: AbortSignal,
): Promise<Followed> {
  const recorder = openRecorder(inputs);
  const source = new HeardSource(await prepared.open(marketClockOf(undefined)));
  // A thread that hears nothing more is of no use: it ends, and another one is started.
  source.listen(signal, (error) => {
    throw error;
  });
  const references = new ReferenceLogReader(referenceFile);
  const queue = new SerialQueue();
  let differs = false;
  const follower = new Follower({
    references: (hash) => {
      const data = references.named(hash);
      return data && engineReference(data);
    },
    inputs: new FileInputReader(inputs.folder),
    hash: sha256,
    record: (frame) => recorder.take(frame),
    onDifference: () => (differs = true),
  });
  const inTurn = (work: () => Promise<void>) =>
    void queue.run(work).catch((error: unknown) => say({ kind: 'follow-failed', error: error as Error }));
  if (state) follower.begin(state);
  const frames = new ConfirmedFrames(sha256);
  const compute = async (confirmed: InputFrame | undefined) => {
    if (!confirmed) return;
    source.madeElsewhere(confirmed.at);
    differs = false;
    await follower.hear(confirmed);
    say({ kind: 'followed', at: confirmed.at, differs, hasMemory: follower.hasMemory });
  };
  orders.hearFrames((frame) => inTurn(() => compute(frames.hear(frame))));
  orders.onState = (later) => inTurn(async () => follower.begin(later));
  const settle = (stored: StoredTick | undefined) => {
    inTurn(() => compute(frames.storedIn(stored ? [...stored.since, stored] : [])));
    return queue.idle();
  };
  return { source, recorder, follower, settle };
}

interface OpenedVersions {
  readonly versions: VersionKeeper;
  /** One of the past, with its orders. */
  readonly versionOf: (hash: string) => EngineVersion | undefined;
}

/** The versions of the reference data, from the first slot that is computed on. */
async function openVersions(
  { referenceFile: file, sharedReference }: Pick<Beginning, 'referenceFile' | 'sharedReference'>,
  source: Source,
  first: Millis,
): Promise<OpenedVersions & { readonly referenceOf: References }> {
  const quarantine = quarantineOf(dirname(file), (taken) => say({ kind: 'set-aside', taken }));
  const share = sharedReference && openShare({ ...sharedReference, name: 'reference' }).share;
  const store = await ReferenceLog.open(file, (reason) => quarantine.copy(file, reason), share);
  const versions = await VersionKeeper.begin(
    {
      store,
      tell: (news) => say({ kind: 'reference', news }),
      onStored: (hash) => say({ kind: 'reference-stored', hash }),
      onFailure: (error) => say({ kind: 'reference-failed', error }),
      onRefused: (problems) => say({ kind: 'reference-refused', problems }),
      onAccepted: () => say({ kind: 'reference-accepted' }),
    },
    source.reference(first),
    first,
  );
  const referenceOf = (hash: string) => {
    const data = store.named(hash);
    return data && engineReference(data);
  };
  const { inForce } = versions;
  const versionOf = (hash: string) => {
    const data = store.named(hash);
    return hash === inForce.hash ? inForce : data && engineVersion(hash, data);
  };
  return { versions, referenceOf, versionOf };
}

interface LoopParts extends Pick<
  TickLoopParts,
  'source' | 'clock' | 'computer' | 'record' | 'lastPublished' | 'waitsForVersion'
> {
  readonly versions: VersionKeeper;
  readonly acknowledgements: Acknowledgements;
  /** Where inputs are handed over with each tick. */
  readonly inputsOf?: (tick: ComputedTick) => InputFrame;
}

/** A loop that hands its ticks to the serving thread, and with each slot how the source is. */
function openLoop({ acknowledgements, inputsOf, ...parts }: LoopParts): TickLoop {
  const tellHealth = () => {
    const { exchanges } = parts.versions.inForce.data;
    const report = {
      at: parts.clock.now(),
      exchanges: reportsOf(
        healthOf(() => parts.source.health()),
        exchanges,
      ),
      derivatives: reportsOf(
        healthOf(() => parts.source.derivatives?.() ?? new Map()),
        [],
      ),
      outage: parts.source.outage?.(),
      processes: [...(parts.source.processes?.() ?? [])].map(([number, load]) => ({ number, ...load })),
      findings: parts.source.findings?.() ?? [],
      supplies: parts.source.supplies?.(),
    };
    say({ kind: 'source-health', report });
  };
  // What is served again after a restart comes without a slot.
  tellHealth();
  let computed: ComputedTick | undefined;
  return new TickLoop({
    ...parts,
    record: (tick) => {
      computed = tick;
      return parts.record(tick);
    },
    marketCapSheet: new MarketCapSheet(),
    derivativeSheet: new DerivativeSheet(),
    publish: (tick) => {
      tellHealth();
      const inputs = computed?.input.at === tick.at ? inputsOf?.(computed) : undefined;
      return acknowledgements.publish(tick, inputs);
    },
    publishDerivatives: (refresh) => acknowledgements.publishDerivatives(refresh),
    skipped: (at) => {
      tellHealth();
      say({ kind: 'skipped', at });
    },
    passedOver: (at) => say({ kind: 'passed-over', at }),
    traded: (arrived) => say({ kind: 'trades', arrived }),
  });
}

interface ShownFirst {
  readonly last: StoredTick | undefined;
  readonly known: Millis;
  /** What was heard before this process began to lead. */
  readonly standing?: readonly Batch[] | undefined;
}

/**
 * So that a first request finds something: the last slot that has passed, where the source knows it, or the stored one.
 * Resolves with the slot that the source has passed.
 */
async function showFirst(
  source: Source,
  loop: TickLoop,
  computer: IndexComputer,
  { last, known, standing = [] }: ShownFirst,
): Promise<Millis | undefined> {
  const passed = source.lastPassed?.(known);
  if (passed && !computer.remembers) computer.assume(passed.usdBefore);
  if (passed && passed.slot > known) await loop.publishPassed(passed.slot, passed.events);
  else {
    const events = passed?.events ?? standing;
    if (last && computer.remembers) showAgain(loop.prepareAgain(last, events));
    const shown = passed?.slot ?? last?.at;
    if (shown !== undefined) await loop.showDerivatives(shown, events);
  }
  return passed?.slot;
}

async function showQuality(
  last: StoredTick,
  { hours }: IndexComputer,
  { versions: { inForce }, versionOf }: OpenedVersions,
  { folder }: InputSettings,
): Promise<void> {
  try {
    const inputs = new FileInputReader(folder);
    const refresh = await qualityAgain({ inputs, hash: sha256, versionOf, inForce, hours }, last);
    if (refresh) say({ kind: 'quality', refresh }, qualityBuffersOf(refresh));
  } catch (error) {
    say({ kind: 'quality-failed', error: error as Error });
  }
}

/** Where the stored state is not that of the last tick, what follows from it is computed again. */
async function resumed(
  { record, state, since }: StoredTick,
  references: References,
  { folder }: InputSettings,
): Promise<ResumedTick> {
  if (!state || since.length === 0) return { record, state: state?.state };
  const inputs = new FileInputReader(folder);
  const { ticks, missing, ...memory } = await memoryFromInputs(
    { references, inputs, hash: sha256 },
    state,
    since,
  );
  if (ticks + missing.length > 0) say({ kind: 'recomputed', ticks, missing });
  return { record, state: memory.state };
}

/**
 * A tick is stored up to two seconds before its slot, and may not have been published when the process ended. Where the
 * clock is further behind, it was set back after the tick had been published, and the tick is shown again at once.
 */
async function untilPublished(at: Millis, clock: Clock, signal: AbortSignal): Promise<void> {
  const leftMs = at - clock.now();
  if (leftMs <= CUT_OFF_MS) await clock.wait(leftMs, signal);
}

/** A source that cannot tell how it is delivers all the same: nothing is known of its exchanges then. */
function healthOf(tell: Source['health']): ReturnType<Source['health']> {
  try {
    return tell();
  } catch {
    return new Map();
  }
}

function showAgain(tick: ShownTick): void {
  say({ kind: 'shown-again', tick }, shownBuffersOf(tick));
}

await main(workerData as CollectInput);
