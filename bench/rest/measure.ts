import { measuringCpu } from '../support/cpu-meter.ts';
import { generateLoad, requestBytes, type Load } from '../support/load-generator.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { median } from '../support/statistics.ts';
import { rounded } from '../support/table.ts';
import { startWorkerProcess } from '../support/worker-process.ts';
import type { BareRoute, BareServerReply } from './bare-server.ts';
import type { RestCase } from './cases.ts';

export interface Plan {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  readonly acceptEncoding: string;
}

/** Medians over the rounds. */
export interface Side {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMicros: number;
}

export interface CaseResult {
  readonly name: string;
  readonly connections: number;
  readonly bytes: number;
  readonly service: Side;
  readonly bare: Side;
  /** CPU of the bare route / CPU of the service, median of the rounds' ratios. */
  readonly cpuRatio: number;
  /** The ratio of each round: their spread shows how reliable the median is. */
  readonly cpuRatios: readonly number[];
  readonly throughputRatio: number;
  readonly wantedRatio?: number | undefined;
  readonly wantedPerSecond?: number | undefined;
  readonly reached: boolean;
}

const WARM_UP_SECONDS = 2;

/** Measures one case on the service and on a bare Fastify route alternately, so that a busy machine slows both. */
export async function measureCase(
  restCase: RestCase,
  service: ServiceProcess,
  plan: Plan,
): Promise<CaseResult> {
  const request = await requestOf(restCase, service, plan);
  const route = await bareRoute(restCase, request);
  const bare = await startWorkerProcess<BareServerReply>(new URL('./bare-server.js', import.meta.url), [
    route,
  ]);
  try {
    const wire = requestBytes({ ...request, host: `${service.host}:${service.port}` });
    const rounds = await inTurns(plan, {
      service: { pids: () => [service.pid], host: service.host, port: service.port, request: wire },
      bare: { pids: () => [bare.pid], host: '127.0.0.1', port: bare.reply.port, request: wire },
    });
    return summary(restCase, plan, Buffer.from(route.body, 'base64').length, rounds);
  } finally {
    bare.stop();
  }
}

interface CaseRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

async function requestOf(
  { path, body }: RestCase,
  service: ServiceProcess,
  plan: Plan,
): Promise<CaseRequest> {
  const encoding = { 'accept-encoding': plan.acceptEncoding };
  const common = { url: service.baseUrl + path, path };
  if (body) {
    const headers = { ...encoding, 'content-type': 'application/json' };
    return { ...common, method: 'POST', headers, body: body(service.baseUrl) };
  }
  return {
    ...common,
    method: 'GET',
    headers: { ...encoding, authorization: `Bearer ${await service.token()}` },
  };
}

/** A bare route that returns the current response of the service. */
async function bareRoute(
  { path, signs = false }: RestCase,
  { method, url, headers, body }: CaseRequest,
): Promise<BareRoute> {
  const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return {
    method,
    path: path.split('?', 1)[0] ?? path,
    contentType: answer.headers.get('content-type') ?? '',
    body: Buffer.from(await answer.arrayBuffer()).toString('base64'),
    signs,
  };
}

/** A server, and the request that is sent to it. */
export interface Target extends Pick<Load, 'host' | 'port' | 'request'> {
  /** The processes whose CPU time counts; called before each round. */
  readonly pids: () => readonly number[];
}

/** Runs rounds of the targets alternately, after a warm-up. */
export async function inTurns<Name extends string>(
  plan: Plan,
  targets: Readonly<Record<Name, Target>>,
): Promise<Record<Name, Side[]>> {
  const named = Object.entries(targets) as [Name, Target][];
  for (const [, target] of named)
    await generateLoad({ ...target, connections: plan.connections, seconds: WARM_UP_SECONDS });
  const rounds = Object.fromEntries(named.map(([name]) => [name, [] as Side[]])) as Record<Name, Side[]>;
  for (let round = 0; round < plan.rounds; round++)
    for (const [name, target] of named) rounds[name].push(await measure(target, plan));
  return rounds;
}

async function measure({ pids, ...target }: Target, { connections, seconds }: Plan): Promise<Side> {
  const load = { ...target, connections, seconds };
  const { result, cpuMs } = await measuringCpu(pids(), () => generateLoad(load));
  const { perSecond, p50Ms, p99Ms, requests } = result;
  return { perSecond, p50Ms, p99Ms, cpuMicros: (cpuMs * 1000) / requests };
}

function summary(
  { name, wantedRatio, wantedPerSecond }: RestCase,
  { connections }: Plan,
  bytes: number,
  rounds: Readonly<Record<'service' | 'bare', readonly Side[]>>,
): CaseResult {
  const service = medians(rounds.service);
  const ratios = (of: (service: Side, bare: Side) => number) =>
    rounds.service.map((side, i) => rounded(of(side, rounds.bare[i]!), 3));
  const cpuRatios = ratios((ours, limit) => limit.cpuMicros / ours.cpuMicros);
  const cpuRatio = rounded(median(cpuRatios), 3);
  return {
    name,
    connections,
    bytes,
    service,
    bare: medians(rounds.bare),
    cpuRatio,
    cpuRatios,
    throughputRatio: rounded(median(ratios((ours, limit) => ours.perSecond / limit.perSecond)), 3),
    wantedRatio,
    wantedPerSecond,
    reached: cpuRatio >= (wantedRatio ?? 0) && service.perSecond >= (wantedPerSecond ?? 0),
  };
}

export function medians(sides: readonly Side[]): Side {
  const of = (key: keyof Side, decimals: number) => rounded(median(sides.map((side) => side[key])), decimals);
  return {
    perSecond: of('perSecond', 0),
    p50Ms: of('p50Ms', 2),
    p99Ms: of('p99Ms', 2),
    cpuMicros: of('cpuMicros', 1),
  };
}
