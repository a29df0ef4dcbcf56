import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { HOUR_MS, SLOT_MS } from '../../src/core/time.ts';
import { cpuMsOf, cpuWaitMsOf } from '../support/cpu-meter.ts';
import { filledDirectory } from '../support/filled-directory.ts';
import { metricsOf } from '../support/metrics.ts';
import { residentMemoryOf } from '../support/resident-memory.ts';
import { startServiceProcess, tokenRequestBody, type ServiceProcess } from '../support/service-process.ts';
import { quantile } from '../support/statistics.ts';
import type { FromReaders, Resumed, ToReaders } from './resume-messages.ts';

const RESUMES_PER_CLIENT = 8;
const PROBE_EVERY_MS = 25;
const NEW_CONNECTION_EVERY_MS = 100;
const MEMORY_EVERY_MS = 100;
/** Those who resume begin so long before a slot, so that its tick finds them at it. */
const BEFORE_SLOT_MS = 2000;
/** REST alone, for comparison, is asked for so long. */
const ALONE_MS = 4000;
const FILLED_DAYS = 2;

export interface StormOptions {
  readonly clients: number;
  readonly bystanders: number;
  readonly world: string;
  /** A data directory that stays, filled in where it is not; without it another is, which takes minutes. */
  readonly folder?: string | undefined;
  /** Flags for Node. */
  readonly nodeFlags?: readonly string[];
}

export interface ResumeStorm extends Resumed {
  readonly resumes: number;
  /** The latest of the bystanders' ticks, and how many fell into the storm. */
  readonly othersLastMs: number;
  readonly othersTicks: number;
  /** Messages that bystanders did not get, by the tick of which most came. */
  readonly othersLost: number;
  readonly restAloneP99Ms: number;
  readonly restP99Ms: number;
  readonly restMostMs: number;
  /** The same where each request comes on a connection of its own, which waits behind those that come at once. */
  readonly restNewP99Ms: number;
  readonly restNewMostMs: number;
  readonly memoryMb: number;
  /** Of the serving thread. */
  readonly loopDelayP99Ms: number;
  readonly loopDelayMostMs: number;
  readonly cpuMs: StormCpu;
}

/** CPU time of the storm: the service with all its threads, its serving thread alone, and the bench's own processes. */
export interface StormCpu {
  readonly service: number;
  readonly servingThread: number;
  /** How long the serving thread was ready to run while others had the cores. */
  readonly servingThreadWaited: number;
  readonly resuming: number;
  readonly bystanders: number;
  readonly probe: number;
}

/**
 * The real service with a day of history. Clients come at once, each with eight resumes of 24 hours, while bystanders
 * with whole types get their ticks and REST is asked forty times a second.
 */
