import { setTimeout as delay } from 'node:timers/promises';
import { SLOT_MS } from '../../src/core/time.ts';
import type { WorldSize } from '../../src/simulator/world-identity.ts';
import { fineCpuMsOf } from '../support/cpu-meter.ts';
import { residentMemoryOf } from '../support/resident-memory.ts';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts';
import { median } from '../support/statistics.ts';
import { formatTable, rounded } from '../support/table.ts';
import { Audience } from './audience.ts';
import { Roles, steadyWorld } from './roles.ts';

export interface NodesPlan {
  readonly world: WorldSize;
  /** Numbers of serving nodes, ascending, one case after the other. */
  readonly nodes: readonly number[];
  /** Numbers of clients, ascending, divided evenly among the nodes; the single process has as many in total. */
  readonly clients: readonly number[];
  /** Ticks of each case. */
  readonly slots: number;
}

interface CaseFigures {
  readonly nodes: number;
  readonly clients: number;
  /** CPU time around a tick of a serving node, and of the single process that does everything. */
  readonly nodeCpuMs: number;
  readonly oneCpuMs: number;
  /** Time from the slot until the last client had the tick. */
  readonly lastMs: number;
  readonly oneLastMs: number;
  readonly lost: number;
  readonly oneLost: number;
}

export interface NodeFigures {
  readonly cases: readonly CaseFigures[];
  /** Bytes sent in 30 seconds, by topic. */
  readonly leaderBytes: Readonly<Record<string, number>>;
  readonly collectBytes: number;
  readonly memoryMb: {
    readonly serve: number;
    readonly compute: number;
    readonly collect: number;
    readonly one: number;
  };
}

/**
 * CPU is measured from this time before the slot to a fixed time after it: ticks are made, sent and received
 * in this window, and clients connect outside of it.
 */
const BEFORE_SLOT_MS = 2000;
const AFTER_SLOT_MS = 13_000;
/** How long clients may take to connect. */
const CONNECTING_MS = 12_000;
const SETTLED_MS = 5000;
/** A topic for compute nodes: serving nodes do not subscribe to it. */
const NOT_SERVED = 'inputs';

/** Measures real processes with one role each and, at the same time, one process that does everything. */
export async function measureNodes({ world, nodes, clients, slots }: NodesPlan): Promise<NodeFigures> {
  const roles = await Roles.start(world);
  const one = await startServiceProcess({ flags: steadyWorld(world) });
  try {
    const cases: CaseFigures[] = [];
    const [begunAt, leaderBefore, collectBefore] = [
      Date.now(),
      await sentBy(roles.compute),
      await sentBy(roles.collect),
    ];
    for (const count of nodes) {
      while (roles.serving.length < count) await roles.addServing();
      // The first tick of a node compiles the code.
      await untilAfterSlot();
      const stage = new Stage(roles.serving, one);
      for (const crowd of [0, ...clients]) {
        await stage.growTo(crowd);
        const figures = await stage.measure(slots);
        cases.push({ nodes: count, clients: crowd, ...figures });
        console.error(`${count} nodes, ${crowd} clients`);
      }
      await stage.leave();
    }
    const ticks = (Date.now() - begunAt) / SLOT_MS;
    const [leader, collect] = [await sentBy(roles.compute), await sentBy(roles.collect)];
    return {
      cases,
      leaderBytes: Object.fromEntries(
        [...leader].map(([topic, bytes]) => [topic, (bytes - (leaderBefore.get(topic) ?? 0)) / ticks]),
      ),
      collectBytes: (sumOf(collect) - sumOf(collectBefore)) / ticks,
      memoryMb: {
        serve: median(roles.serving.map(memoryOf)),
        compute: memoryOf(roles.compute),
        collect: memoryOf(roles.collect),
        one: memoryOf(one),
      },
    };
  } finally {
    await one.stop();
    await roles.stop();
  }
}

/** The nodes and the single process, each with its own clients. */
class Stage {
  readonly #serving: readonly ServiceProcess[];
  readonly #one: ServiceProcess;
  readonly #audiences: readonly Audience[];
  readonly #ofOne: Audience;

  constructor(serving: readonly ServiceProcess[], one: ServiceProcess) {
    this.#serving = [...serving];
    this.#one = one;
    this.#audiences = this.#serving.map((node) => new Audience(node));
    this.#ofOne = new Audience(one);
  }

