import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { NatsBus } from '../../src/cluster/nats/nats-bus.ts';
import { parseNatsAddress } from '../../src/cluster/nats/nats-address.ts';
import { Database } from '../../src/cluster/postgres/database.ts';
import { RETAINED_CLUSTER_TOPICS, type ClusterTopics } from '../../src/cluster/roles/cluster-topics.ts';
import { MAX_MESSAGE_BYTES } from '../../src/cluster/roles/message-limits.ts';
import { sendCommand } from '../../src/app/directory/control-socket.ts';
import { STEP_DOWN_COMMAND } from '../../src/cluster/remote/step-down-command.ts';
import { OperatorError } from '../../src/core/errors.ts';
import { SystemClock } from '../../src/core/clocks/clock.ts';
import { SECOND_MS, SLOT_MS, slotAfter, type Millis } from '../../src/core/time.ts';
import type { WorldSize } from '../../src/simulator/world-identity.ts';
import { NatsServer } from '../../test/support/nats-server.ts';
import { startPostgres } from '../../test/support/postgres-server.ts';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts';
import { formatTable, rounded } from '../support/table.ts';
import { steadyWorld } from './roles.ts';

export interface TakeoverPlan {
  readonly world: WorldSize;
  /** How often the leader is killed. */
  readonly takeovers: number;
  /** How often the leader is asked to step down. */
  readonly stepDowns: number;
}

/** One takeover: when in its slot the leader was killed, and how late the next tick was published. */
interface Takeover {
  readonly how: 'killed' | 'stepped down';
  readonly beforeSlotMs: Millis;
  readonly lateMs: Millis;
  /** Slots without a tick. */
  readonly missed: number;
}

export interface TakeoverFigures {
  readonly world: WorldSize;
  readonly takeovers: readonly Takeover[];
}

const PATIENCE_MS = 90 * SECOND_MS;
const POLL_MS = 100;

interface ComputeNode {
  readonly folder: string;
  process: ServiceProcess;
}

/**
 * Kills the leader of two compute nodes repeatedly: once in each part of a slot, in shuffled order. Then asks
 * it to step down.
 */
