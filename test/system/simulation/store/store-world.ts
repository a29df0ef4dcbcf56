import { Scheduler } from '../core/scheduler.ts';
import { SeededRandom } from '../core/seeded-random.ts';
import { MachineTime, SimulatedClock } from '../core/simulated-clock.ts';
import { ProcessDied, SimulatedProcess } from '../core/simulated-process.ts';
import { Violation } from '../core/violation.ts';
import { OPEN_FILES } from '../disk/open-files.ts';
import type { Tearing } from '../disk/stored-file.ts';
import { SimulatedDisk, type Operation } from '../disk/simulated-disk.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS, SLOT_MS } from '../../../../src/core/time.ts';
import { Intruder } from './intruder.ts';
import { Ledger } from './ledger.ts';
import { ResumingClient } from './resuming-client.ts';
import { StreamServer, type PlantedPages } from './stream-server.ts';
import { ServiceProcess, type PlantedParts } from './service-process.ts';
import { SLOTS_PER_DAY } from './attempted-tick.ts';

const START = Date.parse('2028-02-28T20:00:10Z');
/** A world in which nothing more happens by then is stuck. */
const MAX_STEPS = 60_000;
const FAILING: readonly Operation[] = [
  'create',
  'write',
  'truncate',
  'fsync',
  'fsync-folder',
  'rename',
  'link',
  'unlink',
];

type End = 'stop' | 'kill' | 'power cut' | 'kill in an operation' | 'power cut in an operation';
const ENDS: readonly End[] = [
  'stop',
  'kill',
  'power cut',
  'kill in an operation',
  'kill in an operation',
  'power cut in an operation',
  'power cut in an operation',
];

export interface WorldCounts {
  ticks: number;
  starts: number;
  kills: number;
  powerCuts: number;
  takeovers: number;
  /** Ticks that a client received. */
  received: number;
  failedOperations: number;
  /** How often torn writes were reported as damage. */
  suspicions: number;
  steps: number;
}

export interface StorePlants extends PlantedParts {
  readonly pages?: PlantedPages;
}

export interface WorldOptions {
  readonly planted?: StorePlants;
  /** Called with all that happens, for a reader of a failing seed. */
  readonly trace?: (what: string) => void;
}

/** One machine with one service at a time, and everything that can happen to both. */
export class StoreWorld {
  readonly counts: WorldCounts = {
    ticks: 0,
    starts: 0,
    kills: 0,
    powerCuts: 0,
    takeovers: 0,
    received: 0,
    failedOperations: 0,
    suspicions: 0,
    steps: 0,
  };
  readonly #random: SeededRandom;
  readonly #scheduler: Scheduler;
  readonly #disk: SimulatedDisk;
  readonly #tearing: Tearing;
  readonly #time = new MachineTime(START);
  readonly #ledger = new Ledger();
  readonly #planted: StorePlants;
  readonly #client: ResumingClient;
  #server: StreamServer | undefined;
  readonly #journalFileBytes: number;
  readonly #trace: (what: string) => void;
  #violation: unknown;
  #faultShare = 0;

