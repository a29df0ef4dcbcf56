import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { setTimeout as delay } from 'node:timers/promises';
import { SECOND_MS, slotAfter, slotAtOrBefore, SLOT_MS } from '../../../src/core/time.ts';
import { encodeBody } from '../../../test/support/rig/numeral.ts';
import type { RigInstrument, RigLayout, RigRequest } from '../../../test/support/rig/rig-layout.ts';
import { RigWorld } from '../../../test/support/rig/rig-world.ts';
import { ccxtLayouts, countsOf, declaredLayouts, instrumentsOf } from './exchanges.ts';

// Runs the rig's exchanges as one gateway in a separate process, so that its work is not measured. Responses are generated and
// compressed soon after each slot, while nothing is read; they carry the slot's timestamp, because the service rejects exchanges
// whose responses stay old.

export interface RigInput {
  /** Number of ccxt exchanges; by default all in the rig. */
  readonly ccxt?: number;
  readonly declared: number;
  readonly tickers: number;
  /** Whether responses take as long as those of distant exchanges. */
  readonly isFar?: boolean;
}

export interface RigReply {
  readonly gateway: string;
  readonly ccxt: readonly string[];
  readonly declared: readonly string[];
  readonly tickers: number;
}

/** After a slot: its tick has been computed, and reading for the next one has not started. */
const QUIET_AFTER_MS = 4 * SECOND_MS;
/** A longer refresh would disturb the readings. */
const MAX_REFRESH_MS = 8 * SECOND_MS;
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
  await refreshEverySlot(standing);
}

interface Packed {
  readonly request: RigRequest;
  readonly bytes: Buffer | undefined;
  /** Whether it was requested since the last slot. */
  readonly wasAsked: boolean;
}

/** An exchange and its current responses, which cycle through the prices of a few instants of the world. */
class Standing {
  readonly layout: RigLayout;
  readonly #moments: readonly (readonly RigInstrument[])[];
  readonly #madeFor = slotAtOrBefore(Date.now());
  readonly #packed = new Map<string, Packed>();

  constructor(layout: RigLayout, world: RigWorld, count: number) {
    this.layout = layout;
    this.#moments = Array.from({ length: MOMENTS }, (_, i) =>
      instrumentsOf(world, layout.id, this.#madeFor - i * SLOT_MS, count),
    );
  }

  get count(): number {
    return this.#moments[0]!.length;
  }

  /** The response bytes. */
  answer(request: RigRequest): Buffer | undefined {
    const { method, url, body } = request;
    const key = `${method} ${url.pathname}?${[...url.searchParams].filter(([name]) => name !== 'timestamp').join()} ${body}`;
    const bytes = this.#packed.get(key)?.bytes ?? this.#pack(request);
    this.#packed.set(key, { request, bytes, wasAsked: true });
    return bytes;
  }

  /** Generates new responses for everything requested since the last refresh. */
  refresh(): void {
    for (const [key, { request, wasAsked }] of this.#packed)
      if (wasAsked) this.#packed.set(key, { request, bytes: this.#pack(request), wasAsked: false });
      else this.#packed.delete(key);
  }

  #pack(request: RigRequest): Buffer | undefined {
    const made = this.layout.answer(request, this.#instruments());
    return made && gzipSync(encodeBody(made.body), { level: 5 });
  }

  #instruments(): readonly RigInstrument[] {
    const slot = slotAtOrBefore(Date.now());
    const moment = (slot / SLOT_MS) % MOMENTS;
    const passedMs = slot - (this.#madeFor - moment * SLOT_MS);
    return this.#moments[moment]!.map((one) => ({ ...one, timestamp: one.timestamp + passedMs }));
  }
}

/** Refreshes one exchange after the other, so that a request in between does not wait long. */
async function refreshEverySlot(standing: readonly Standing[]): Promise<never> {
  for (;;) {
    await delay(slotAfter(Date.now()) + QUIET_AFTER_MS - Date.now());
    const began = Date.now();
    for (const one of standing) {
      one.refresh();
      await delay(0);
    }
    if (Date.now() - began > MAX_REFRESH_MS)
      console.error(`the rig took ${Date.now() - began} ms to refresh`);
  }
}

/** The path is a whole URL, as a gateway receives it, or a path on the named host. */
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
    const packed = standing?.answer({
      method: request.method ?? 'GET',
      url,
      body: Buffer.concat(chunks).toString(),
    });
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
/** Standard deviation of the logarithm: 19 of 20 responses take at most 1.8 times the median. */
const SPREAD = 0.35;
const OUTLIERS = 0.01;
const OUTLIER_FACTOR = 4;

/** Response time of an exchange: each has its own fixed median. */
function latencyMs(id: string): number {
  const share = Number.parseInt(hash('sha256', id).slice(0, 8), 16) / 2 ** 32;
  const median = MIN_MEDIAN_MS * (MAX_MEDIAN_MS / MIN_MEDIAN_MS) ** share;
  const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  return median * Math.exp(SPREAD * normal) * (Math.random() < OUTLIERS ? OUTLIER_FACTOR : 1);
}
