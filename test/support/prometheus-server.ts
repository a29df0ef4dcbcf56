import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

const PROMETHEUS = '/usr/bin/prometheus';
const PROMTOOL = '/usr/bin/promtool';

/** What `promtool` says, and its exit code. */
export function promtool(...args: string[]): { readonly code: number | null; readonly output: string } {
  if (!existsSync(PROMTOOL)) throw new Error('promtool is missing: apt-get install prometheus');
  const { status, stdout, stderr } = spawnSync(PROMTOOL, args, { encoding: 'utf8' });
  return { code: status, output: stdout + stderr };
}

/** A Prometheus server for a test, with the configuration of a folder, in which it also keeps its data. */
export class PrometheusServer {
  readonly #url: string;
  readonly #process: ChildProcess;
  #said = '';

  private constructor(url: string, server: ChildProcess) {
    this.#url = url;
    this.#process = server;
    server.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-4096);
    });
  }

  static async start(folder: string): Promise<PrometheusServer> {
    if (!existsSync(PROMETHEUS)) throw new Error('Prometheus is missing: apt-get install prometheus');
    const address = `127.0.0.1:${await freePort()}`;
    const args = [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
      '--log.level=warn',
    ];
    const child = spawn(PROMETHEUS, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const server = new PrometheusServer(`http://${address}`, child);
    await server.#untilReady();
    return server;
  }

  /** `data` of an answer of its API. */
  async get<T>(path: string, parameters: Readonly<Record<string, string>> = {}): Promise<T> {
    const answer = await fetch(`${this.#url}/api/v1/${path}?${new URLSearchParams(parameters).toString()}`);
    const { status, data, error } = (await answer.json()) as { status: string; data: T; error?: string };
    if (status !== 'success') throw new Error(`${path} ${JSON.stringify(parameters)}: ${error}`);
    return data;
  }

  /** The newest value of each series. */
  async query(expression: string): Promise<Sample[]> {
    const { result } = await this.get<{ result: Sample[] }>('query', { query: expression });
    return result;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const exited = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await exited;
  }

  async #untilReady(): Promise<void> {
    for (;;) {
      if (this.#process.exitCode !== null) throw new Error(`prometheus ended: ${this.#said}`);
      const ready = await fetch(`${this.#url}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (ready) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [at: number, value: string];
}
