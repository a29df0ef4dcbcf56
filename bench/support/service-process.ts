import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface ServiceProcess {
  readonly pid: number;
  readonly baseUrl: string;
  readonly wsUrl: string;
  readonly host: string;
  readonly port: number;
  /** A token of the demo client for the REST audience. */
  token(): Promise<string>;
  stop(): Promise<void>;
  /** Kills it with SIGKILL, like a crash. */
  kill(): Promise<void>;
}

const MAIN = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

export interface ServiceOptions {
  readonly flags?: readonly string[];
  /** A program to run instead of the product's command line; it takes the same flags and prints the same ready line. */
  readonly main?: URL;
  /** Flags for Node itself, such as `--cpu-prof`. */
  readonly nodeFlags?: readonly string[];
  /** A data directory that is kept; without it, the service gets a temporary one. */
  readonly folder?: string;
  /** Called with log output as it arrives. */
  readonly onLog?: (text: string) => void;
  /** Added to the environment of this process. */
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * The built service in a separate process, on a free port. Without a flag for it, there is no back-fill, because that would
 * disturb measurements.
 */
export async function startServiceProcess(options: ServiceOptions): Promise<ServiceProcess> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
  const asked = options.flags ?? [];
  const backfill = asked.includes('--backfill') ? [] : ['--backfill', 'off'];
  const main = options.main ? fileURLToPath(options.main) : MAIN;
  const flags = ['serve', '--port', '0', '--data', folder, ...backfill, ...asked];
  const child = spawn(process.execPath, [...(options.nodeFlags ?? []), main, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.environment },
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    options.onLog?.(chunk.toString());
    log = (log + chunk.toString()).slice(-4096);
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
  };
  const stop = () => end('SIGTERM');
  const ready = await Promise.race([readyLine(child.stdout), exited]);
  if (!ready || child.pid === undefined) {
    await stop();
    throw new Error(`the service did not start:\n${log}`);
  }
  const { hostname, port } = new URL(ready.baseUrl);
  return {
    pid: child.pid,
    ...ready,
    host: hostname,
    port: Number(port),
    token: () => demoToken(ready.baseUrl),
    stop,
    kill: () => end('SIGKILL'),
  };
}

async function readyLine(output: NodeJS.ReadableStream) {
  for await (const line of createInterface({ input: output })) {
    // A process whose role does not serve clients has no websocket.
    const [, baseUrl, wsUrl = ''] = /^tidemark ready (\S+)(?: (\S+))?$/.exec(line) ?? [];
    if (baseUrl !== undefined) return { baseUrl, wsUrl };
  }
  return undefined;
}

/** The JSON body of a client's token request. */
export function tokenRequestBody(audience: string): string {
  return JSON.stringify({
    grant_type: 'client_credentials',
    client_id: 'demo',
    client_secret: 'demo',
    audience,
  });
}

async function demoToken(baseUrl: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/v3/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: tokenRequestBody(baseUrl),
  });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`no token: ${answer.status}`);
  return token;
}
