import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IndexComputer, type ComputedTick } from '../../src/app/pipeline/compute/index-computer.ts';
import { engineVersion, type EngineVersion } from '../../src/app/pipeline/compute/engine-version.ts';
import type { Exchange } from '../../src/core/exchange.ts';
import type { ReferenceContent } from '../../src/core/reference-data.ts';
import { CUT_OFF_MS, SECOND_MS, slotAtOrBefore, SLOT_MS, type Millis } from '../../src/core/time.ts';
import type { Methodology } from '../../src/engine/methodology.ts';
import { checkAnnouncement } from '../../src/reference/announcement.ts';
import { referenceHashOf } from '../../src/reference/versions/reference-hash.ts';
import { WellKnown } from '../../src/reference/well-known/well-known.ts';
import { CcxtExchange } from '../../src/sources/live/ccxt/ccxt-exchange.ts';
import { requesterOver } from '../../src/sources/live/declared/requester.ts';
import { DeclaredExchange } from '../../src/sources/live/declared/declared-exchange.ts';
import type { ExchangeDefinition } from '../../src/sources/live/declared/exchange-definition.ts';
import { collect } from '../../src/sources/live/collect/collector.ts';
import type { CollectorEvent, CycleEnded } from '../../src/sources/live/collect/collector-events.ts';
import { FileSnapshots } from '../../src/sources/live/collect/market-snapshots.ts';
import type { StartCollector } from '../../src/sources/live/collect/process/running-collector.ts';
import type { ExchangeApi } from '../../src/sources/live/ports/exchange-api.ts';
import {
  profileOf,
  profileWith,
  type ExchangeProfile,
} from '../../src/sources/live/settings/exchange-profiles.ts';
import { openExchangeNetwork } from '../../src/sources/live/http/exchange-network.ts';
import { LiveSource } from '../../src/sources/live/live-source.ts';
import { Overrides } from '../../src/sources/live/understand/overrides.ts';
import type { ExchangeHealth, SourceEvent } from '../../src/sources/source.ts';
import { recordedAnswers } from './declared/recorded-answers.ts';
import { ManualClock } from './manual-clock.ts';
import { ClockSteps } from '../../src/core/clocks/clock-steps.ts';
import { Quiet } from './quiet.ts';
import { declaredLayout } from './rig/declared-layout.ts';
import type { RigFault } from './rig/faults.ts';
import { LAYOUTS } from './rig/layouts.ts';
import { RigReach, type Unreachable } from './rig/rig-reach.ts';
import { RigWorld } from './rig/rig-world.ts';
import type { RigInstrument, RigLayout } from './rig/rig-layout.ts';
import { Rig } from './rig/rig.ts';

export interface LiveStageOptions {
  /** ccxt ids. */
  readonly exchanges: readonly string[];
  readonly declared?: readonly ExchangeDefinition[];
  /** Per exchange. */
  readonly markets: number;
  readonly start: Millis;
  readonly random: () => number;
  /** Number of cycles after which prices change. */
  readonly repriceEvery?: number;
  /** Selects what an exchange lists at an instant. */
  readonly listed?: (
    key: string,
    instruments: readonly RigInstrument[],
    at: Millis,
  ) => readonly RigInstrument[];
  /** A fault of all exchanges from the start. */
  readonly fault?: RigFault | Unreachable;
  /** Overrides what an exchange shows. Prices then change only when `reprice` is called. */
  readonly instrumentsOf?: (key: string, at: Millis) => readonly RigInstrument[];
  /** Default: the one in force. */
  readonly methodologyOf?: (at: Millis) => Methodology;
  /** Called when an exchange has sent tickers. */
  readonly onAnswer?: (key: string) => void;
  /** Called with reference data and the slot from which they are in force. */
  readonly onReference?: (from: Millis, data: ReferenceContent) => void;
}