export async function resumeStorm(options: StormOptions): Promise<ResumeStorm> {
  const world = ['--world', options.world];
  const folder = await filledDirectory(FILLED_DAYS, world, options.folder);
  const service = await startServiceProcess({ folder, flags: world, nodeFlags: options.nodeFlags ?? [] });
  try {
    return await storm(service, options);
  } finally {
    await service.stop();
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

async function storm(service: ServiceProcess, options: StormOptions): Promise<ResumeStorm> {
  const [bystanders, resuming] = [forkReaders(), forkReaders()];
  const token = await tokenFor(service);
  const { port } = service;
  await ask(bystanders, { kind: 'watch', port, token, clients: options.bystanders }, 'watching');
  const clients = await choices(service, options.clients);
  const probe = (keepAlive = true) => RestProbe.start(service, clients[0]![0]!, keepAlive);
  await delay(nextSlot(Date.now() + BEFORE_SLOT_MS + ALONE_MS) - BEFORE_SLOT_MS - ALONE_MS - Date.now());
  const alone = await probe();
  await delay(ALONE_MS);
  const aloneMs = await alone.stop();
  await metricsOf(service.baseUrl); // The loop's delay is measured from one reading to the next.
  const cpu = () => cpuOf(service.pid, resuming.pid!, bystanders.pid!);
  const cpuBefore = cpu();
  const startedAt = Date.now();
  const [beside, besideAnew] = [await probe(), await probe(false)];
  const memory = new MemoryProbe(service.pid);
  const since = new Date(startedAt - 24 * HOUR_MS + SLOT_MS).toISOString();
  const resumed = await ask(
    resuming,
    { kind: 'resume', port, token, since, until: startedAt, clients },
    'resumed',
  );
  // The last tick that was due before the end comes a moment after it.
  const endedAt = Date.now();
  const cpuMs = spent(cpuBefore, cpu());
  const [restMs, restNewMs, memoryMb] = [await beside.stop(), await besideAnew.stop(), memory.stop()];
  const metrics = await metricsOf(service.baseUrl);
  await delay(SLOT_MS / 10);
  const { ticks } = await ask(bystanders, { kind: 'report' }, 'seen');
  for (const child of [bystanders, resuming]) await end(child);
  const during = ticks.filter(({ at }) => at > startedAt && at <= endedAt);
  const most = Math.max(...ticks.map(({ messages }) => messages));
  return {
    ...resumed,
    resumes: options.clients * RESUMES_PER_CLIENT,
    othersLastMs: Math.max(...during.map(({ lastMs }) => lastMs)),
    othersTicks: during.length,
    othersLost: during.reduce((sum, { messages }) => sum + most - messages, 0),
    restAloneP99Ms: quantile(aloneMs, 0.99),
    restP99Ms: quantile(restMs, 0.99),
    restMostMs: Math.max(...restMs),
    restNewP99Ms: quantile(restNewMs, 0.99),
    restNewMostMs: Math.max(...restNewMs),
    memoryMb,
    loopDelayP99Ms: (metrics.get('nodejs_eventloop_lag_p99_seconds') ?? Number.NaN) * 1000,
    loopDelayMostMs: (metrics.get('nodejs_eventloop_lag_max_seconds') ?? Number.NaN) * 1000,
    cpuMs,
  };
}

function cpuOf(service: number, resuming: number, bystanders: number): StormCpu {
  return {
    service: cpuMsOf(service),
    servingThread: cpuMsOf(service, service),
    servingThreadWaited: cpuWaitMsOf(service),
    resuming: cpuMsOf(resuming),
    bystanders: cpuMsOf(bystanders),
    probe: cpuMsOf(process.pid),
  };
}

function spent(before: StormCpu, after: StormCpu): StormCpu {
  return {
    service: after.service - before.service,
    servingThread: after.servingThread - before.servingThread,
    servingThreadWaited: after.servingThreadWaited - before.servingThreadWaited,
    resuming: after.resuming - before.resuming,
    bystanders: after.bystanders - before.bystanders,
    probe: after.probe - before.probe,
  };
}

function nextSlot(at: number): number {
  return Math.ceil(at / SLOT_MS) * SLOT_MS;
}

/** Each client's own choice of all MWA and GWA, the same in every run. */
async function choices({ baseUrl, token }: ServiceProcess, clients: number): Promise<string[][]> {
  const headers = { authorization: `Bearer ${await token()}` };
  const idsOf = async (type: string) => {
    const answer = await fetch(`${baseUrl}/v3/index-ticker?indexType=${type}`, { headers });
    const { content } = (await answer.json()) as { content: { indexId: string }[] };
    return content.map(({ indexId }) => indexId);
  };
  const ids = [...(await idsOf('GWA')), ...(await idsOf('MWA'))];
  return Array.from({ length: clients }, (_, client) =>
    Array.from(
      { length: RESUMES_PER_CLIENT },
      (_, i) => ids[(client * RESUMES_PER_CLIENT + i * 397) % ids.length]!,
    ),
  );
}

async function tokenFor({ baseUrl, wsUrl }: ServiceProcess): Promise<string> {
  const answer = await fetch(`${baseUrl}/v3/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: tokenRequestBody(wsUrl),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Asks for pages of the past at fixed times, whether or not the last answer has come; takes the time from when it was due. */
class RestProbe {
  readonly #latencies: number[] = [];
  readonly #asked: Promise<void>[] = [];
  readonly #agent: Agent;
  readonly #timer: NodeJS.Timeout;
  #dueAt = performance.now();

  static async start(service: ServiceProcess, indexId: string, keepAlive: boolean): Promise<RestProbe> {
    return new RestProbe(service, await service.token(), indexId, keepAlive);
  }

  private constructor({ host, port }: ServiceProcess, token: string, indexId: string, keepAlive: boolean) {
    this.#agent = new Agent({ keepAlive });
    const everyMs = keepAlive ? PROBE_EVERY_MS : NEW_CONNECTION_EVERY_MS;
    const headers = { authorization: `Bearer ${token}` };
    const path = `/v3/index-ticker?indexId=${indexId}&timestamp=${new Date().toISOString()}&size=100`;
    const send = (dueAt: number) =>
      new Promise<void>((resolve, reject) => {
        const request = get({ host, port, path, headers, agent: this.#agent }, (response) => {
          response.resume();
          response.on('end', () => {
            this.#latencies.push(performance.now() - dueAt);
            resolve();
          });
        });
        request.on('error', reject);
      });
    this.#timer = setInterval(() => {
      for (; this.#dueAt <= performance.now(); this.#dueAt += everyMs) this.#asked.push(send(this.#dueAt));
    }, PROBE_EVERY_MS / 5);
  }

  /** When everything is answered. */
  async stop(): Promise<number[]> {
    clearInterval(this.#timer);
    await Promise.all(this.#asked);
    this.#agent.destroy();
    return this.#latencies;
  }
}

class MemoryProbe {
  #maxMb = 0;
  readonly #timer: NodeJS.Timeout;

  constructor(pid: number) {
    this.#timer = setInterval(() => {
      this.#maxMb = Math.max(this.#maxMb, residentMemoryOf(pid).nowMb);
    }, MEMORY_EVERY_MS);
  }

  stop(): number {
    clearInterval(this.#timer);
    return this.#maxMb;
  }
}

function forkReaders(): ChildProcess {
  return fork(fileURLToPath(new URL('./resume-process.js', import.meta.url)), [], { stdio: 'inherit' });
}

async function ask<Kind extends FromReaders['kind']>(child: ChildProcess, message: ToReaders, kind: Kind) {
  type Reply = Extract<FromReaders, { readonly kind: Kind }>;
  const answered = new Promise<Reply>((resolve, reject) => {
    const failed = (code: number | null) => reject(new Error(`a process of the bench ended with ${code}`));
    const onReply = (reply: FromReaders) => {
      if (reply.kind !== kind) return;
      child.off('message', onReply);
      child.off('exit', failed);
      resolve(reply as Reply);
    };
    child.on('message', onReply);
    child.on('exit', failed);
  });
  child.send(message);
  return answered;
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.disconnect();
  await exited;
}
