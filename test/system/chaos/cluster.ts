import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LinkProxy } from '../../support/link-proxy.ts';
import { LoopDisk } from '../../support/loop-disk.ts';
import { NamespaceNet } from '../../support/namespace-net.ts';
import { NatsCluster } from '../../support/nats-cluster.ts';
import { PostgresPair } from '../../support/postgres-pair.ts';
import type { Millis } from '../../../src/core/time.ts';
import { FakedClock } from '../clocks/faked-clock.ts';
import { ClusterNode, type NodeLinks, type Role } from './cluster-node.ts';
import { sweepClocks } from './faked-midnight.ts';
import { untilLeader } from './leader.ts';
import { until } from './until.ts';

export interface ClusterOptions {
  readonly collect: number;
  readonly compute: number;
  readonly serve: number;
  readonly jetStream: boolean;
  /** By how much the time of this process and of all that it starts is ahead of the machine's. */
  readonly aheadMs?: Millis;
  /**
   * False: without anything that only faults need, such as small disks, separate networks and adjustable clocks. Default: true.
   */
  readonly canBeDisturbed?: boolean;
  /** The program that nodes run at first; by default that of this build. */
  readonly program?: string;
}

const DISK_BYTES = 768 * 2 ** 20;
const SETTLED_WITHIN_MS = 120_000;
const SCHEMA = 'tidemark';

/** Real servers, and nodes of every role. Every connection between two of them can be disturbed. */
export class Cluster {
  readonly folder: string;
  readonly nodes: readonly ClusterNode[];
  readonly nats: NatsCluster;
  readonly postgres: PostgresPair;
  /** Forwards to one serving node at a time: a client that reconnects may reach another one. */
  readonly balancer: LinkProxy;
  /** Faults that are not possible on this machine. */
  readonly impossible: readonly string[];
  readonly #parts: Parts;
  readonly #extra: ClusterNode[] = [];

  private constructor(parts: Parts & { readonly nodes: readonly ClusterNode[] }) {
    this.#parts = parts;
    this.folder = parts.folder;
    this.nodes = parts.nodes;
    this.nats = parts.nats;
    this.postgres = parts.postgres;
    this.balancer = parts.balancer;
    this.impossible = parts.impossible;
  }