export const OF_FAILURES =
  /exchanges? (?:fails?(?:: (?:its|their) trades are polled)?|(?:is|are) (?:read|open) again)$/;

/** Maximum time that a start waits for exchanges that do not answer. */
const MAX_START_S = 20;

/**
 * All readings have begun by then, since replies take no time here; they arrive before the input of the slot is
 * complete.
 */
const LAST_READINGS_MS = 300;

/** How a cycle of an exchange ended, and when. */
export type StagedCycle = CycleEnded & { readonly at: Millis };

/**
 * A live source from the sockets up to the index values, over the rig, in time that passes only when a test says so:
 * everything that production does, except that exchanges are read in this process and nothing is published.
 */
export class LiveStage {
  readonly clock: ManualClock;
  readonly rig: Rig;
  readonly reach: RigReach;
  readonly world: RigWorld;
  readonly keys: readonly string[];
  /** All events except tickers; the caller may clear the list. */
  readonly cycles: StagedCycle[] = [];
  /** Without exchanges that fail and recover, which tests cause on purpose. */
  readonly troubles: string[] = [];
  /** Invalid definitions and listings that the source announced. */
  readonly leftOut: string[] = [];
  /** Number of announced reference data, and of those that had not changed. */
  versions = 0;
  repeated = 0;
  slots = 0;
  /** Time of the prices that the rig shows. */
  pricedAt: Millis;
  readonly #options: LiveStageOptions;
  readonly #layouts: ReadonlyMap<string, RigLayout>;
  readonly #quiet: Quiet;
  readonly #clockSteps: ClockSteps;
  #stop = new AbortController();
  readonly #folder = mkdtempSync(join(tmpdir(), 'live-stage-'));
  readonly #profiles: readonly ExchangeProfile[];
  #source: LiveSource | undefined;
  #reading: Promise<void> = Promise.resolve();
  #computer: IndexComputer | undefined;
  #version: EngineVersion | undefined;
  #announced: ReferenceContent | undefined;
  #last: ComputedTick | undefined;

