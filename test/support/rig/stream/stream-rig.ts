import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Agent } from 'node:https';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { encodeBody } from '../numeral.ts';
import { binanceStream } from './layouts/binance.ts';
import { bitstampStream } from './layouts/bitstamp.ts';
import { bybitStream } from './layouts/bybit.ts';
import { coinbaseStream } from './layouts/coinbase.ts';
import { krakenStream } from './layouts/kraken.ts';
import { okxStream } from './layouts/okx.ts';
import type { RigTrade } from './rig-tape.ts';
import type { StreamFault } from './stream-faults.ts';
import type { StreamLayout } from './stream-layout.ts';

/** Every exchange whose socket the rig can simulate. */
export const STREAMS: readonly StreamLayout[] = [
  binanceStream,
  bitstampStream,
  bybitStream,
  coinbaseStream,
  krakenStream,
  okxStream,
];

interface Client {
  readonly socket: WebSocket;
  readonly exchange: string;
  readonly markets: Set<string>;
  sent: number;
}

/**
 * One server on 127.0.0.1 that simulates the trade sockets of exchanges. It selects the exchange by the Host header.
 */
export class StreamRig {
  readonly port: number;
  /** Number of connection attempts by exchange. */
  readonly dialled = new Map<string, number>();
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #clients = new Set<Client>();
  readonly #faults = new Map<string, StreamFault>();

  static async start(): Promise<StreamRig> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    return new StreamRig(server);
  }

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  /** Applies until another one is set; undefined: none. */
  fault(exchange: string, fault: StreamFault | undefined): void {
    if (fault) this.#faults.set(exchange, fault);
    else this.#faults.delete(exchange);
  }

  /** Subscribed markets, over all connections of the exchange. */
  subscribed(exchange: string): readonly string[] {
    return [...this.#clients].flatMap((client) => (client.exchange === exchange ? [...client.markets] : []));
  }

  connections(exchange: string): number {
    return [...this.#clients].filter((client) => client.exchange === exchange).length;
  }

  /** Sends trades of one market, the oldest first, to its subscribers. */
  say(exchange: string, trades: readonly RigTrade[]): void {
    const layout = STREAMS.find(({ id }) => id === exchange);
    const [first] = trades;
    if (!layout || !first) return;
    for (const client of this.#clients)
      if (client.exchange === exchange && client.markets.has(layout.marketOf(first)))
        this.#send(client, layout.message(trades).map(encodeBody));
  }

  /** Ends the connections of an exchange without a close frame. */
  cut(exchange: string): void {
    for (const client of this.#clients) if (client.exchange === exchange) client.socket.terminate();
  }

  async close(): Promise<void> {
    for (const { socket } of this.#clients) socket.terminate();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // The client may be gone already.
    socket.on('error', () => undefined);
    // A gateway gets the whole address as the path.
    const [, whole] = /^\/(wss?:\/\/.*)$/.exec(request.url ?? '') ?? [];
    const host = whole ? new URL(whole).hostname : (request.headers.host ?? '').replace(/:\d+$/, '');
    const layout = STREAMS.find(({ hosts }) => hosts.includes(host));
    if (!layout) return void socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
    this.dialled.set(layout.id, (this.dialled.get(layout.id) ?? 0) + 1);
    const fault = this.#faults.get(layout.id);
    if (fault?.answer) return fault.answer(socket);
    this.#sockets.handleUpgrade(request, socket, head, (accepted) => this.#accept(accepted, layout));
  }

  #accept(socket: WebSocket, layout: StreamLayout): void {
    const client: Client = { socket, exchange: layout.id, markets: new Set(), sent: 0 };
    this.#clients.add(client);
    socket.on('error', () => undefined);
    socket.once('close', () => this.#clients.delete(client));
    socket.on('message', (data) => {
      const text = (data as Buffer).toString();
      if (text === 'ping') return socket.send('pong');
      const answer = layout.replyTo(JSON.parse(text) as unknown);
      for (const reply of answer?.replies ?? []) socket.send(encodeBody(reply));
      for (const market of answer?.markets ?? []) client.markets.add(market);
      return undefined;
    });
  }

  #send(client: Client, texts: readonly string[]): void {
    const said = this.#faults.get(client.exchange)?.says?.(texts, client.sent) ?? texts;
    client.sent += texts.length;
    for (const text of said) client.socket.send(text);
    if (this.#faults.get(client.exchange)?.closesAfter?.(client.sent) === true) client.socket.close();
  }
}

/** Connects every socket, also wss, to the rig without TLS. */
export function streamDialler(port: number): Agent {
  const agent = new Agent();
  Object.assign(agent, { createConnection: () => connect({ port, host: '127.0.0.1', noDelay: true }) });
  return agent;
}