  async growTo(clients: number): Promise<void> {
    if (clients === 0) return;
    // All clients connect before the next tick.
    if (SLOT_MS - (Date.now() % SLOT_MS) < CONNECTING_MS) await untilAfterSlot();
    const share = Math.round(clients / this.#serving.length);
    for (const audience of this.#audiences) await audience.growTo(share);
    await this.#ofOne.growTo(clients);
  }

  async measure(slots: number): Promise<Omit<CaseFigures, 'nodes' | 'clients'>> {
    const rows: Omit<CaseFigures, 'nodes' | 'clients'>[] = [];
    for (let i = 0; i < slots; i++) rows.push(await this.#measureSlot());
    const of = (key: keyof (typeof rows)[number]) => median(rows.map((row) => row[key]));
    return {
      nodeCpuMs: of('nodeCpuMs'),
      oneCpuMs: of('oneCpuMs'),
      lastMs: of('lastMs'),
      oneLastMs: of('oneLastMs'),
      lost: Math.max(...rows.map(({ lost }) => lost)),
      oneLost: Math.max(...rows.map(({ oneLost }) => oneLost)),
    };
  }

  async leave(): Promise<void> {
    for (const audience of [...this.#audiences, this.#ofOne]) await audience.leave();
  }

  async #measureSlot(): Promise<Omit<CaseFigures, 'nodes' | 'clients'>> {
    const slot = Math.ceil((Date.now() + BEFORE_SLOT_MS) / SLOT_MS) * SLOT_MS;
    await delay(slot - BEFORE_SLOT_MS - Date.now());
    const processes = [...this.#serving, this.#one];
    const before = processes.map(({ pid }) => fineCpuMsOf(pid));
    await delay(slot + AFTER_SLOT_MS - Date.now());
    const spent = processes.map(({ pid }, i) => fineCpuMsOf(pid) - before[i]!);
    const received = await Promise.all([...this.#audiences, this.#ofOne].map((one) => one.received(slot, 0)));
    const lastOf = (crowds: readonly { readonly lastMs: number }[]) =>
      Math.max(0, ...crowds.map(({ lastMs }) => lastMs));
    const lostOf = (crowds: readonly { readonly lost: number }[]) =>
      crowds.reduce((sum, { lost }) => sum + lost, 0);
    return {
      nodeCpuMs: median(spent.slice(0, -1)),
      oneCpuMs: spent.at(-1)!,
      lastMs: lastOf(received.slice(0, -1).flat()),
      oneLastMs: lastOf(received.at(-1)!),
      lost: lostOf(received.slice(0, -1).flat()),
      oneLost: lostOf(received.at(-1)!),
    };
  }
}

/** Resolves after the next tick has been published. */
const untilAfterSlot = () => delay(SLOT_MS - (Date.now() % SLOT_MS) + SETTLED_MS);
const memoryOf = ({ pid }: ServiceProcess) => residentMemoryOf(pid).nowMb;
const sumOf = (bytes: ReadonlyMap<string, number>) => [...bytes.values()].reduce((sum, one) => sum + one, 0);

/** Bytes that the process has sent on the bus so far, by topic. */
async function sentBy({ baseUrl }: ServiceProcess): Promise<Map<string, number>> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  const lines = text.matchAll(/^tidemark_bus_sent_bytes_total\{topic="(.+)"\} (\S+)$/gm);
  return new Map([...lines].map(([, topic = '', bytes]) => [topic, Number(bytes)]));
}

export function nodeTables({ cases, leaderBytes, collectBytes, memoryMb }: NodeFigures): string {
  const without = (nodes: number) => cases.find((one) => one.nodes === nodes && one.clients === 0)!;
  const clientMicros = ({ nodes, clients, nodeCpuMs, oneCpuMs }: CaseFigures) => {
    if (clients === 0) return [undefined, undefined, undefined];
    const own = ((nodeCpuMs - without(nodes).nodeCpuMs) * nodes * 1000) / clients;
    const other = ((oneCpuMs - without(nodes).oneCpuMs) * 1000) / clients;
    return [rounded(own, 1), rounded(other, 1), rounded(own / other, 2)];
  };
  const served = Object.entries(leaderBytes).filter(([topic]) => topic !== NOT_SERVED);
  const kilobytes = (bytes: number) => rounded(bytes / 1000, 1);
  return [
    formatTable(
      [
        'nodes',
        'clients',
        'node CPU ms',
        'one process',
        'times',
        'µs per client',
        'one process',
        'times',
        'last ms',
        'one process',
        'lost',
        'one process',
      ],
      cases.map((one) => [
        one.nodes,
        one.clients,
        rounded(one.nodeCpuMs, 1),
        rounded(one.oneCpuMs, 1),
        rounded(one.nodeCpuMs / one.oneCpuMs, 2),
        ...clientMicros(one),
        rounded(one.lastMs, 0),
        rounded(one.oneLastMs, 0),
        one.lost,
        one.oneLost,
      ]),
    ),
    formatTable(
      ['on the bus in 30 s', 'kB'],
      [
        ...Object.entries(leaderBytes).map(([topic, bytes]) => [topic, kilobytes(bytes)]),
        ['from the leader', kilobytes(sumOf(new Map(Object.entries(leaderBytes))))],
        ['to each serving node', kilobytes(sumOf(new Map(served)))],
        ['from collectors', kilobytes(collectBytes)],
      ],
    ),
    formatTable(
      ['memory', 'MB'],
      Object.entries(memoryMb).map(([role, megabytes]) => [role, rounded(megabytes, 0)]),
    ),
  ].join('\n\n');
}
