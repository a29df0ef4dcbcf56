// Measures how much exports slow other clients, and how fast they are compared with streaming a file of the same bytes, in one run.
//
//   npm run bench:rest -- export [--world full] [--days 3] [--indices 20] [--seconds 95] [--filled DIR]
//
// Four clients export repeatedly while another one receives all MWA ticks over the websocket and reports how late the last value of
// each tick arrived. Two clients export CSV, one NDJSON, one Parquet. Before that, each format is exported alone.
import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { FILE_FORMATS } from '../../src/contract/formats.ts';
import { DAY_MS, SECOND_MS } from '../../src/core/time.ts';
import { filledDirectory } from '../support/filled-directory.ts';
import { metricsOf } from '../support/metrics.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { formatTable, rounded, type Cell } from '../support/table.ts';

const { values } = parseArgs({
  options: {
    world: { type: 'string', default: 'full' },
    days: { type: 'string', default: '3' },
    indices: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '95' },
    filled: { type: 'string' },
  },
});

const MAIN = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const FILE_SERVER = fileURLToPath(new URL('./file-server.js', import.meta.url));
const MB = 2 ** 20;
/** How late a tick may be while others export. */
const WANTED_LATE_MS = 1000;

interface Download {
  readonly bytes: number;
  readonly ms: number;
}

function download(url: string, token?: string, path?: string): Promise<Download> {
  const startedAt = performance.now();
  return new Promise((resolved, reject) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    get(url, { headers, agent: false }, (message) => {
      let bytes = 0;
      const file = path === undefined ? undefined : createWriteStream(path);
      message.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        file?.write(chunk);
      });
      message.on('error', reject);
      message.on('end', () => {
        file?.end();
        if (message.statusCode === 200) resolved({ bytes, ms: performance.now() - startedAt });
        else reject(new Error(`${url}: ${message.statusCode}`));
      });
    }).on('error', reject);
  });
}

async function tokenOf(baseUrl: string, audience: string, id: string, secret: string): Promise<string> {
  const body = { grant_type: 'client_credentials', client_id: id, client_secret: secret, audience };
  const answer = await fetch(`${baseUrl}/v3/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(body),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** How late the last value of each tick arrived, in milliseconds. */
function watch(wsUrl: string, token: string, late: Map<string, number>): WebSocket {
  const socket = new WebSocket(`${wsUrl}?access_token=${token}`);
  socket.on('open', () => socket.send(JSON.stringify({ event: 'SUBSCRIBE_INDEX_TICKER', indexType: 'MWA' })));
  // The current values sent on subscribing do not count: some of them may be minutes old.
  const openedAt = Date.now();
  socket.on('message', (data) => {
    const { event, timestamp } = JSON.parse(String(data)) as { event: string; timestamp: string };
    if (event !== 'INDEX_TICKER') return;
    const at = Date.parse(timestamp);
    if (at > openedAt) late.set(timestamp, Date.now() - at);
  });
  return socket;
}

async function bareFile(path: string): Promise<Download> {
  const child = spawn(process.execPath, [FILE_SERVER, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    for await (const port of createInterface({ input: child.stdout })) {
      await download(`http://127.0.0.1:${port}/`);
      return await download(`http://127.0.0.1:${port}/`);
    }
    throw new Error('the bare server did not start');
  } finally {
    child.kill();
  }
}

const mbPerSecond = ({ bytes, ms }: Download) => rounded(bytes / MB / (ms / SECOND_MS), 1);

const scratch = mkdtempSync(join(tmpdir(), 'tidemark-bench-export-'));
const days = Number(values.days);
const flags = ['--world', values.world];
const folder = await filledDirectory(
  days,
  flags,
  values.filled === undefined ? undefined : resolve(values.filled),
);
try {
  const added = spawnSync(process.execPath, [MAIN, 'clients', 'add', '--name', 'bench', '--data', folder]);
  const [, id = '', secret = ''] =
    /client_id:\s+(\S+)\s+client_secret:\s+(\S+)/.exec(String(added.stdout)) ?? [];
  const service = await startServiceProcess({ folder, flags });
  try {
    const { baseUrl, wsUrl } = service;
    const demo = await service.token();
    const other = await tokenOf(baseUrl, baseUrl, id, secret);
    const list = await fetch(`${baseUrl}/v3/index-ticker?indexType=MWA`, {
      headers: { authorization: `Bearer ${demo}` },
    });
    const { content } = (await list.json()) as { content: { indexId: string }[] };
    const ids = content.slice(0, Number(values.indices)).map(({ indexId }) => indexId);
    const from = new Date(Date.now() - (days + 1) * DAY_MS).toISOString();
    const urlOf = (format: string) =>
      `${baseUrl}/v3/export/index-ticker?indexId=${ids.join()}&from=${from}&format=${format}`;

    const rows: Cell[][] = [];
    for (const format of FILE_FORMATS) {
      const path = join(scratch, `x.${format}`);
      await download(urlOf(format), demo, path);
      const alone = await download(urlOf(format), demo);
      const bare = await bareFile(path);
      const share = rounded(mbPerSecond(alone) / mbPerSecond(bare), 3);
      rows.push([format, rounded(alone.bytes / MB, 1), mbPerSecond(alone), mbPerSecond(bare), share]);
    }
    const columns = ['alone', 'MB', 'MB/s', 'bare MB/s', 'of bare'];
    console.log(formatTable(columns, rows));

    const quiet = new Map<string, number>();
    const busy = new Map<string, number>();
    const wsToken = await tokenOf(baseUrl, wsUrl, 'demo', 'demo');
    const measured = async (late: Map<string, number>, work: (until: number) => Promise<void>) => {
      const socket = watch(wsUrl, wsToken, late);
      await metricsOf(baseUrl);
      await work(performance.now() + Number(values.seconds) * SECOND_MS);
      const metrics = await metricsOf(baseUrl);
      socket.close();
      return rounded((metrics.get('nodejs_eventloop_lag_max_seconds') ?? Number.NaN) * SECOND_MS, 1);
    };
    const quietLag = await measured(quiet, (until) => delay(until - performance.now()));
    let sent = 0;
    const busyLag = await measured(busy, async (until) => {
      const client = async (format: string, token: string) => {
        while (performance.now() < until) {
          const { bytes } = await download(urlOf(format), token);
          sent += bytes;
        }
      };
      await Promise.all([
        client('csv', demo),
        client('csv', other),
        client('ndjson', demo),
        client('parquet', other),
      ]);
    });
    const worst = (late: Map<string, number>) => Math.max(...late.values());
    console.log(
      formatTable(
        ['others', 'ticks', 'latest ms', 'event loop held ms', 'exported MB/s'],
        [
          ['no export', quiet.size, worst(quiet), quietLag, undefined],
          ['four exports', busy.size, worst(busy), busyLag, rounded(sent / MB / Number(values.seconds), 1)],
        ],
      ),
    );
    const isMet = worst(busy) - Math.max(0, worst(quiet)) <= WANTED_LATE_MS;
    console.log(JSON.stringify({ rows, quiet: worst(quiet), busy: worst(busy), quietLag, busyLag, isMet }));
    if (!isMet) process.exitCode = 1;
  } finally {
    await service.stop();
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
  if (values.filled === undefined) rmSync(folder, { recursive: true, force: true });
}
