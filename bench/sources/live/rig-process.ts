import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { SLOT_MS } from '../../../src/core/time.ts';
import { encodeBody } from '../../../test/support/rig/numeral.ts';
import type { RigInstrument, RigLayout } from '../../../test/support/rig/rig-layout.ts';
import { RigWorld } from '../../../test/support/rig/rig-world.ts';
import { ccxtLayouts, countsOf, declaredLayouts, instrumentsOf } from './exchanges.ts';

// Exchanges of the rig as one gateway, in a process of its own so that its work is not counted. What an exchange answers is
// made and packed once for each of a few moments of the world, which take turns from cycle to cycle.

export interface RigInput {
  /** How many exchanges of ccxt; by default all that the rig has. */
  readonly ccxt?: number;
  readonly declared: number;
  readonly tickers: number;
  /** Whether answers take as long as those of exchanges far away. */
  readonly isFar?: boolean;
}

export interface RigReply {
  readonly gateway: string;
  readonly ccxt: readonly string[];
  readonly declared: readonly string[];
  readonly tickers: number;
}

const MOMENTS = 3;
process.once('message', (input: RigInput) => void run(input));
process.once('disconnect', () => process.exit(0));

async function run({ ccxt, declared, tickers, isFar = false }: RigInput): Promise<void> {
  const ofCcxt = ccxtLayouts().slice(0, ccxt);
  const ofFiles = declaredLayouts(declared);
  const layouts = [...ofCcxt, ...ofFiles];
  const world = new RigWorld({ size: 'full', layouts });
  const counts = countsOf(ofCcxt.length, ofFiles.length, tickers);
  const standing = layouts.map((layout, i) => new Standing(layout, world, counts[i]!));
  const byHost = new Map(standing.flatMap((one) => one.layout.hosts.map((host) => [host, one] as const)));
  const server = createServer((request, response) => answer(byHost, isFar, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const reply: RigReply = {
    gateway: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ccxt: ofCcxt.map(({ id }) => id),
    declared: ofFiles.map(({ id }) => id),
    tickers: standing.reduce((sum, { count }) => sum + count, 0),
  };
  process.send?.(reply);
}

/** One exchange with what it answers at each moment. */
class Standing {
  readonly layout: RigLayout;
  readonly #moments: readonly (readonly RigInstrument[])[];
  readonly #packed = new Map<string, Buffer | undefined>();

  constructor(layout: RigLayout, world: RigWorld, count: number) {
    this.layout = layout;
    const now = Date.now();
    this.#moments = Array.from({ length: MOMENTS }, (_, i) =>
      instrumentsOf(world, layout.id, now - i * SLOT_MS, count),
    );
  }

  get count(): number {
    return this.#moments[0]!.length;
  }

  /** As it goes over the wire. */
  answer(method: string, url: URL, body: string): Buffer | undefined {
    const moment = Math.floor(Date.now() / SLOT_MS) % MOMENTS;
    const key = `${moment} ${method} ${url.pathname}?${[...url.searchParams].filter(([name]) => name !== 'timestamp').join()} ${body}`;
    if (!this.#packed.has(key)) {
      const made = this.layout.answer({ method, url, body }, this.#moments[moment]!);
      this.#packed.set(key, made && gzipSync(encodeBody(made.body), { level: 5 }));
    }
    return this.#packed.get(key);
  }
}

/** A whole URL as the path, as a gateway gets it, or a path of the host that is named. */
function urlOf({ url = '/', headers }: IncomingMessage): URL {
  return url.startsWith('/http') ? new URL(url.slice(1)) : new URL(url, `https://${headers.host}`);
}

function answer(
  byHost: ReadonlyMap<string, Standing>,
  isFar: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.once('end', () => {
    const url = urlOf(request);
    const standing = byHost.get(url.hostname);
    const packed = standing?.answer(request.method ?? 'GET', url, Buffer.concat(chunks).toString());
    if (!standing || !packed) return void response.writeHead(404).end();
    const headers = {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'content-length': packed.length,
    };
    const send = () => void response.writeHead(200, headers).end(packed);
    if (isFar) setTimeout(send, latencyMs(standing.layout.id));
    else send();
  });
}

const MIN_MEDIAN_MS = 120;
const MAX_MEDIAN_MS = 1200;
/** Of the logarithm: 19 of 20 answers come within 1.8 times the median. */
const SPREAD = 0.35;
const OUTLIERS = 0.01;
const OUTLIER_FACTOR = 4;

/** How long an exchange takes to answer: each has its own median, always the same one. */
function latencyMs(id: string): number {
  const share = Number.parseInt(hash('sha256', id).slice(0, 8), 16) / 2 ** 32;
  const median = MIN_MEDIAN_MS * (MAX_MEDIAN_MS / MIN_MEDIAN_MS) ** share;
  const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  return median * Math.exp(SPREAD * normal) * (Math.random() < OUTLIERS ? OUTLIER_FACTOR : 1);
}
