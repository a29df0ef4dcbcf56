import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cpuMsOf } from '../support/cpu-meter.ts';
import type { Crowd, CrowdResult, FromFarm, FromServer, ServerKind, ToFarm, ToServer } from './messages.ts';

export interface TickResult {
  readonly crowds: readonly CrowdResult[];
  /** Of the server, from the tick until everybody had it. */
  readonly cpuMs: number;
  readonly messages: number;
}

const KIB = 1024;

/** What a storm did to itself and to others. */
export interface Storm {
  /** Until everybody was back. */
  readonly ms: number;
  /** From the moment when a tick was due until the last of the others had it, the worst tick of them. */
  readonly othersLastMs: number;
  /** From a tick's publishing until the server had served everybody who was to get it, by its own clock. */
  readonly servedMs: number;
  readonly ticks: number;
  readonly cpuMs: number;
}

/** A server and farms of clients, each in a process of its own. */
export class Stage {
  readonly #server: ChildProcess;
  readonly #farms: ChildProcess[] = [];
  readonly #farmOf = new Map<string, ChildProcess>();
  readonly #ready: Reply<FromServer, 'ready'>;
  readonly #kind: ServerKind;
  #messages = 0;
  #servedMs = 0;

  private constructor(kind: ServerKind, server: ChildProcess, ready: Reply<FromServer, 'ready'>) {
    this.#kind = kind;
    this.#server = server;
    this.#ready = ready;
    server.on('message', (message: FromServer) => {
      if (message.kind === 'served') this.#servedMs = Math.max(this.#servedMs, message.ms);
    });
  }

  static async open(kind: ServerKind, execArgv: readonly string[] = []): Promise<Stage> {
    const server = fork(pathOf('server-process'), [], { stdio: 'inherit', execArgv: [...execArgv] });
    const ready = await ask<FromServer, 'ready'>(server, { kind: 'start', server: kind }, 'ready');
    return new Stage(kind, server, ready);
  }