export async function measureTakeovers({
  world,
  takeovers: count,
  stepDowns,
}: TakeoverPlan): Promise<TakeoverFigures> {
  const [postgres, nats] = await Promise.all([startPostgres(), NatsServer.start({ jetStream: true })]);
  const flags = ['--store', postgres.url, '--bus', nats.url, ...steadyWorld(world)];
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'tidemark-takeover-')));
  const compute = (folder: string) => startServiceProcess({ folder, flags: ['--role', 'compute', ...flags] });
  const nodes: ComputeNode[] = [];
  const ends: (() => Promise<void>)[] = [];
  try {
    for (const folder of folders) nodes.push({ folder, process: await compute(folder) });
    const collect = await startServiceProcess({ flags: ['--role', 'collect', ...flags] });
    ends.push(() => collect.stop());
    const arrivals = await Arrivals.listen(postgres.url, nats.url);
    ends.push(() => arrivals.close());
    await arrivals.after(Date.now());
    const takeovers: Takeover[] = [];
    for (const phase of shuffled(count)) {
      const leader = await leaderWithStandby(nodes);
      const [from, to] = [phase / count, (phase + 1) / count];
      const beforeSlotMs = (from + Math.random() * (to - from)) * SLOT_MS;
      const slot = slotAfter(Date.now() + beforeSlotMs);
      await wait(slot - beforeSlotMs - Date.now());
      await leader.process.kill();
      takeovers.push(reported({ how: 'killed', beforeSlotMs, ...(await arrivals.after(slot - 1)) }));
      leader.process = await compute(leader.folder);
    }
    for (let each = 0; each < stepDowns; each++) {
      const leader = await leaderWithStandby(nodes);
      await stepDown(leader.folder);
      const now = Date.now();
      takeovers.push(
        reported({ how: 'stepped down', beforeSlotMs: slotAfter(now) - now, ...(await arrivals.after(now)) }),
      );
    }
    return { world, takeovers };
  } finally {
    for (const end of ends) await end();
    for (const { process } of nodes) await process.kill();
    await nats.stop();
    await postgres.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

export function takeoverTable({ takeovers }: TakeoverFigures): string {
  const rows = (['killed', 'stepped down'] as const).map((how) => {
    const own = takeovers.filter((each) => each.how === how);
    const late = own.map(({ lateMs }) => seconds(lateMs)).toSorted((x, y) => x - y);
    const missed = own.reduce((sum, each) => sum + each.missed, 0);
    return [how, own.length, late[Math.floor(late.length / 2)], late.at(-1), missed];
  });
  return formatTable(['the leader', 'times', 'median late, s', 'at most, s', 'slots missed'], rows);
}

function reported(takeover: Takeover): Takeover {
  const { how, beforeSlotMs, lateMs, missed } = takeover;
  console.log(`${how} ${seconds(beforeSlotMs)} s before a slot: ${seconds(lateMs)} s late, ${missed} missed`);
  return takeover;
}

/** When each slot was first published. */
class Arrivals {
  readonly #bus: NatsBus<ClusterTopics>;
  readonly #at = new Map<Millis, Millis>();

  private constructor(bus: NatsBus<ClusterTopics>) {
    this.#bus = bus;
    bus.subscribe('indices', ({ at }) => {
      if (!this.#at.has(at)) this.#at.set(at, Date.now());
    });
  }

  static async listen(store: string, nats: string): Promise<Arrivals> {
    const database = new Database({ url: store, connections: 1 });
    const [named] = await database.rows<{ content: Buffer }>(
      "select content from shared_log where log = 'service' and number = 1",
    );
    await database.close();
    return new Arrivals(
      new NatsBus<ClusterTopics>({
        address: parseNatsAddress(nats),
        clock: new SystemClock(),
        name: `tidemark-${named!.content.toString()}`,
        retained: RETAINED_CLUSTER_TOPICS,
        maxBytes: MAX_MESSAGE_BYTES,
      }),
    );
  }

  /** How late the first tick after an instant is published. */
  async after(instant: Millis): Promise<Pick<Takeover, 'lateMs' | 'missed'>> {
    const due = slotAfter(instant);
    for (const until = due + PATIENCE_MS; Date.now() < until; await wait(POLL_MS)) {
      const [first] = [...this.#at].filter(([at]) => at >= due).toSorted(([a], [b]) => a - b);
      if (first) return { lateMs: first[1] - due, missed: (first[0] - due) / SLOT_MS };
    }
    throw new Error('no tick was published after a takeover');
  }

  close(): Promise<void> {
    return this.#bus.close();
  }
}

/** The leader refuses until it knows that another node could lead. */
async function stepDown(folder: string): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; ; await wait(POLL_MS)) {
    try {
      await sendCommand(folder, { command: STEP_DOWN_COMMAND, arguments: {} });
      return;
    } catch (error) {
      if (!(error instanceof OperatorError) || Date.now() > until) throw error;
    }
  }
}

/** The leader, once the other node could lead. */
async function leaderWithStandby(nodes: readonly ComputeNode[]): Promise<ComputeNode> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await wait(POLL_MS)) {
    const said = await Promise.all(nodes.map(({ process }) => readiness(process)));
    const leader = nodes[said.indexOf('leads')];
    if (leader && said.includes('stands by')) return leader;
  }
  throw new Error('there is no pair of a leader and a node that could lead');
}

async function readiness({ baseUrl }: ServiceProcess): Promise<'leads' | 'stands by' | 'not ready'> {
  const answer = await fetch(`${baseUrl}/readyz`).catch(() => undefined);
  if (!answer?.ok) return 'not ready';
  const { compute } = (await answer.json()) as { compute?: { leads: boolean; lastTick?: string } };
  if (compute?.leads) return 'leads';
  return compute?.lastTick === undefined ? 'not ready' : 'stands by';
}

function shuffled(count: number): number[] {
  return Array.from({ length: count }, (_, i) => ({ i, key: Math.random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ i }) => i);
}

const seconds = (ms: Millis) => rounded(ms / SECOND_MS, 1);
