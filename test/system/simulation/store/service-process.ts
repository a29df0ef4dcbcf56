import type { Bus } from '../../../../src/bus/bus.ts';
import { InProcessBus } from '../../../../src/bus/in-process-bus.ts';
import {
  formatDatetime,
  hourOfTick,
  SECOND_MS,
  SLOT_MS,
  slotAtOrBefore,
  type Millis,
} from '../../../../src/core/time.ts';
import type { PreparedTick } from '../../../../src/app/pipeline/tick-loop.ts';
import { GapKeeper } from '../../../../src/app/pipeline/gaps/gap-keeper.ts';
import { GapLog } from '../../../../src/app/pipeline/gaps/gap-log.ts';
import { Publisher } from '../../../../src/app/pipeline/publisher.ts';
import { mkdirSync } from '../../../../src/disk/files.ts';
import { Quarantine } from '../../../../src/disk/quarantine.ts';
import { EmbeddedHistoryStore } from '../../../../src/history/embedded/embedded-history-store.ts';
import type { JournalDisk } from '../../../../src/history/embedded/journal/journal-disk.ts';
import type { HistoryStore } from '../../../../src/history/history-store.ts';
import { FileInputStore } from '../../../../src/history/inputs/file-input-store.ts';
import type { InputStore } from '../../../../src/history/input-store.ts';
import type { MarketTopics } from '../../../../src/latest/market/market-topics.ts';
import { SILENT_LOG } from '../core/silent-log.ts';
import type { SimulatedClock } from '../core/simulated-clock.ts';
import type { SimulatedProcess } from '../core/simulated-process.ts';
import { Violation } from '../core/violation.ts';
import {
  chainAfter,
  computeTick,
  NO_CHAIN,
  ORDER,
  type AttemptedTick,
  type ChainEnd,
} from './attempted-tick.ts';
import { checkNamed } from './gap-ledger.ts';
import type { Ledger } from './ledger.ts';

const DATA = '/simulated/data';
const WINDOW_MS = 200 * 24 * 3600 * SECOND_MS;
const CUT_OFF_MS = 2 * SECOND_MS;
const LATEST_MS = 18 * SECOND_MS;

/** Wrong implementations that a run is to detect take the place of parts of the service here. */
export interface PlantedParts {
  readonly journalDisk?: JournalDisk;
  readonly history?: (history: HistoryStore) => HistoryStore;
  /** What the first tick after a start continues from. */
  readonly chainAfterStart?: (last: AttemptedTick | undefined) => ChainEnd;
}

export interface ServiceParts {
  readonly process: SimulatedProcess;
  readonly clock: SimulatedClock;
  readonly ledger: Ledger;
  readonly planted: PlantedParts;
  readonly journalFileBytes: number;
  /** How many slots the market is silent before the next tick. */
  readonly silence: () => number;
  readonly trace: (what: string) => void;
  /** Called if something looks damaged. */
  readonly suspected: (what: string) => void;
  /** Called for everything that must not happen in the background. */
  readonly failed: (violation: unknown) => void;
}

/** The parts of a service that store and publish, in one simulated process: real code on a simulated disk. */
export class ServiceProcess {
  readonly history: HistoryStore;
  readonly bus: InProcessBus<MarketTopics>;
  readonly #parts: ServiceParts;
  readonly #gaps: GapKeeper;
  readonly #gapLog: GapLog;
  readonly #inputs: InputStore;
  readonly #publisher: Publisher;
  readonly #stop = new AbortController();
  readonly #checkedFrom: Millis;
  #chain: ChainEnd;
  #newest: Millis;
  /** The newest slot that has a tick or a gap. */
  #settled: Millis = -Infinity;
  #next: Millis | undefined;
  #ticks = 0;
  #attempted: AttemptedTick | undefined;
  #running: Promise<void> | undefined;

