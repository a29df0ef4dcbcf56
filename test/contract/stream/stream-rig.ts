import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestOptions, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { ClientOptions } from 'ws';
import { Registry } from 'prom-client';
import { RequestLog } from '../../../src/api/http/request-log.ts';
import { requestMetrics } from '../../../src/api/http/request-metrics.ts';
import type { Call } from '../../../src/api/http/routing/call.ts';
import { Cors } from '../../../src/api/http/routing/cors.ts';
import { ErrorHandling } from '../../../src/api/http/routing/error-handling.ts';
import { RestApp } from '../../../src/api/server.ts';
import { streamMetrics } from '../../../src/api/stream/stream-metrics.ts';
import { createStream } from '../../../src/api/stream/create-stream.ts';
import type { StreamLimits } from '../../../src/api/stream/connection/limits.ts';
import { EVENT_LOOP, type Loop } from '../../../src/core/async/loop.ts';
import type { Stream } from '../../../src/api/stream/stream.ts';
import { acquireDirectory, type OwnedDirectory } from '../../../src/app/operate/control/admin-access.ts';
import { adminHandler } from '../../../src/app/operate/control/admin.ts';
import { Board, type MarketBoard } from '../../../src/app/serve/board.ts';
import { missedTicks } from '../../../src/app/serve/missed-ticks.ts';
import type { Client } from '../../../src/auth/client-store.ts';
import { TokenIssuer } from '../../../src/auth/tokens/token-issuer.ts';
import { InProcessBus } from '../../../src/bus/in-process-bus.ts';
import type { ReferenceContent } from '../../../src/core/reference-data.ts';
import { SCOPES, type Scope } from '../../../src/contract/scopes.ts';
import type { ListingKey } from '../../../src/core/ids/listing-key.ts';
import type { Trade } from '../../../src/core/tick.ts';
import { DAY_MS, type Millis } from '../../../src/core/time.ts';
import type { HistoryStore } from '../../../src/history/history-store.ts';
import { MemoryHistoryStore } from '../../support/memory-history/memory-history-store.ts';
import { IndexRefreshWriter } from '../../../src/latest/indices/index-refresh-writer.ts';
import { MarketCapRefreshWriter } from '../../../src/latest/market-caps/market-cap-refresh-writer.ts';
import { ordersOf, type MarketOrders } from '../../../src/latest/market/market-orders.ts';
import { RETAINED_TOPICS, type MarketTopics } from '../../../src/latest/market/market-topics.ts';
import { MarketVersions } from '../../../src/latest/market/market-versions.ts';
import { TickerRefreshWriter } from '../../../src/latest/tickers/ticker-refresh-writer.ts';
import { Catalogue } from '../../../src/reference/catalogue.ts';
import { buildWorld } from '../../../src/simulator/world.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { EventClient } from '../../support/event-client.ts';
import { StreamClient } from '../../support/stream-client.ts';

export const T = Date.parse('2026-03-01T12:00:00.000Z');
export const SLOT_MS = 30_000;

export const LIMITS: StreamLimits = {
  connections: 1000,
  visitorConnections: 32,
  subscriptions: 10_000,
  burst: 2000,
  perSecond: 100,
  backlogBytes: 8 * 2 ** 20,
  backlogMs: 30_000,
  pingMs: 30_000,
};

export const reference: ReferenceContent = { ...buildWorld('small').reference, lx: [], traded: [] };
export const catalogue = new Catalogue(reference);
export const { listings, series } = ordersOf('1', reference);

export interface RigOptions {
  readonly limits?: Partial<StreamLimits>;
  readonly history?: HistoryStore;
  readonly traded?: readonly ListingKey[];
  readonly at?: Millis;
  readonly loop?: Loop;
}

export interface TickOptions {
  /** Series that this slot has no value of. */
  readonly without?: readonly number[];
  /** Listings that were not delivered. */
  readonly silent?: readonly number[];
}

/**
 * The websocket over a real socket, with a market that ticks when the test says so and clocks that stand still. The
 * value of series n at the k-th slot after T is n + 1 + k / 10, the ticker of listing n likewise.
 */