  static async start(options: ClusterOptions): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-chaos-'));
    const { canBeDisturbed = true } = options;
    const impossible = [
      ...(LoopDisk.isPossible ? [] : ['a full disk: no loop devices']),
      ...(NamespaceNet.isPossible ? [] : ['network namespaces: partitions by proxies only']),
    ];
    const disk = canBeDisturbed && LoopDisk.isPossible ? { diskBytes: DISK_BYTES } : {};
    const [postgres, nats] = await Promise.all([PostgresPair.start(disk), NatsCluster.start(options)]);
    const net = canBeDisturbed && NamespaceNet.isPossible ? await NamespaceNet.create() : undefined;
    const links: LinkProxy[] = [];
    const balancer = await LinkProxy.listen({ port: 1 });
    const parts: Parts = { options, folder, impossible, postgres, nats, net, links, balancer };
    const nodes: ClusterNode[] = [];
    for (const role of ['collect', 'compute', 'serve'] as const)
      for (let number = 1; number <= options[role]; number++) nodes.push(await makeNode(parts, role, number));
    const cluster = new Cluster({ ...parts, nodes });
    postgres.onMoved = (primary) => {
      for (const node of nodes) node.links.store.lead(primary);
    };
    cluster.balance(0);
    return cluster;
  }

  of(role: Role): readonly ClusterNode[] {
    return this.nodes.filter((node) => node.role === role);
  }

  /** The audience of tokens. */
  get audience(): string {
    return audienceOf(this.balancer);
  }

  /** The store without a proxy. */
  get storeUrl(): { readonly url: string; readonly schema: string } {
    return { url: this.postgres.primary.url, schema: SCHEMA };
  }

  /** New connections to the balancer go to the serving node with this number, modulo their count. */
  balance(turn: number): void {
    const serving = this.of('serve');
    this.balancer.lead({ port: Number(new URL(serving[turn % serving.length]!.url).port) });
  }

  async startNodes(): Promise<void> {
    // The first node creates the tables.
    for (const role of ['compute', 'collect', 'serve'] as const)
      await Promise.all(this.of(role).map((node) => node.start()));
  }

  /** Creates another node, which is not started and not one of `nodes`. */
  async extraNode(role: Role): Promise<ClusterNode> {
    const number = this.of(role).length + this.#extra.length + 1;
    const node = await makeNode(this.#parts, role, number);
    this.#extra.push(node);
    return node;
  }

  /** Waits until all servers and nodes work. */
  async settle(): Promise<void> {
    sweepClocks();
    await this.postgres.untilSynchronous();
    await this.nats.untilReady();
    await untilLeader(this.of('compute'));
    await until(
      'readiness of the nodes that serve or stand by',
      async () => {
        const nodes = [...this.of('serve'), ...this.of('compute')];
        const answers = await Promise.all(nodes.map((node) => node.ask('/readyz')));
        return answers.every(({ status }) => status === 200);
      },
      SETTLED_WITHIN_MS,
    );
  }

  async stop(): Promise<void> {
    await Promise.all([...this.nodes, ...this.#extra].map((node) => node.kill()));
    await Promise.all([...this.#parts.links, this.balancer].map((link) => link.close()));
    await Promise.all([this.nats.stop(), this.postgres.stop()]);
    await this.#parts.net?.remove();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

interface Parts {
  readonly options: ClusterOptions;
  readonly folder: string;
  readonly impossible: string[];
  readonly postgres: PostgresPair;
  readonly nats: NatsCluster;
  readonly net: NamespaceNet | undefined;
  readonly links: LinkProxy[];
  readonly balancer: LinkProxy;
}

/**
 * Collecting and computing nodes run in network namespaces if possible. Serving nodes do not, because clients must reach them
 * while they are cut off from everything else.
 */
async function makeNode(parts: Parts, role: Role, number: number): Promise<ClusterNode> {
  const { folder, net, balancer } = parts;
  const name = `${role}-${number}`;
  const isApart = net !== undefined && role !== 'serve';
  const host = isApart ? await net.add() : undefined;
  const near = isApart ? net.address : '127.0.0.1';
  const links = await makeLinks(parts, near);
  const place = join(folder, name);
  mkdirSync(place);
  const flags = [
    '--store',
    `postgres://postgres@${near}:${links.store.port}/postgres?schema=${SCHEMA}`,
    '--bus',
    links.bus.map(({ port }) => `nats://${near}:${port}`).join(),
    '--world',
    'small',
    '--backfill',
    'off',
    '--log-format',
    'json',
    ...(role === 'serve' ? ['--base-url', audienceOf(balancer)] : []),
  ];
  // Compute nodes have clocks that can be set.
  const { canBeDisturbed = true, program } = parts.options;
  const clock = canBeDisturbed && role === 'compute' ? fakedClock(parts, place) : undefined;
  return ClusterNode.of({
    name,
    role,
    folder: place,
    links,
    flags,
    ...(host ? { host } : {}),
    ...(clock ? { clock } : {}),
    ...(program === undefined ? {} : { program }),
  });
}

async function makeLinks({ postgres, nats, links }: Parts, near: string): Promise<NodeLinks> {
  const store = await LinkProxy.listen(postgres.primary, near);
  const bus = await Promise.all(
    nats.servers.map(({ url }) => LinkProxy.listen({ port: Number(new URL(url).port) }, near)),
  );
  links.push(store, ...bus);
  return { store, bus };
}

function audienceOf({ port }: LinkProxy): string {
  return `http://127.0.0.1:${port}`;
}

/** Undefined if libfaketime is not installed. */
function fakedClock({ impossible, options }: Parts, folder: string): FakedClock | undefined {
  try {
    return new FakedClock(folder, Date.now(), options.aheadMs);
  } catch (error) {
    impossible.push(`clocks that jump: ${(error as Error).message}`);
    return undefined;
  }
}
