import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendAnswer, type RigFault } from './faults.ts';
import { LAYOUTS } from './layouts.ts';
import type { RigInstrument, RigLayout } from './rig-layout.ts';

/** State of an exchange of the rig. */
interface Standing {
  readonly layout: RigLayout;
  instruments: readonly RigInstrument[];
  fault: RigFault | undefined;
  readonly requests: Map<string, number>;
}

const WHOLE_URL = /^\/(https?:\/\/|https?%3A%2F%2F)/i;

/**
 * One server on 127.0.0.1 that simulates exchanges. It selects the exchange by the Host header, or by a path that is a
 * whole URL (`/https://api.kraken.com/0/public/Ticker`), like a gateway.
 */
export class Rig {
  readonly port: number;
  /** Requests that no exchange answered: method and URL. */
  readonly unanswered: string[] = [];
  /** Clock of the `Date` headers; default: the clock of the machine. */
  now: () => number = Date.now;
  readonly #server: Server;
  readonly #standing: ReadonlyMap<string, Standing>;
  readonly #byHost: ReadonlyMap<string, Standing>;
  #held = 0;

  static async start(layouts: readonly RigLayout[] = LAYOUTS): Promise<Rig> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    return new Rig(server, layouts);
  }

  private constructor(server: Server, layouts: readonly RigLayout[]) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    const standing = layouts.map((layout): Standing => {
      return { layout, instruments: [], fault: undefined, requests: new Map() };
    });
    this.#standing = new Map(standing.map((one) => [one.layout.id, one]));
    this.#byHost = new Map(standing.flatMap((one) => one.layout.hosts.map((host) => [host, one])));
    server.on('request', (request, response) => void this.#serve(request, response));
    // As a gateway it accepts requests only.
    server.on('upgrade', (_, socket) => {
      // The client may be gone already.
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
    });
  }

  /** Prefix for a gateway: a slash and a whole URL follow it. */
  get gateway(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Sets the markets of an exchange and their values from now on. */
  set(id: string, instruments: readonly RigInstrument[]): void {
    this.#of(id).instruments = instruments;
  }

  /** Applies until another one is set; undefined: none. */
  fault(id: string, fault: RigFault | undefined): void {
    this.#of(id).fault = fault;
  }

  /** How often each path of an exchange was requested, faults included. */
  requests(id: string): ReadonlyMap<string, number> {
    return this.#of(id).requests;
  }

  /** Number of requests that are not answered completely until the client gives up. */
  get held(): number {
    return this.#held;
  }

  /** Ends every connection, whatever its state. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  #of(id: string): Standing {
    const standing = this.#standing.get(id);
    if (!standing) throw new Error(`the rig has no exchange ${id}`);
    return standing;
  }

  #hold(response: ServerResponse): void {
    this.#held += 1;
    response.once('close', () => (this.#held -= 1));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = urlOf(request);
    const method = request.method ?? 'GET';
    const standing = this.#byHost.get(url.hostname);
    if (standing) count(standing.requests, url.pathname);
    const body = await textOf(request);
    if (body === undefined) return;
    const { layout, fault, instruments = [] } = standing ?? {};
    response.setHeader('date', new Date(this.now() + (fault?.clockAheadMs ?? 0)).toUTCString());
    if (fault?.ageSeconds !== undefined) response.setHeader('age', String(fault.ageSeconds));
    const shown = fault?.instruments?.(instruments) ?? instruments;
    const answer = layout?.answer({ method, url, body }, shown);
    if (!layout || !answer) {
      this.unanswered.push(`${method} ${url.href}`);
      sendAnswer({ response, answer: { status: 404, body: { message: 'not found' } } });
    } else if (fault?.send) {
      if (fault.holds) this.#hold(response);
      fault.send({ response, answer, layout });
    } else sendAnswer({ response, answer });
  }
}

function urlOf({ url = '/', headers }: IncomingMessage): URL {
  if (!WHOLE_URL.test(url)) return new URL(url, `https://${headers.host}`);
  const whole = url.slice(1);
  return new URL(/^https?%3A/i.test(whole) ? decodeURIComponent(whole) : whole);
}

function count(counts: Map<string, number>, path: string): void {
  counts.set(path, (counts.get(path) ?? 0) + 1);
}

/** Undefined if the client disconnected before it had sent everything. */
async function textOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => resolve(Buffer.concat(chunks).toString()));
    request.once('error', () => resolve(undefined));
  });
}
