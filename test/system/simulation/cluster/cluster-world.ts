import { formatDatetime, MINUTE_MS, SECOND_MS } from '../../../../src/core/time.ts';
import { hashRecord } from '../../../../src/engine/record/tick-record.ts';
import { Scheduler } from '../core/scheduler.ts';
import { SeededRandom } from '../core/seeded-random.ts';
import { MachineTime, SimulatedClock } from '../core/simulated-clock.ts';
import { ProcessDied, SimulatedProcess } from '../core/simulated-process.ts';
import { Violation } from '../core/violation.ts';
import { SimulatedDisk } from '../disk/simulated-disk.ts';
import { sha256, type AttemptedTick } from '../store/attempted-tick.ts';
import { ComputeNode, handOver, LEASE_MS, type NodeParts } from './compute-node.ts';
import { SharedHistory } from './shared-history.ts';
import { LeaseTable } from './simulated-database.ts';

const START = Date.parse('2028-02-28T20:00:10Z');
const NODES = 3;
const LASTS_MS = 20 * MINUTE_MS;
/** Without faults, a leader publishes within this time. */
const RECOVERS_MS = 2 * MINUTE_MS;

export interface ClusterPlants extends Partial<Pick<NodeParts, 'reliesMs' | 'handOver'>> {
  readonly history?: SharedHistory;
}

export interface ClusterOptions {
  readonly planted?: ClusterPlants;
  readonly trace?: (what: string) => void;
}

interface Running {
  readonly node: ComputeNode;
  readonly process: SimulatedProcess;
}

/** Compute nodes that share a store: they lose it, die, are suspended, and take over from each other. */
export class ClusterWorld {
  readonly counts = { ticks: 0, fences: 0, kills: 0, cuts: 0, pauses: 0, steps: 0 };
  readonly #random: SeededRandom;
  readonly #scheduler: Scheduler;
  readonly #disk: SimulatedDisk;
  readonly #planted: ClusterPlants;
  readonly #history: SharedHistory;
  readonly #leases: LeaseTable;
  readonly #nodes: Running[] = [];
  readonly #trace: (what: string) => void;
  /** Hashes of published records, by slot. */
  readonly #published = new Map<number, string>();
  #violation: unknown;

  constructor(seed: number, { planted = {}, trace = () => undefined }: ClusterOptions = {}) {
    this.#random = new SeededRandom(seed);
    this.#scheduler = new Scheduler(this.#random);
    this.#disk = new SimulatedDisk({ random: this.#random, hasMetadataJournal: true, tearing: 'in order' });
    this.#planted = planted;
    this.#history = planted.history ?? new SharedHistory();
    this.#leases = new LeaseTable(() => this.#scheduler.now);
    this.#trace = (what) => trace(`${this.#scheduler.now.toFixed(0).padStart(10)} ms  ${what}`);
  }

  async run(): Promise<void> {
    for (let i = 0; i < NODES; i++) this.#start(i);
    const faults = 1 + this.#random.below(8);
    for (let i = 0; i < faults; i++) {
      await this.#pass(this.#random.between(0, LASTS_MS / faults));
      this.#disturb();
    }
    for (const { node } of this.#nodes) [node.link.isCut, node.link.lossShare] = [false, 0];
    const before = this.#published.size;
    await this.#pass(RECOVERS_MS);
    if (this.#published.size === before)
      throw new Violation('nothing is published although all faults are over');
    this.#checkHistory();
    Object.assign(this.counts, { ticks: this.#published.size, fences: this.#history.fence });
    this.counts.steps = this.#scheduler.steps;
    for (const { process } of this.#nodes) process.kill();
  }

  #start(i: number): void {
    const process = new SimulatedProcess({
      disk: this.#disk,
      scheduler: this.#scheduler,
      random: this.#random,
    });
    const clock = new SimulatedClock(
      process,
      new MachineTime(START + this.#random.between(-1, 1) * SECOND_MS),
    );
    const { reliesMs = LEASE_MS, handOver: startFrom = handOver } = this.#planted;
    const node = new ComputeNode({
      name: `node ${i}`,
      process,
      clock,
      leases: this.#leases,
      history: this.#history,
      reliesMs,
      handOver: startFrom,
      published: (tick) => this.#check(() => this.#publishedBy(tick)),
      trace: this.#trace,
    });
    this.#nodes[i] = { node, process };
    process.run(() => node.run().catch((error: unknown) => this.#failed(error)));
  }

  /** Kills a node, cuts it off, makes its network lose messages, or ends such a fault. */
  #disturb(): void {
    const i = this.#random.below(NODES);
    const { node, process } = this.#nodes[i]!;
    const kind = this.#random.next();
    if (kind < 0.3) {
      this.#trace(`node ${i} is killed and starts again`);
      this.counts.kills++;
      process.kill();
      this.#start(i);
    } else if (kind < 0.55) {
      this.counts.pauses++;
      this.#trace(`node ${i} is suspended`);
      process.pause(this.#random.between(0, 4 * LEASE_MS));
    } else if (kind < 0.8) {
      node.link.isCut = !node.link.isCut;
      this.counts.cuts++;
      this.#trace(`node ${i} ${node.link.isCut ? 'loses' : 'reaches'} the store`);
    } else node.link.lossShare = this.#random.pick([0, 0.05, 0.3]);
  }

  async #pass(ms: number): Promise<void> {
    const end = this.#scheduler.now + ms;
    this.#scheduler.after(ms, () => undefined);
    while (this.#scheduler.now < end) {
      if (!(await this.#scheduler.step())) throw new Violation('nothing happens any more');
      this.#check(() => this.#oneLeads());
      if (this.#violation !== undefined) throw this.#violation as Error;
    }
  }

  #oneLeads(): void {
    const certain = this.#nodes.filter(({ node }) => node.isCertain);
    if (certain.length > 1) throw new Violation(`${certain.length} nodes are certain that they lead`);
  }

  /** What is published is stored, and stays the only tick of its slot. */
  #publishedBy(tick: AttemptedTick): void {
    const slot = formatDatetime(tick.at);
    if (!this.#history.ticks.includes(tick))
      throw new Violation(`${slot} was published before it was stored`);
    const hash = hashRecord(tick.record, sha256);
    if ((this.#published.get(tick.at) ?? hash) !== hash)
      throw new Violation(`${slot} was published twice, with different content`);
    this.#published.set(tick.at, hash);
  }

  #checkHistory(): void {
    let [hash, state] = ['', ''];
    for (const { at, record, state: own } of this.#history.ticks) {
      const slot = formatDatetime(at);
      if (record.previous !== hash)
        throw new Violation(`the record of ${slot} does not name the one before it`);
      state = sha256(Buffer.from(`${state} ${at} ${record.output}`));
      if (own !== state)
        throw new Violation(`the state after ${slot} does not follow from all ticks before it`);
      hash = hashRecord(record, sha256);
    }
  }

  #check(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    if (!(error instanceof ProcessDied)) this.#violation ??= error;
  }
}
