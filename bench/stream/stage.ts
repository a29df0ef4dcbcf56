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

/** A server and a farm of clients, each in a process of its own. */
export class Stage {
  readonly #server: ChildProcess;
  readonly #farm: ChildProcess;
  readonly #ready: Extract<FromServer, { kind: 'ready' }>;
  readonly #kind: ServerKind;
  #messages = 0;

  private constructor(
    kind: ServerKind,
    server: ChildProcess,
    farm: ChildProcess,
    ready: Extract<FromServer, { kind: 'ready' }>,
  ) {
    this.#kind = kind;
    this.#server = server;
    this.#farm = farm;
    this.#ready = ready;
  }

  static async open(kind: ServerKind, execArgv: readonly string[] = []): Promise<Stage> {
    const server = fork(pathOf('server-process'), [], { stdio: 'inherit', execArgv: [...execArgv] });
    const farm = fork(pathOf('farm-process'), [], { stdio: 'inherit' });
    const ready = await ask<FromServer>(server, { kind: 'start', server: kind } satisfies ToServer);
    return new Stage(kind, server, farm, ready as Extract<FromServer, { kind: 'ready' }>);
  }

  /** How many milliseconds it took until everybody was subscribed. */
  async enter(crowd: Crowd): Promise<number> {
    const { port, token, gwa, mwa } = this.#ready;
    const ofType: Readonly<Record<string, number>> = { GWA: gwa.length, MWA: mwa.length };
    const messagesATick = crowd.indexTypes.reduce((sum, type) => sum + (ofType[type] ?? 0), crowd.indices);
    const socketIo = this.#kind === 'socket.io rooms';
    const indexIds = [...mwa, ...gwa];
    const connect: ToFarm = { kind: 'connect', port, token, socketIo, crowd, indexIds, messagesATick };
    return ((await ask<FromFarm>(this.#farm, connect)) as Extract<FromFarm, { kind: 'connected' }>).ms;
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
    await ask<FromServer>(this.#server, { kind: 'prepare' });
  }

  async #publish(): Promise<number> {
    const reply = await ask<FromServer>(this.#server, { kind: 'tick' });
    return (reply as Extract<FromServer, { kind: 'ticked' }>).at;
  }

  async #received(at: number, patienceMs: number, except?: string): Promise<readonly CrowdResult[]> {
    const message: ToFarm = { kind: 'await', at, patienceMs, ...(except === undefined ? {} : { except }) };
    const heard = await ask<FromFarm>(this.#farm, message, 'received');
    return (heard as Extract<FromFarm, { kind: 'received' }>).crowds;
  }

  async stall(crowd: string, clients: number): Promise<void> {
    await ask<FromFarm>(this.#farm, { kind: 'stall', crowd, clients });
  }

  /** Everybody of a crowd at once, while ticks go on; how long it took, and how late the others' ticks were. */
  async reconnect(
    crowd: string,
    tickEveryMs: number,
  ): Promise<{ readonly ms: number; readonly othersLastMs: number }> {
    const progress = { done: false };
    const reconnected = ask<FromFarm>(this.#farm, { kind: 'reconnect', crowd }, 'connected');
    void reconnected.finally(() => (progress.done = true));
    let othersLastMs = 0;
    while (!progress.done) {
      await this.#prepare();
      const crowds = await this.#received(await this.#publish(), 30_000, crowd);
      const others = crowds.filter(({ name }) => name !== crowd);
      for (const { lastMs, lost } of others)
        othersLastMs = Math.max(othersLastMs, lost > 0 ? Infinity : lastMs);
      await new Promise((resolve) => setTimeout(resolve, tickEveryMs));
    }
    return { ms: ((await reconnected) as Extract<FromFarm, { kind: 'connected' }>).ms, othersLastMs };
  }

  /** Resident memory of the server, in MB. */
  get memoryMb(): number {
    const status = readFileSync(`/proc/${this.#server.pid}/status`, 'latin1');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / KIB;
  }

  async close(): Promise<void> {
    for (const child of [this.#farm, this.#server]) {
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

/** Sends a message and waits for the next answer, of the given kind where others may come in between. */
async function ask<Reply extends { readonly kind: string }>(
  child: ChildProcess,
  message: ToServer | ToFarm,
  kind?: string,
): Promise<Reply> {
  const answered = new Promise<Reply>((resolve, reject) => {
    const failed = (code: number | null) =>
      reject(new Error(`a process of the bench ended with code ${code}`));
    const hear = (reply: Reply) => {
      if (kind !== undefined && reply.kind !== kind) return;
      child.off('message', hear);
      child.off('exit', failed);
      resolve(reply);
    };
    child.on('message', hear);
    child.on('exit', failed);
  });
  child.send(message);
  return answered;
}