  private constructor(
    parts: ServiceParts,
    opened: { history: HistoryStore; gapLog: GapLog; inputs: InputStore; last: AttemptedTick | undefined },
  ) {
    const { clock, ledger, planted } = parts;
    const { history, gapLog, inputs, last } = opened;
    this.#parts = parts;
    this.history = history;
    this.#gapLog = gapLog;
    this.#inputs = inputs;
    this.#chain = planted.chainAfterStart?.(last) ?? (last ? chainAfter(last) : NO_CHAIN);
    this.#newest = last?.at ?? -Infinity;
    this.bus = new InProcessBus<MarketTopics>({ retained: ['indices'] });
    this.bus.subscribe('indices', ({ at }) => this.#published(at));
    const append = async (lines: readonly string[]) => {
      await gapLog.append(lines);
      ledger.gaps.stored(lines);
    };
    const forgetBefore = (instant: Millis) => gapLog.forgetBefore(instant);
    this.#gaps = new GapKeeper({ gaps: { found: gapLog.found, append, forgetBefore }, log: SILENT_LOG });
    this.#gaps.begin(last?.at, clock.now());
    const { open } = gapLog.found;
    const isUncertain = !last || (open !== undefined && open.from > last.at);
    const lastNamed = gapLog.found.gaps.reduce((end, { to }) => Math.max(end, to - SLOT_MS), last?.at ?? 0);
    this.#checkedFrom = isUncertain ? Math.max(slotAtOrBefore(clock.now()), this.#newest) : lastNamed;
    this.#publisher = new Publisher({
      seriesOf: () => Promise.resolve(ORDER),
      history,
      bus: this.bus as Pick<Bus<MarketTopics>, 'publish'>,
      marketClock: clock,
      metrics: {
        observeTick: (tick, outcome) =>
          parts.trace(`tick ${formatDatetime((tick as PreparedTick).at)}: ${outcome}`),
      },
      log: SILENT_LOG,
      lastStored: last?.at,
      signal: this.#stop.signal,
      onPublished: ({ at }) => this.#gaps.published(at),
      onRefused: (at) => this.#gaps.recordMissed(at, 'DISK'),
    });
    this.#publisher.first.catch(() => undefined);
    this.#attempted = last;
    if (last) void this.#publisher.show(last.prepared).catch(parts.failed);
    ledger.gaps.mustInclude(gapLog.found.gaps);
  }

  /** Opens everything stored, checks it, and shows the newest tick again. */
  static async start(parts: ServiceParts): Promise<ServiceProcess> {
    const { clock, ledger, planted, journalFileBytes, suspected, process } = parts;
    mkdirSync(DATA, { recursive: true });
    const quarantine = new Quarantine({
      folder: `${DATA}/quarantine`,
      root: DATA,
      clock,
      onQuarantined: ({ from, reason }) => suspected(`${from} was moved aside: ${reason}`),
    });
    const gapLog = await GapLog.open({
      folder: DATA,
      quarantine,
      onProblem: (problem) => {
        if (!problem.includes('could not be written')) suspected(problem);
      },
    });
    const store = await EmbeddedHistoryStore.open({
      folder: `${DATA}/history`,
      windowMs: WINDOW_MS,
      quarantine,
      onDamage: ({ file, reason }) => suspected(`damage was reported: ${file}: ${reason}`),
      onSealingFailure: ({ message }) => parts.trace(`sealing: ${message}`),
      reserveBytes: 20_000,
      freeBytes: () => process.disk.freeBytes,
      journalFileBytes,
      ...(planted.journalDisk && { journalDisk: planted.journalDisk }),
    });
    const inputs = FileInputStore.open({
      folder: `${DATA}/inputs`,
      keepMs: 24 * 3600 * SECOND_MS,
      space: { shortageFor: () => undefined },
      onEvent: () => undefined,
    });
    const last = await ledger.adopt(store, 'after a start');
    return new ServiceProcess(parts, { history: planted.history?.(store) ?? store, gapLog, inputs, last });
  }

  /** How many ticks it has published. */
  get ticks(): number {
    return this.#ticks;
  }

  begin(): void {
    this.#running = this.#run().catch((error: unknown) => {
      if (!this.#stop.signal.aborted) this.#parts.failed(error);
    });
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await this.#gaps.close(this.#parts.clock.now());
    await this.#inputs.close();
    await this.history.close();
    await this.#gapLog.close();
  }

  async #run(): Promise<void> {
    const { clock, silence } = this.#parts;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const next = this.#next ?? Math.max(slotAtOrBefore(clock.now()), this.#newest) + SLOT_MS;
      const at = next + silence() * SLOT_MS;
      this.#next = at + SLOT_MS;
      for (let missed = next; missed < at; missed += SLOT_MS) this.#pass(missed, 'SOURCE');
      await clock.waitUntil(at - CUT_OFF_MS, signal);
      if (clock.now() > at + LATEST_MS) this.#pass(at, 'DOWN');
      else await this.#tick(at);
    }
  }

  #pass(at: Millis, reason: 'SOURCE' | 'DOWN'): void {
    this.#newest = at;
    this.#gaps.recordMissed(at, reason);
    this.#settled = at;
  }

  async #tick(at: Millis): Promise<void> {
    const { ledger, process } = this.#parts;
    const tick = computeTick(at, this.#chain, process.random);
    this.#newest = at;
    this.#attempted = tick;
    const recorded = await this.#record(at);
    if (recorded) ledger.attempt(tick);
    if (await this.#publisher.publish({ ...tick.prepared, recorded })) {
      this.#ticks++;
      this.#chain = chainAfter(tick);
      ledger.acknowledge(tick, 'acknowledged');
    }
    this.#settled = at;
  }

  async #record(at: Millis): Promise<boolean> {
    const rest = Buffer.from(`inputs of ${at} in ${hourOfTick(at)}`);
    const columns = [{ numbers: Float64Array.of(at, 1, 2) }];
    try {
      return (await this.#inputs.append({ at, columns, rest })) === 'recorded';
    } catch {
      return false;
    }
  }

  #published(at: Millis): void {
    const { ledger, process, failed } = this.#parts;
    if (process.isDead) return;
    try {
      const tick = this.#attempted;
      if (tick?.at !== at) throw new Violation(`the slot ${at} was published, not the one just stored`);
      ledger.acknowledge(tick, 'published');
    } catch (error) {
      failed(error);
    }
  }

  /**
   * Each slot without a tick, from the last tick or gap before the start to the newest slot, has a recorded gap. If the process before
   * ended within a gap, nothing records how long it lasted: then from the start on.
   */
  checkGaps(): void {
    const { acknowledged } = this.#parts.ledger;
    const own = [...acknowledged.keys()].filter((at) => at >= this.#checkedFrom);
    checkNamed([this.#checkedFrom, ...own], this.#settled, this.#gaps.recordedGaps());
  }
}