  constructor(seed: number, { planted = {}, trace = () => undefined }: WorldOptions = {}) {
    this.#trace = (what) => trace(`${this.#scheduler.now.toFixed(0).padStart(10)} ms  ${what}`);
    this.#random = new SeededRandom(seed);
    this.#scheduler = new Scheduler(this.#random);
    this.#tearing = this.#random.pick(['in order', 'any']);
    this.#disk = new SimulatedDisk({
      random: this.#random,
      hasMetadataJournal: this.#random.chance(0.5),
      tearing: this.#tearing,
    });
    this.#disk.faults = (operation, path) => this.#fault(operation, path);
    this.#planted = planted;
    this.#client = new ResumingClient(this.#random.below(6), this.#ledger, (error) => this.#failed(error));
    this.#journalFileBytes = this.#random.pick([4_000, 20_000, 200_000]);
    void new SimulatedProcess({ disk: this.#disk, scheduler: this.#scheduler, random: this.#random }).run(
      () => this.#disk.makeFolder('/simulated/data'),
    );
    this.#disk.sync(this.#disk.folder('/simulated', 'fsync'), '/simulated');
  }

  /** Throws a violation if there is one. */
  async run(): Promise<void> {
    const terms = 2 + this.#random.below(5);
    for (let term = 0; term < terms; term++) await this.#term();
    await this.#lastTerm();
    this.counts.ticks = this.#ledger.acknowledged.size;
    this.counts.received = this.#client.received;
    this.counts.steps = this.#scheduler.steps;
  }

  /** One life of a service, from its start to whatever ends it. */
  async #term(): Promise<void> {
    const random = this.#random;
    const end = random.pick(ENDS);
    const process = this.#newProcess();
    if (end.endsWith('operation')) process.dieIn(1 + random.below(random.pick([30, 120, 600])));
    this.#trace(`start, to end by ${end}`);
    const service = await this.#start(process);
    if (service) {
      this.#faultShare = random.chance(0.3) ? random.pick([0.005, 0.05, 0.3]) : 0;
      if (random.chance(0.15)) this.#disk.freeBytes = random.below(60_000);
      await this.#live(process, service, 1 + random.below(random.pick([4, 15, 40])));
      if (random.chance(0.1)) await this.#intrude(process);
      this.#faultShare = 0;
      this.#disk.freeBytes = Infinity;
      if (!process.isDead) await this.#check(service);
      if (!process.isDead && end === 'stop') await this.#stop(process, service);
    }
    this.#die(process, end);
    this.#pause();
  }

  /** Without faults, the service goes on from all that happened before. */
  async #lastTerm(): Promise<void> {
    this.#trace('start without faults');
    const process = this.#newProcess();
    const service = await this.#start(process);
    if (!service) throw new Violation('the service does not start without faults');
    await this.#live(process, service, 3);
    await this.#check(service);
    // The last messages arrive.
    await this.#until(process, () => process.delay(SECOND_MS));
    this.#client.checkComplete();
    await this.#stop(process, service);
    this.#die(process, 'stop');
  }

  #newProcess(): SimulatedProcess {
    this.counts.starts++;
    return new SimulatedProcess({ disk: this.#disk, scheduler: this.#scheduler, random: this.#random });
  }

  /** Undefined if the process died meanwhile, or could not start because the disk failed. */
  async #start(process: SimulatedProcess): Promise<ServiceProcess | undefined> {
    const clock = new SimulatedClock(process, this.#time);
    const service = await this.#until(process, () =>
      ServiceProcess.start({
        process,
        clock,
        ledger: this.#ledger,
        planted: this.#planted,
        journalFileBytes: this.#journalFileBytes,
        silence: () => this.#silence(),
        trace: this.#trace,
        suspected: (what) => this.#suspected(what),
        failed: (error) => this.#failed(error),
      }),
    );
    if (service) {
      process.run(() => service.begin());
      const failed = (error: unknown) => this.#failed(error);
      this.#server = new StreamServer({ process, service, failed, pages: this.#planted.pages });
      this.#client.connect(process, this.#server);
    }
    await this.#turn();
    return service;
  }

  async #live(process: SimulatedProcess, service: ServiceProcess, ticks: number): Promise<void> {
    const end = this.#scheduler.now + ticks * 40 * MINUTE_MS;
    while (!process.isDead && service.ticks < ticks && this.#scheduler.now < end) {
      await this.#step();
      if (this.#random.chance(0.002)) this.#time.aheadMs += this.#random.between(-90, 90) * SECOND_MS;
      if (this.#random.chance(0.001)) await this.#audit(process, service);
      if (this.#random.chance(0.02)) this.#client.connect(process, this.#server!);
    }
  }

  async #audit(process: SimulatedProcess, service: ServiceProcess): Promise<void> {
    await this.#until(process, () => this.#ledger.audit(service.history, 'while it runs'));
  }

  /** Another process opens the history although this one is alive: from then on this one must store nothing. */
  async #intrude(process: SimulatedProcess): Promise<void> {
    if (process.isDead) return;
    this.#faultShare = 0;
    this.#disk.freeBytes = Infinity;
    this.counts.takeovers++;
    this.#trace('another process takes over');
    const other = this.#newProcess();
    const clock = new SimulatedClock(other, this.#time);
    const parts = { process: other, clock, ledger: this.#ledger, journalFileBytes: this.#journalFileBytes };
    const intruder = await this.#until(other, () => Intruder.open(parts));
    for (let i = 0; i < 3; i++) await this.#until(other, async () => intruder?.append());
    const end = this.#scheduler.now + 5 * MINUTE_MS;
    while (!process.isDead && this.#scheduler.now < end) await this.#step();
    await this.#until(other, async () => intruder?.close());
    other.kill();
    // Its gaps and clients are no longer those of the history.
    process.kill();
  }

  async #check(service: ServiceProcess): Promise<void> {
    service.checkGaps();
    this.#throwViolation();
  }

  async #stop(process: SimulatedProcess, service: ServiceProcess): Promise<void> {
    await this.#audit(process, service);
    await this.#until(process, () => service.close());
    if (!process.isDead && OPEN_FILES.countOf(process) > 0)
      throw new Violation('a closed service has open files');
  }

  #die(process: SimulatedProcess, end: End): void {
    this.#trace(`${process.isDead ? 'died' : 'ends'}: ${end}`);
    process.kill();
    this.#client.disconnect();
    OPEN_FILES.forget();
    if (end.startsWith('power cut')) {
      this.#disk.cutPower();
      this.counts.powerCuts++;
    } else if (end.startsWith('kill')) this.counts.kills++;
  }

  /** The machine may be off for hours, and its clock wrong when it is on again. */
  #pause(): void {
    if (this.#random.chance(0.3)) this.#time.aheadMs += this.#random.between(0, 5) * HOUR_MS;
    else if (this.#random.chance(0.2)) this.#time.aheadMs += this.#random.between(-1, 1) * MINUTE_MS;
  }

  /** Resolves with the result; undefined if the process died or the work failed. */
  async #until<Result>(process: SimulatedProcess, work: () => Promise<Result>): Promise<Result | undefined> {
    const ending = { isOver: false };
    let result: Result | undefined;
    process.run(work).then(
      (value) => ([ending.isOver, result] = [true, value]),
      (error: unknown) => {
        ending.isOver = true;
        this.#trace(`failed: ${(error as Error).stack}`);
        if (error instanceof Violation) this.#failed(error);
      },
    );
    await this.#turn();
    while (!ending.isOver && !process.isDead) await this.#step();
    return process.isDead ? undefined : result;
  }

  async #step(): Promise<void> {
    if (!(await this.#scheduler.step()))
      throw new Violation('nothing happens any more: something waits for ever');
    if (this.#scheduler.steps > MAX_STEPS) throw new Violation(`no end after ${MAX_STEPS} steps`);
    this.#throwViolation();
  }

  async #turn(): Promise<void> {
    this.#scheduler.after(0, () => undefined);
    await this.#scheduler.step();
  }

  #throwViolation(): void {
    if (this.#violation !== undefined) throw this.#violation as Error;
  }

  #failed(error: unknown): void {
    if (!(error instanceof ProcessDied)) this.#violation ??= error;
  }

  /** Nothing here damages files. But a write that was torn anywhere looks like damage, and then has to be reported. */
  #suspected(what: string): void {
    if (this.#tearing === 'any' && this.counts.powerCuts > 0) this.counts.suspicions++;
    else this.#failed(new Violation(what));
  }

  #fault(operation: Operation, path: string): string | undefined {
    if (this.#faultShare === 0 || !FAILING.includes(operation)) return undefined;
    if (!this.#random.chance(this.#faultShare)) return undefined;
    this.counts.failedOperations++;
    const code = this.#random.chance(0.3) ? 'ENOSPC' : 'EIO';
    this.#trace(`${code}: ${operation} ${path}`);
    return code;
  }

  #silence(): number {
    const random = this.#random;
    const kind = random.next();
    if (kind < 0.6) return 0;
    if (kind < 0.9) return random.below(20);
    return kind < 0.99 ? random.below((3 * HOUR_MS) / SLOT_MS) : random.below(SLOTS_PER_DAY);
  }
}