  private constructor(options: LiveStageOptions, rig: Rig, layouts: readonly RigLayout[]) {
    const { start, exchanges, declared = [] } = options;
    this.#options = options;
    this.clock = new ManualClock(start);
    this.#clockSteps = new ClockSteps(this.clock);
    this.pricedAt = slotAtOrBefore(start);
    this.rig = rig;
    rig.now = () => this.clock.now();
    this.reach = new RigReach(rig.port);
    this.world = new RigWorld({ size: 'small', layouts });
    this.keys = [...exchanges, ...declared.map(({ key }) => key)];
    this.#layouts = new Map(layouts.map((layout) => [layout.id, layout]));
    this.#quiet = new Quiet(() => rig.held);
    const wellKnown = new WellKnown();
    this.#profiles = [
      ...exchanges.map((key) => profileOf(key, wellKnown)),
      ...declared.map((definition) => profileWith(definition, wellKnown)),
    ];
  }

  static async open(options: LiveStageOptions): Promise<LiveStage> {
    const { declared = [] } = options;
    const more = declared.map((one) => declaredLayout(one, recordedAnswers(one.key).answers));
    const layouts = [...LAYOUTS, ...more];
    const stage = new LiveStage(options, await Rig.start(layouts), layouts);
    stage.reprice();
    if (options.fault) for (const key of stage.keys) stage.fault(key, options.fault);
    await stage.#begin();
    return stage;
  }

  /** Stops the service, and starts it after some time with what it has stored. */
  async restart(afterMs: Millis): Promise<void> {
    this.#stop.abort();
    await this.#reading;
    this.#stop = new AbortController();
    this.#source = undefined;
    this.clock.advance(afterMs);
    this.reprice();
    await this.#begin(this.#last);
  }

  get folder(): string {
    return this.#folder;
  }

  /** The last tick. */
  get tick(): ComputedTick {
    if (!this.#last) throw new Error('no tick yet');
    return this.#last;
  }

  get source(): LiveSource {
    if (!this.#source) throw new Error('not started');
    return this.#source;
  }

  fault(key: string, fault: RigFault | Unreachable | undefined): void {
    const unreachable = typeof fault === 'string' ? fault : undefined;
    this.reach.set(this.#layouts.get(key)?.hosts ?? [], unreachable);
    this.rig.fault(key, typeof fault === 'string' ? undefined : fault);
  }

  health(key: string): ExchangeHealth {
    const health = this.source.health().get(this.#profile(key).id);
    if (!health) throw new Error(`${key} is not read`);
    return health;
  }

  /** The engine's version of an exchange. */
  exchange(key: string): Exchange {
    const { id } = this.#profile(key);
    const exchange = this.#version?.data.exchanges.find((one) => one.id === id);
    if (!exchange) throw new Error(`there is no exchange ${key} yet`);
    return exchange;
  }

  /** Price in the last tick; 0 if there is none. */
  usdOf(code: string): number {
    const { version, output } = this.tick;
    const asset = version.data.assets.find(({ symbol }) => symbol === code);
    const index = version.reference.assetIds.indexOf(asset?.id ?? '');
    return index < 0 ? 0 : output.gwa.price[index]!;
  }

  /** Deviation of a published price from the truth, in basis points. */
  errorBps(code: string): number {
    return Math.abs(this.usdOf(code) / this.world.usdOf(code, this.pricedAt) - 1) * 1e4;
  }

  /** Lets a number of slots pass. */
  async pass(slots: number): Promise<void> {
    for (let i = 0; i < slots; i++) {
      const { repriceEvery = 1, instrumentsOf } = this.#options;
      if (!instrumentsOf && this.slots % repriceEvery === 0) this.reprice();
      const until = slotAtOrBefore(this.clock.now()) + SLOT_MS;
      const stops = [until - CUT_OFF_MS - LAST_READINGS_MS, until - CUT_OFF_MS, until];
      for (let now = this.clock.now(); now < until; now = this.clock.now())
        await this.step(Math.min(SECOND_MS, stops.find((stop) => stop > now)! - now));
      this.slots += 1;
    }
  }

  /** Lets time pass, with everything that becomes due. */
  async step(ms: Millis): Promise<void> {
    this.clock.advance(ms);
    await this.#quiet.reached();
  }

  /** Exchanges show the prices of this slot from now on. */
  reprice(): void {
    this.pricedAt = slotAtOrBefore(this.clock.now());
    const { markets, listed, instrumentsOf } = this.#options;
    for (const key of this.keys) {
      if (instrumentsOf) {
        this.rig.set(key, instrumentsOf(key, this.pricedAt));
        continue;
      }
      const instruments = this.world.instrumentsOf(key, this.pricedAt, markets);
      this.rig.set(key, listed?.(key, instruments, this.pricedAt) ?? instruments);
    }
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#reading;
    this.#quiet.close();
    await this.reach.close();
    await this.rig.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #profile(key: string): ExchangeProfile {
    const profile = this.#profiles.find((one) => one.key === key);
    if (!profile) throw new Error(`${key} is not read`);
    return profile;
  }

  async #begin(last?: ComputedTick): Promise<void> {
    const apis = await this.#apis();
    const opening = LiveSource.open({
      clock: this.clock,
      wellKnown: new WellKnown(),
      overrides: new Overrides([]),
      folder: this.#folder,
      network: {},
      tradeMarkets: [],
      exchanges: this.#profiles,
      startCollector: this.#startCollector(apis),
      onWarning: ({ what }) => {
        if (!OF_FAILURES.test(what)) this.troubles.push(what);
      },
    });
    const opened = opening.then((source) => (this.#source = source));
    await this.#quiet.reached();
    for (let i = 0; i < MAX_START_S && !this.#source; i++) await this.step(SECOND_MS);
    const source = await opened;
    const first = slotAtOrBefore(this.clock.now()) + SLOT_MS;
    if (last) this.#goOnFrom(last, source, first);
    else this.#use(source.reference(first), first);
    this.#reading = this.#read(source);
    await this.#quiet.reached();
  }

  async #apis(): Promise<readonly ExchangeApi[]> {
    const { exchanges, declared = [] } = this.#options;
    const network = openExchangeNetwork({}, this.clock, () => this.reach.agent);
    return [
      ...(await Promise.all(exchanges.map((key) => CcxtExchange.open(key, network.of(key), this.clock)))),
      ...declared.map((one) => new DeclaredExchange(one, requesterOver(network.of(one.key), this.clock))),
    ];
  }

  #startCollector(exchanges: readonly ExchangeApi[]): StartCollector {
    return ({ folder }, { onMessage }) => {
      const stop = new AbortController();
      const snapshots = new FileSnapshots(join(folder, 'live-markets'), (path) => this.troubles.push(path));
      const emit = (event: CollectorEvent) => {
        if (event.kind === 'tickers') this.#options.onAnswer?.(event.exchange);
        if (event.kind === 'cycle') this.cycles.push({ ...event, at: this.clock.now() });
        onMessage({ kind: 'event', event });
      };
      const { random } = this.#options;
      const running = collect({ exchanges, clock: this.clock, snapshots, emit, random }, stop.signal);
      return {
        // Trades are read separately and are not covered here.
        follow: () => undefined,
        close: () => {
          stop.abort();
          return running;
        },
      };
    };
  }

  async #read(source: LiveSource): Promise<void> {
    for await (const event of source.events(this.#stop.signal)) this.#take(event);
  }

  #take(event: SourceEvent): void {
    const step = this.#clockSteps.takeStep();
    if (step < 0) this.#computer?.clockWasSetBack(-step);
    if (event.kind === 'ticks') this.#computer?.observeTicks(event.ticks, event.receivedAt, event.readAt);
    else if (event.kind === 'reference') this.#announced = event.data;
    else if (event.kind === 'watermark' && this.#computer) {
      this.#last = this.#computer.compute(event.at + CUT_OFF_MS);
      this.#computer.adopt(this.#last);
      if (this.#announced) this.#use(this.#announced, this.#last.output.at + SLOT_MS);
      this.#announced = undefined;
    }
  }

  /** Continues as after a restart, from the bytes that history has of the last tick. */
  #goOnFrom({ version, record, state }: ComputedTick, source: LiveSource, first: Millis): void {
    const data = this.#checked(source.reference(first));
    this.#options.onReference?.(first, data);
    this.#version = engineVersion(referenceHashOf(data), data);
    const stored = { record: Buffer.from(JSON.stringify(record)), state, dayRecords: [] };
    const referenceOf = () => version.reference;
    const { methodologyOf } = this.#options;
    this.#computer = new IndexComputer(this.#version, { last: stored, referenceOf }, methodologyOf);
    source.resume(this.#computer.observed());
  }

  /** Checks an announcement as the service does. */
  #checked(announced: ReferenceContent): ReferenceContent {
    const read = checkAnnouncement(announced, this.#version?.data);
    if (read.problems) throw new Error(`the source announced invalid data: ${read.problems.join(', ')}`);
    this.leftOut.push(...read.leftOut);
    return read.data;
  }

  #use(announced: ReferenceContent, from: Millis): void {
    this.versions += 1;
    const data = this.#checked(announced);
    this.#options.onReference?.(from, data);
    const hash = referenceHashOf(data);
    if (hash === this.#version?.hash) this.repeated += 1;
    this.#version = engineVersion(hash, data);
    if (this.#computer) this.#computer.use(this.#version);
    else this.#computer = new IndexComputer(this.#version, undefined, this.#options.methodologyOf);
  }
}