  /**
   * How many milliseconds it took until everybody was subscribed. `apart`: in a process of its own, so that what other
   * crowds do takes nothing from it.
   */
  async enter(crowd: Crowd, apart = false): Promise<number> {
    if (apart || this.#farms.length === 0)
      this.#farms.push(fork(pathOf('farm-process'), [], { stdio: 'inherit' }));
    const farm = this.#farms.at(-1) as ChildProcess;
    this.#farmOf.set(crowd.name, farm);
    const { port, token, gwa, mwa, names } = this.#ready;
    const ofType: Readonly<Record<string, number>> = { GWA: gwa.length, MWA: mwa.length };
    const messagesPerTick = crowd.indexTypes.reduce((sum, type) => sum + (ofType[type] ?? 0), crowd.indices);
    const socketIo = this.#kind === 'socket.io rooms';
    const indexIds = [...mwa, ...gwa];
    const connect: ToFarm = {
      kind: 'connect',
      port,
      token,
      socketIo,
      crowd,
      indexIds,
      names,
      messagesPerTick,
    };
    return (await ask<FromFarm, 'connected'>(farm, connect, 'connected')).ms;
  }

  async tick(patienceMs = 60_000): Promise<TickResult> {
    await this.#prepare();
    const before = cpuMsOf(this.#server.pid ?? 0);
    const crowds = await this.#received(await this.#publish(), patienceMs);
    const cpuMs = cpuMsOf(this.#server.pid ?? 0) - before;
    const all = crowds.reduce((sum, { messages }) => sum + messages, 0);
    const messages = all - this.#messages;
    this.#messages = all;
    return { crowds, cpuMs, messages };
  }

  /** Writing the values as JSON is the pipeline's work, and not measured here. */
  async #prepare(): Promise<void> {
    await ask<FromServer, 'prepared'>(this.#server, { kind: 'prepare' }, 'prepared');
  }

  /** Has the tick published; returns when it was due, which is earlier where the server has other things to do. */
  async #publish(): Promise<number> {
    const dueAt = Date.now();
    await ask<FromServer, 'ticked'>(this.#server, { kind: 'tick' }, 'ticked');
    return dueAt;
  }

  /** What became of a tick, in all crowds but one that has other things to do. */
  async #received(at: number, patienceMs: number, except?: string): Promise<readonly CrowdResult[]> {
    const message: ToFarm = { kind: 'await', at, patienceMs };
    const farms = this.#farms.filter((farm) => farm !== this.#farmOf.get(except ?? ''));
    const replies = farms.map((farm) => ask<FromFarm, 'received'>(farm, message, 'received'));
    return (await Promise.all(replies)).flatMap(({ crowds }) => crowds);
  }

  async stall(crowd: string, clients: number): Promise<void> {
    await ask<FromFarm, 'stalled'>(this.#of(crowd), { kind: 'stall', crowd, clients }, 'stalled');
  }

  /** Those that were stalled read on; `messages`: published for one of them. */
  release(crowd: string, messages: number): Promise<Reply<FromFarm, 'released'>> {
    const message: ToFarm = { kind: 'release', crowd, ticks: messages };
    return ask<FromFarm, 'released'>(this.#of(crowd), message, 'released');
  }

  /** Everybody of a crowd at once, while ticks go on. The others must be apart from it. */
  async reconnect(crowd: string, tickEveryMs: number): Promise<Storm> {
    const progress = { done: false };
    const cpuBefore = cpuMsOf(this.#server.pid ?? 0);
    this.#servedMs = 0;
    const back = ask<FromFarm, 'connected'>(this.#of(crowd), { kind: 'reconnect', crowd }, 'connected');
    void back.finally(() => (progress.done = true));
    let othersLastMs = 0;
    let ticks = 0;
    for (; !progress.done; ticks++) {
      await this.#prepare();
      for (const { lastMs, lost } of await this.#received(await this.#publish(), 30_000, crowd))
        othersLastMs = Math.max(othersLastMs, lost > 0 ? Infinity : lastMs);
      await new Promise((resolve) => setTimeout(resolve, tickEveryMs));
    }
    const { ms } = await back;
    const cpuMs = cpuMsOf(this.#server.pid ?? 0) - cpuBefore;
    return { ms, othersLastMs, servedMs: this.#servedMs, ticks, cpuMs };
  }

  #of(crowd: string): ChildProcess {
    return this.#farmOf.get(crowd) as ChildProcess;
  }

  /** Resident memory of the server, in MB. */
  get memoryMb(): number {
    const status = readFileSync(`/proc/${this.#server.pid}/status`, 'latin1');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / KIB;
  }

  async close(): Promise<void> {
    for (const child of [...this.#farms, this.#server]) {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    }
  }
}

/** What the kernel holds for all TCP sockets of the machine, in MB. */
export function kernelSocketMb(): number {
  const pages = /TCP:.* mem (\d+)/.exec(readFileSync('/proc/net/sockstat', 'latin1'))?.[1];
  return (Number(pages ?? 0) * 4) / KIB;
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(`./${name}.js`, import.meta.url));
}

type Reply<Message extends { readonly kind: string }, Kind extends string> = Extract<
  Message,
  { readonly kind: Kind }
>;

/** Sends a message and waits for the next answer of a kind. */
async function ask<Message extends { readonly kind: string }, Kind extends Message['kind']>(
  child: ChildProcess,
  message: ToServer | ToFarm,
  kind: Kind,
): Promise<Reply<Message, Kind>> {
  const answered = new Promise<Reply<Message, Kind>>((resolve, reject) => {
    const failed = (code: number | null) =>
      reject(new Error(`a process of the bench ended with code ${code}`));
    const onReply = (reply: Message) => {
      if (reply.kind !== kind) return;
      child.off('message', onReply);
      child.off('exit', failed);
      resolve(reply as Reply<Message, Kind>);
    };
    child.on('message', onReply);
    child.on('exit', failed);
  });
  child.send(message);
  return answered;
}
