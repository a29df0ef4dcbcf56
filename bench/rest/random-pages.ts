import type { SeriesId } from '../../src/core/index-value.ts';
import { requestBytes } from '../support/load-generator.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { median } from '../support/statistics.ts';
import { rounded } from '../support/table.ts';
import { startWorkerProcess } from '../support/worker-process.ts';
import type { BareRoute, BareServerReply } from './bare-server.ts';
import { IndexPages, RandomPages } from './index-pages.ts';
import { inTurns, medians, type Plan, type Side, type Target } from './measure.ts';
import { RowPeer } from './row-peer.ts';

export interface RandomPagesResult {
  readonly series: number;
  /** Bytes of the page that the bare route sends, which has a typical length. */
  readonly bytes: number;
  readonly service: Side;
  readonly bare: Side;
  /** Fastify, pg and rows of some of the series; its CPU time is that of the service and the whole database. */
  readonly rows?: Side;
  readonly rowSeries: number;
  /** CPU and throughput beside the rows, medians of the rounds' ratios. */
  readonly timesLessCpu?: number;
  readonly timesThroughput?: number;
  readonly reached: boolean;
}

export const WANTED = { cpuMicros: 2000, timesRows: 10 };
const SAMPLED_PAGES = 15;
const COMPARED_PAGES = 5;

/** Pages of 2,000 values of complete days, none requested twice, so a cache of pages cannot help. */
export async function measureRandomPages(
  service: ServiceProcess,
  plan: Plan,
  { days, rowSeries }: { readonly days: number; readonly rowSeries: number },
): Promise<RandomPagesResult> {
  const pages = await IndexPages.of(service, days);
  const series = await pages.series();
  const random = new RandomPages(series, pages);
  const authorization = `Bearer ${await service.token()}`;
  const headers = { authorization, 'accept-encoding': plan.acceptEncoding };
  const host = `${service.host}:${service.port}`;
  const asking = (drawn: RandomPages) => () =>
    requestBytes({ method: 'GET', path: drawn.next(), host, headers });
  const route = await usualPage(pages, random);
  const bare = await startWorkerProcess<BareServerReply>(new URL('./bare-server.js', import.meta.url), [
    route,
  ]);
  const peer = await startPeer(pages, series, rowSeries, authorization);
  try {
    const rounds = await inTurns<'service' | 'bare' | 'rows'>(plan, {
      service: {
        pids: () => [service.pid],
        host: service.host,
        port: service.port,
        request: asking(random),
      },
      bare: {
        pids: () => [bare.pid],
        host: '127.0.0.1',
        port: bare.reply.port,
        request: requestBytes({ method: 'GET', path: route.path, host, headers }),
      },
      ...(peer ? { rows: rowTarget(peer, asking(new RandomPages(peer.series, pages))) } : {}),
    } as Record<'service' | 'bare' | 'rows', Target>);
    return summary(series.length, Buffer.byteLength(route.body, 'base64'), rounds, peer?.series.length ?? 0);
  } finally {
    bare.stop();
    await peer?.stop();
  }
}

function rowTarget(peer: RowPeer, request: () => Buffer): Target {
  return { pids: () => peer.pids, host: '127.0.0.1', port: peer.port, request };
}

/** Both sides must return the same, or the comparison is worthless. */
async function startPeer(
  pages: IndexPages,
  series: readonly SeriesId[],
  count: number,
  authorization: string,
): Promise<RowPeer | undefined> {
  // LX have a third number, for which the rows have no column.
  const choice = series.filter(({ indexType }) => indexType !== 'LX');
  const step = Math.max(1, Math.floor(choice.length / count));
  const chosen = choice.filter((_, i) => i % step === 0).slice(0, count);
  console.error(`storing ${chosen.length} series as rows`);
  const peer = await RowPeer.start(pages, chosen, authorization);
  if (!peer) {
    console.error('PostgreSQL is left out: it is not installed');
    return undefined;
  }
  const random = new RandomPages(chosen, pages);
  for (let i = 0; i < COMPARED_PAGES; i++) {
    const path = random.next();
    const answer = await fetch(`http://127.0.0.1:${peer.port}${path}`, { headers: { authorization } });
    if ((await answer.text()) !== (await pages.text(path)))
      throw new Error(`the rows answer ${path} differently`);
  }
  return peer;
}

/** The page of median length among some random pages. */
async function usualPage(pages: IndexPages, random: RandomPages): Promise<BareRoute> {
  const texts: string[] = [];
  for (let i = 0; i < SAMPLED_PAGES; i++) texts.push(await pages.text(random.next()));
  const sorted = texts.toSorted((a, b) => a.length - b.length);
  const body = Buffer.from(sorted[sorted.length >> 1]!).toString('base64');
  return { method: 'GET', path: '/v3/index-ticker', contentType: 'application/json; charset=utf-8', body };
}

function summary(
  series: number,
  bytes: number,
  { service, bare, rows }: Record<'service' | 'bare', Side[]> & { readonly rows?: Side[] },
  rowSeries: number,
): RandomPagesResult {
  const ratio = (of: (ours: Side, theirs: Side) => number) =>
    rows && rounded(median(service.map((side, i) => of(side, rows[i]!))), 2);
  const timesLessCpu = ratio((ours, theirs) => theirs.cpuMicros / ours.cpuMicros);
  const timesThroughput = ratio((ours, theirs) => ours.perSecond / theirs.perSecond);
  const ours = medians(service);
  const beside = [timesLessCpu, timesThroughput].filter((times) => times !== undefined);
  return {
    series,
    bytes,
    service: ours,
    bare: medians(bare),
    rowSeries,
    ...(rows ? { rows: medians(rows) } : {}),
    ...(timesLessCpu === undefined ? {} : { timesLessCpu }),
    ...(timesThroughput === undefined ? {} : { timesThroughput }),
    reached: ours.cpuMicros <= WANTED.cpuMicros && beside.every((times) => times >= WANTED.timesRows),
  };
}
