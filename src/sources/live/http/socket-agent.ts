import { Agent as PlainAgent, request, type ClientRequestArgs } from 'node:http';
import { Agent, request as secureRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import { connect as secure, type ConnectionOptions } from 'node:tls';
import { SECOND_MS } from '../../../core/time.ts';
import type { ExchangeRoute } from '../settings/exchange-routes.ts';

/** Opens sockets to exchanges. */
export type SocketAgent = PlainAgent;

const CONNECT_WITHIN_MS = 10 * SECOND_MS;

/** Agent for sockets to the exchange itself, through a proxy, or to a gateway. */
export function socketAgentOf({ proxy, spareProxies = [], gateway }: ExchangeRoute): SocketAgent {
  if (gateway !== undefined) return gateway.startsWith('https:') ? new Agent() : new PlainAgent();
  return proxy === undefined
    ? new Agent()
    : new TunnelAgent([proxy, ...spareProxies].map((each) => new URL(each)));
}

type Connected = (error: Error | null, socket?: Duplex) => void;

/** Connects through an HTTP proxy (CONNECT), which sees none of the content. */
class TunnelAgent extends Agent {
  readonly #proxies: readonly URL[];
  /** Index of the proxy in use, by host: a host that a proxy does not connect must not switch the proxy of others. */
  readonly #current = new Map<string, number>();

  constructor(proxies: readonly URL[]) {
    super();
    this.#proxies = proxies;
  }

  /** A proxy that does not connect is tried last next time. */
  override createConnection(options: ClientRequestArgs & ConnectionOptions, done: Connected): undefined {
    const host = options.host ?? '';
    const used = () => this.#current.get(host) ?? 0;
    const attempt = (left: number) => {
      const current = used();
      this.#tunnel(this.#proxies[current]!, options, (error, socket) => {
        if (!error) return done(null, socket);
        if (used() === current) this.#current.set(host, (current + 1) % this.#proxies.length);
        if (left > 1) attempt(left - 1);
        else done(error);
      });
    };
    attempt(this.#proxies.length);
    return undefined;
  }

  #tunnel(proxy: URL, options: ClientRequestArgs & ConnectionOptions, done: Connected): void {
    const { protocol, hostname, port, username, password } = proxy;
    const target = `${options.host}:${options.port}`;
    const user = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
    const connectRequest = (protocol === 'https:' ? secureRequest : request)({
      method: 'CONNECT',
      hostname,
      port,
      path: target,
      headers: {
        host: target,
        ...(username === '' ? {} : { 'proxy-authorization': `Basic ${user.toString('base64')}` }),
      },
      timeout: CONNECT_WITHIN_MS,
    });
    connectRequest.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200)
        done(null, secure({ ...options, socket, servername: options.servername ?? options.host ?? '' }));
      else {
        socket.destroy();
        done(new Error(`the proxy answers ${statusCode}`));
      }
    });
    connectRequest.once('timeout', () => connectRequest.destroy(new Error('the proxy does not respond')));
    connectRequest.once('error', (error) => done(error));
    connectRequest.end();
  }
}
