import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FakedClock } from '../clocks/faked-clock.ts';
import { freePort } from '../../support/free-port.ts';
import type { LinkProxy } from '../../support/link-proxy.ts';
import type { NamespaceHost } from '../../support/namespace-net.ts';

export type Role = 'collect' | 'compute' | 'serve';

export interface ClusterNodeOptions {
  readonly name: string;
  readonly role: Role;
  /** Folder of data and log. */
  readonly folder: string;
  /** The link to the store, and those to the servers of the bus. */
  readonly links: NodeLinks;
  readonly flags: readonly string[];
  /** The network namespace in which it runs, if any. */
  readonly host?: NamespaceHost;
  readonly clock?: FakedClock;
  /** The program that it runs; by default that of this build. */
  readonly program?: string;
}

export interface NodeLinks {
  readonly store: LinkProxy;
  readonly bus: readonly LinkProxy[];
}

const MAIN = fileURLToPath(new URL('../../../src/cli/main.js', import.meta.url));
const READY_WITHIN_MS = 60_000;
const START_AGAIN_MS = 500;
const ASK_WITHIN_MS = 1000;

/** A process with one role, which can be stopped and restarted with the same address and data. */
export class ClusterNode {
  readonly name: string;
  readonly role: Role;
  readonly url: string;
  readonly #options: ClusterNodeOptions;
  readonly #port: number;
  #program: string;
  #process: ChildProcess | undefined;
  #isWanted = false;

  private constructor(options: ClusterNodeOptions, port: number) {
    this.#options = options;
    this.name = options.name;
    this.role = options.role;
    this.#port = port;
    this.#program = options.program ?? MAIN;
    this.url = `http://${options.host?.address ?? '127.0.0.1'}:${port}`;
  }

  static async of(options: ClusterNodeOptions): Promise<ClusterNode> {
    mkdirSync(options.folder, { recursive: true });
    return new ClusterNode(options, await freePort());
  }

  /** Its data directory. */
  get data(): string {
    return join(this.#options.folder, 'data');
  }

  get links(): NodeLinks {
    return this.#options.links;
  }

  get clock(): FakedClock | undefined {
    return this.#options.clock;
  }

  get isRunning(): boolean {
    return (
      this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null
    );
  }

  /** The end of its log. */
  log(bytes = 4000): string {
    return readFileSync(this.#logPath, 'utf8').slice(-bytes);
  }

  /**
   * Resolves when the node reports that it is ready. If it exits before, it is restarted, as by a process supervisor.
   */
  async start(): Promise<void> {
    this.#isWanted = true;
    const deadline = performance.now() + READY_WITHIN_MS;
    for (;;) {
      const outcome = await this.#startOnce();
      if (outcome === 'ready') return;
      if (outcome === 'late' || !this.#isWanted || performance.now() > deadline)
        throw new Error(`${this.name} is not ready (${outcome}):\n${this.log()}`);
      await delay(START_AGAIN_MS);
    }
  }

  /** Its next start runs this program. */
  install(program: string): void {
    this.#program = program;
  }

  /** Starts it once, without a restart if it exits. */
  tryStart(): Promise<'ready' | 'ended' | 'late'> {
    this.#isWanted = true;
    return this.#startOnce();
  }

  async #startOnce(): Promise<'ready' | 'ended' | 'late'> {
    if (!this.#isWanted) return 'ended';
    const { role, flags, host, clock } = this.#options;
    const address = host?.address ?? '127.0.0.1';
    const command = [
      ...(host?.command ?? []),
      process.execPath,
      this.#program,
      'serve',
      '--role',
      role,
      '--host',
      address,
      '--port',
      String(this.#port),
      '--data',
      this.data,
      ...flags,
    ];
    const child = spawn(command[0]!, command.slice(1), {
      stdio: ['ignore', 'pipe', 'pipe'],
      // FAKETIME of this process would override the node's own clock.
      env: clock ? { ...process.env, FAKETIME: undefined, ...clock.environment } : process.env,
    });
    this.#process = child;
    const log = createWriteStream(this.#logPath, { flags: 'a' });
    child.stderr.pipe(log);
    const ended = once(child, 'exit').then(() => 'ended' as const);
    const timer = AbortSignal.timeout(READY_WITHIN_MS);
    const late = once(timer, 'abort').then(() => 'late' as const);
    const outcome = await Promise.race([untilReady(child.stdout), ended, late]);
    if (outcome === 'ready') child.stdout.resume();
    return outcome;
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Stops it like an operator. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  pause(): void {
    this.#process?.kill('SIGSTOP');
  }

  resume(): void {
    this.#process?.kill('SIGCONT');
  }

  /** Cuts it off from all other machines: by its network namespace if it has one, else by its links. */
  async partition(): Promise<void> {
    if (this.#options.host) await this.#options.host.partition();
    else for (const link of this.#allLinks) link.partition();
  }

  async heal(): Promise<void> {
    await this.#options.host?.heal();
    for (const link of this.#allLinks) link.heal();
  }

  /** Its answer for a path, parsed as JSON. */
  async ask(path: string): Promise<{ readonly status: number; readonly body: unknown }> {
    const answer = await fetch(this.url + path, { signal: AbortSignal.timeout(ASK_WITHIN_MS) });
    const text = await answer.text();
    return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text };
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.#isWanted = false;
    const child = this.#process;
    if (!child || !this.isRunning) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    // A stopped process does not handle SIGTERM.
    if (signal !== 'SIGKILL') child.kill('SIGCONT');
    await exited;
  }

  get #allLinks(): readonly LinkProxy[] {
    return [this.links.store, ...this.links.bus];
  }

  get #logPath(): string {
    return join(this.#options.folder, 'log');
  }
}

async function untilReady(output: NodeJS.ReadableStream): Promise<'ready' | 'ended'> {
  for await (const line of createInterface({ input: output }))
    if (line.startsWith('tidemark ready')) return 'ready';
  return 'ended';
}