export class StreamRig {
  readonly wallClock = new ManualClock(Date.parse('2026-06-01T00:00:00.000Z'));
  readonly marketClock: ManualClock;
  readonly bus = new InProcessBus<MarketTopics>({ retained: RETAINED_TOPICS });
  readonly versions = new MarketVersions({ failed: (error) => this.failures.push(error) });
  readonly failures: unknown[] = [];
  readonly history: HistoryStore;
  readonly registry = new Registry();
  readonly logLines: string[] = [];
  readonly log = pino(
    { level: 'debug', base: null },
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        this.logLines.push(chunk.toString());
        done();
      },
    }),
  );
  readonly #folder = mkdtempSync(join(tmpdir(), 'tidemark-stream-'));
  #orders: MarketOrders;
  #tickerSheet: TickerRefreshWriter;
  #indexSheet: IndexRefreshWriter;
  readonly #marketCapSheet = new MarketCapRefreshWriter();
  readonly #http: Server;
  readonly #app: RestApp;
  readonly #options: RigOptions;
  readonly #clients: StreamClient[] = [];
  readonly #eventClients: EventClient[] = [];
  readonly #board: Board;
  #shown!: MarketBoard;
  #directory!: OwnedDirectory;
  #issuer!: TokenIssuer;
  stream!: Stream;
  /** The server's side of the last connection. */
  lastSocket: Socket | undefined;
  /** Websockets that were asked for. */
  handshakes = 0;
  wsUrl = '';
  baseUrl = '';

  private constructor(options: RigOptions) {
    const at = options.at ?? T;
    this.#options = options;
    this.marketClock = new ManualClock(at);
    this.history = options.history ?? new MemoryHistoryStore(2 * DAY_MS);
    this.#http = createServer((request, response) => {
      if (request.url?.startsWith('/v3/')) this.#app.handle(request, response);
      else response.end('plain');
    });
    this.#http.on('connection', (socket) => (this.lastSocket = socket));
    this.#app = this.#createApp();
    this.#orders = ordersOf('1', { ...reference, traded: options.traded ?? [] });
    this.#tickerSheet = new TickerRefreshWriter(this.#orders);
    this.#indexSheet = new IndexRefreshWriter(this.#orders);
    this.#board = new Board({
      bus: this.bus,
      versions: this.versions,
      newestValues: () => Promise.resolve([]),
      storedBetween: (after, before) => missedTicks(this.history, after, before),
      failed: (error) => this.failures.push(error),
    });
  }

  static async start(options: RigOptions = {}): Promise<StreamRig> {
    const rig = new StreamRig(options);
    await rig.#begin();
    return rig;
  }

  async #begin(): Promise<void> {
    this.#directory = await acquireDirectory(this.#folder, this.wallClock, [demo(this.wallClock.now())]);
    this.#http.listen({ port: 0, host: '127.0.0.1' });
    await once(this.#http, 'listening');
    const { port } = this.#http.address() as AddressInfo;
    this.baseUrl = `http://127.0.0.1:${port}`;
    this.wsUrl = `ws://127.0.0.1:${port}`;
    this.#issuer = new TokenIssuer(this.#directory.keys, this.wallClock, this.baseUrl);
    const at = this.marketClock.now();
    await this.announce(this.#orders);
    await this.bus.publish('marketCaps', this.#marketCapSheet.publish(at, [], []));
    await this.tick(at);
    this.#shown = await this.#board.ready;
    this.stream = createStream(this.#http, this.#streamData(), {
      baseUrl: this.baseUrl,
      wsUrl: this.wsUrl,
      baseUrlConfigured: false,
      wsUrlConfigured: false,
      source: 'simulator',
      origin: 'simulated',
      limits: { ...LIMITS, ...this.#options.limits },
    });
    this.#app.add(this.stream.route);
  }

  /** As REST answers, without any route of it. */
  #createApp(): RestApp {
    const { wallClock, log, registry } = this;
    const cors = new Cors(['https://page.example']);
    const metrics = requestMetrics(registry);
    const requestLog = new RequestLog({ log, metrics, accessLog: true, slowRequestMs: Infinity });
    return new RestApp(
      this.#http,
      { basePath: '', headersTimeoutMs: 0, requestTimeoutMs: 0, idleTimeoutMs: 0 },
      {
        errors: new ErrorHandling({ log, wallClock, cors, requestLog }),
        cors,
        connections: { requestStarted: () => undefined },
        notFoundPage: { answer: () => false },
        families: [],
        requestLog,
      },
    );
  }

  #streamData() {
    const { wallClock, marketClock, history, versions, registry, log } = this;
    const { clients, keys, longLived } = this.#directory;
    return {
      ...this.#shown,
      versions,
      feed: this.#board,
      history,
      clients,
      keys,
      longLived,
      wallClock,
      marketClock,
      metrics: streamMetrics(registry),
      log,
      loop: this.#options.loop ?? EVENT_LOOP,
      onHandshake: () => void this.handshakes++,
      cors: this.#app.cors,
      answered: (call: Call, status: number) => this.#app.answered(call, status),
    };
  }

  get clients() {
    return this.#directory.clients;
  }

  /** What an operator does on the command line. */
  operate<T>(command: string, args: Readonly<Record<string, unknown>>): Promise<T> {
    return adminHandler(this.#directory)({ command, arguments: args }) as Promise<T>;
  }

  async addClient(scopes: readonly Scope[] = SCOPES): Promise<Client> {
    return (await this.clients.add({ name: 'a test', scopes })).client;
  }

  async token(
    client: Client = this.clients.findUsable('demo') as Client,
    audience = this.wsUrl,
  ): Promise<string> {
    return this.#issuer.issue(client, audience, client.scopes);
  }

  async connect(client?: Client, options: ClientOptions = {}): Promise<StreamClient> {
    return this.keep(
      await StreamClient.open(`${this.wsUrl}?access_token=${await this.token(client)}`, options),
    );
  }

  /** Opens a stream of events, with the token in the URL unless there are options. */
  async events(query: string, options?: RequestOptions): Promise<EventClient> {
    const url = `${this.baseUrl}/v3/stream?${query}`;
    const client = await EventClient.open(
      options ? url : `${url}&access_token=${await this.token()}`,
      options,
    );
    this.#eventClients.push(client);
    return client;
  }

  /** Closed with the rig. */
  keep(client: StreamClient): StreamClient {
    this.#clients.push(client);
    return client;
  }

  /** The current orders. */
  get orders(): MarketOrders {
    return this.#orders;
  }

  /** A version is announced: what is published uses it from the next tick on. */
  async change(data: ReferenceContent): Promise<void> {
    const next = ordersOf(String(Number(this.#orders.reference) + 1), data);
    await this.announce(next);
    this.#orders = next;
    this.#tickerSheet = new TickerRefreshWriter(next);
    this.#indexSheet = new IndexRefreshWriter(next);
  }

  /** Tickers of all listings are delivered, in a refresh that is not published. */
  collect(delivered: Millis): void {
    this.#tickerRefresh(delivered, []);
  }

  async announce({ reference: hash, data }: MarketOrders): Promise<void> {
    await this.bus.publish('reference', { hash, from: 0, data });
    await this.versions.whenPrepared(hash);
  }

  /** A slot passes: stored, then published. */
  async tick(at: Millis, options: TickOptions = {}): Promise<void> {
    this.marketClock.advanceTo(at);
    await this.#store(at, options.without ?? []);
    await this.bus.publish('tickers', this.#tickerRefresh(at, options.silent ?? []));
    await this.bus.publish('indices', this.#indexRefresh(at, options.without ?? []));
  }

  /** Slots pass that no client is told of, but the last: they are stored. */
  async missed(first: Millis, last: Millis): Promise<void> {
    for (let at = first; at < last; at += SLOT_MS) await this.#store(at, []);
    await this.tick(last);
  }

  async trade(receivedAt: Millis, trades: readonly Trade[]): Promise<void> {
    await this.bus.publish('trades', { receivedAt, trades });
  }

  /** Wall time passes in steps, so that everything that waits for a moment gets its turn. */
  async pass(ms: Millis, stepMs = 500): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) {
      this.wallClock.advance(stepMs);
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }

  /** How many listen to what its server takes. */
  listenersOf(event: 'connection' | 'request'): number {
    return this.#http.listenerCount(event);
  }

  async close(): Promise<void> {
    for (const client of [...this.#clients, ...this.#eventClients]) client.close();
    await this.stream.close(0);
    await this.#board.close();
    await this.bus.close();
    this.#http.closeAllConnections();
    this.#http.close();
    await this.#directory.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #store(at: Millis, without: readonly number[]): Promise<void> {
    const { series: order } = this.#orders;
    const { prices, volumes, tickVolumes, flags, series: numbers } = this.#indexRefresh(at, without);
    const empty = new Uint8Array(0);
    const columns = { series: numbers, prices, volumes, tickVolumes, flags };
    await this.history.append({ at, order, ...columns, record: empty });
  }

  #indexRefresh(at: Millis, without: readonly number[]) {
    const { series: order } = this.#orders;
    const numbers = order.series.map((_series, number) => number).filter((n) => !without.includes(n));
    const [lx] = order.rangeOf('LX');
    return this.#indexSheet.publish({
      at,
      series: Uint32Array.from(numbers),
      prices: Float64Array.from(numbers, (n) => priceOf(n, at)),
      volumes: Float64Array.from(numbers, (n) => n + 1),
      tickVolumes: Float64Array.from(numbers, (n) => (n >= lx ? 0.5 : Number.NaN)),
      flags: new Uint16Array(numbers.length),
    });
  }

  #tickerRefresh(at: Millis, silent: readonly number[]) {
    const ticks = this.#orders.listings.listings.map((listing, n) => ({
      ...listing,
      last: String(priceOf(n, at)),
      volume: '1',
      bid: '1',
      ask: '2',
      lastMoved: at - 5000,
    }));
    this.#tickerSheet.collect(ticks.filter((_tick, n) => !silent.includes(n)));
    return this.#tickerSheet.publish(at);
  }
}

export function priceOf(number: number, at: Millis): number {
  return Math.round((number + 1 + (at - T) / SLOT_MS / 10) * 10) / 10;
}

function demo(createdAt: Millis) {
  const client: Client = { id: 'demo', name: 'demo', scopes: SCOPES, createdAt, disabled: false };
  return { client, secret: 'demo' };
}
