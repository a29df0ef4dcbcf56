import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';

export const MAIN = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A started program. Its output can be read at any time. */
export interface TidemarkProcess {
  readonly pid: number;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<Ended>;
  kill(signal: NodeJS.Signals): void;
}

export interface RunningService extends TidemarkProcess {
  readonly baseUrl: string;
  readonly wsUrl: string;
  readonly port: number;
  readonly readyAfterMs: number;
  /** Sends SIGTERM and waits. */
  stop(): Promise<Ended>;
}

export interface StartOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly nodeFlags?: readonly string[];
  readonly cwd?: string;
  /** Limit of open files, as set by `ulimit -n`. */
  readonly maxOpenFiles?: number;
}

/** A minimal shell environment, without the settings of the shell that runs the tests. */
function environment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: tmpdir(), ...extra };
}

/** A shell that is replaced by the following program. */
function limited(maxOpenFiles: number): string[] {
  return ['/bin/sh', '-c', `ulimit -n ${maxOpenFiles} && exec "$0" "$@"`];
}

/** Runs the built program; its processes and files are removed after each test, or after all of them. */
export class Tidemark {
  #children: ChildProcess[] = [];
  #folders: string[] = [];
  #sockets: Socket[] = [];

  constructor(hook: (cleanUp: () => Promise<void>) => void = afterEach) {
    hook(() => this.#cleanUp());
  }

  newFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-process-'));
    this.#folders.push(folder);
    return folder;
  }

  start(args: readonly string[], options: StartOptions = {}): TidemarkProcess {
    const [program = '', ...programArgs] = [
      ...(options.maxOpenFiles === undefined ? [] : limited(options.maxOpenFiles)),
      process.execPath,
      ...(options.nodeFlags ?? []),
      MAIN,
      ...args,
    ];
    const child = spawn(program, programArgs, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment(options.environment),
      cwd: options.cwd,
    });
    this.#children.push(child);
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const ended = once(child, 'close').then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
      stdout,
      stderr,
    }));
    if (child.pid === undefined) throw new Error('the program could not be started');
    return {
      pid: child.pid,
      stdout: () => stdout,
      stderr: () => stderr,
      ended,
      kill: (signal) => void child.kill(signal),
    };
  }

  /** Runs a command until it ends. */
  run(args: readonly string[], options: StartOptions = {}): Promise<Ended> {
    return this.start(args, options).ended;
  }

  /** Starts the service on a free port, by default with the small world, and waits until it is ready. */
  async serve(args: readonly string[], options: StartOptions = {}): Promise<RunningService> {
    const startedAt = performance.now();
    // Back-fill takes a core for minutes; tests that need it must enable it.
    const defaults = [
      ['--port', '0'],
      ['--world', 'small'],
      ['--backfill', 'off'],
    ].flatMap(([flag = '', value = '']) => (args.includes(flag) ? [] : [flag, value]));
    const service = this.start(['serve', ...defaults, ...args], options);
    const ended = service.ended.then(() => 'ended' as const);
    const ready = () => /^tidemark ready (\S+) (\S+)\n/m.exec(service.stdout());
    while (!ready()) {
      if ((await Promise.race([ended, soon()])) === 'ended')
        throw new Error(`did not start:\n${service.stderr()}`);
    }
    const [, baseUrl = '', wsUrl = ''] = ready() ?? [];
    return {
      ...service,
      baseUrl,
      wsUrl,
      port: Number(new URL(baseUrl).port),
      readyAfterMs: performance.now() - startedAt,
      stop: () => {
        service.kill('SIGTERM');
        return service.ended;
      },
    };
  }

  /** A plain connection from the kernel. */
  async connect(port: number): Promise<Socket> {
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('error', () => socket.destroy());
    this.#sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  }

  async #cleanUp(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    for (const child of this.#children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
    this.#children = [];
    this.#folders = [];
    this.#sockets = [];
  }
}

export async function soon(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 25));
}

/** A busy machine alone does not exceed it, and a test that waits in vain still fails with the reason, before its own limit. */
const EVENTUALLY_MS = 200_000;

/** Polls until the condition holds. On timeout, fails with its last error. */
export async function eventually(holds: () => Promise<boolean>, withinMs = EVENTUALLY_MS): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < withinMs) {
    if (await holds()) return performance.now() - startedAt;
    await soon();
  }
  throw new Error(`the condition did not hold within ${withinMs} ms`);
}

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

export function requestToken(baseUrl: string, client?: Credentials, audience = baseUrl): Promise<Response> {
  return fetch(`${baseUrl}/v3/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: client?.clientId ?? 'demo',
      client_secret: client?.clientSecret ?? 'demo',
      audience,
    }),
  });
}

export async function tokenOf(baseUrl: string, client?: Credentials, audience?: string): Promise<string> {
  const answer = await requestToken(baseUrl, client, audience);
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`no token: ${answer.status}`);
  return token;
}

export async function statusWith(
  baseUrl: string,
  token: string,
  path = '/v3/asset?symbol=BTC',
): Promise<number> {
  const answer = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  return answer.status;
}
