import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { SLOT_MS } from '../../src/core/time.ts';
import { metricsOf } from '../support/metrics.ts';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts';
import { quantile } from '../support/statistics.ts';
import { rounded } from '../support/table.ts';
import { startWorkerProcess } from '../support/worker-process.ts';
import type { FloodMessage } from './flood-visitors.ts';

export const FLOOD = 'flood';
/** Limit for the p99 latency of other clients during the flood, as a multiple of their latency without it. */
export const MAX_RATIO = 2;
const VISITOR_CONNECTIONS = 64;
const CLIENT_CONNECTIONS = 4;
const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';

/** What a client with its own token measures. */
export interface ClientSide {
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Time from a tick until the client receives it: the median of the run. */
  readonly tickLatenessMs: number;
}

export interface FloodResult {
  readonly quiet: ClientSide;
  readonly flooded: ClientSide;
  readonly p99Ratio: number;
  /** Requests of the flood that were refused because they exceeded the rate of its address. */
  readonly refused: number;
}

/** Measures a client with and without 64 connections of a visitor that send the most expensive requests, in one run. */
export async function measureFlood(options: {
  readonly flags: readonly string[];
  readonly seconds: number;
  readonly folder?: string;
  /** Flags for Node itself, such as `--cpu-prof`. */
  readonly nodeFlags?: readonly string[];
}): Promise<FloodResult> {
  const { seconds, flags, ...rest } = options;
  const service = await startServiceProcess({ ...rest, flags: [...flags, '--public-page'] });
  try {
    const token = await service.token();
    await clientSide(service, token, 2);
    const quiet = await clientSide(service, token, seconds);
    const message: FloodMessage = {
      baseUrl: service.baseUrl,
      token: await pageToken(service),
      paths: worstPaths(Date.now()),
      connections: VISITOR_CONNECTIONS,
    };
    const flood = await startWorkerProcess(new URL('./flood-visitors.js', import.meta.url), message);
    const flooded = await clientSide(service, token, seconds);
    flood.stop();
    const refused = (await metricsOf(service.baseUrl)).get('tidemark_visitor_requests_refused_total') ?? 0;
    return { quiet, flooded, p99Ratio: rounded(flooded.p99Ms / quiet.p99Ms, 2), refused };
  } finally {
    await service.stop();
  }
}

/**
 * The most expensive paths that visitors may read; `ROUND` is replaced by a new number each time, so that responses are not
 * cached.
 */
function worstPaths(now: number): string[] {
  const at = (ago: number) => new Date(now - ago).toISOString();
  return [
    `/v3/index-ticker?timestamp=${at(SLOT_MS)}&size=1ROUND&format=csv`,
    `/v3/index-ticker?timestamp=${at(SLOT_MS)}&indexId=${BTC_USD}&size=1ROUND&format=csv`,
    `/v3/ohlcv?timestamp=${at(0)}&size=1ROUND&format=csv`,
    `/v3/ohlcv?from=${at(40 * 86_400_000)}&order=asc&size=1ROUND`,
    '/v3/market-cap?percentChange=true&top=1ROUND&format=csv',
    `/v3/receipts?indexId=${BTC_USD}&from=${at(20 * SLOT_MS)}`,
    '/v3/sparklines?format=csv',
    '/v3/market?format=csv',
  ];
}

async function clientSide({ baseUrl }: ServiceProcess, token: string, seconds: number): Promise<ClientSide> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENT_CONNECTIONS });
  const url = new URL(`/v3/index-ticker?indexId=${BTC_USD}`, baseUrl);
  const latencies: number[] = [];
  const lateness = new Map<string, number>();
  const end = performance.now() + seconds * 1000;
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const sentAt = performance.now();
      const call = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
        let body = '';
        answer.on('data', (chunk: Buffer) => (body += chunk.toString()));
        answer.once('end', () => {
          latencies.push(performance.now() - sentAt);
          if (answer.statusCode !== 200)
            return reject(new Error(`a client received ${answer.statusCode}: ${body}`));
          const [, timestamp = ''] = /"timestamp":"([^"]+)"/.exec(body) ?? [];
          if (!lateness.has(timestamp)) lateness.set(timestamp, Date.now() - Date.parse(timestamp));
          resolve();
        });
      });
      call.once('error', reject);
      call.end();
    });
  const loop = async () => {
    while (performance.now() < end) await ask();
  };
  await Promise.all(Array.from({ length: CLIENT_CONNECTIONS }, loop));
  agent.destroy();
  // The first tick received may be an old one.
  const ticks = [...lateness.values()].slice(1);
  return {
    requests: latencies.length,
    p50Ms: rounded(quantile(latencies, 0.5), 2),
    p99Ms: rounded(quantile(latencies, 0.99), 2),
    tickLatenessMs: ticks.length === 0 ? Number.NaN : rounded(quantile(ticks, 0.5), 0),
  };
}

async function pageToken({ baseUrl }: ServiceProcess): Promise<string> {
  const answer = await fetch(`${baseUrl}/page/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl },
    body: JSON.stringify({ side: 'rest' }),
  });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`no token for visitors: ${answer.status}`);
  return token;
}
