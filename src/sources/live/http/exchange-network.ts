import { Agent, type Dispatcher } from 'undici';
import type { Clock } from '../../../core/clocks/clock.ts';
import { routeOf, type NetworkSettings, type ExchangeRoute } from '../settings/exchange-routes.ts';
import { ExchangeHttp } from './exchange-http.ts';
import { HostBuckets } from './host-buckets.ts';
import { proxyAgent } from './proxy-agent.ts';
import type { TokenBucket } from './token-bucket.ts';

/** Connections per host: a reading sends its requests one after the other. */
const CONNECTIONS = 4;
/** A gateway is one host for all exchanges: with few connections their readings would wait for each other. */
const GATEWAY_CONNECTIONS = 256;

/** Creates a dispatcher without a proxy; tests dial elsewhere. */
export type Dial = (options: { readonly connections: number }) => Dispatcher;

/** HTTP clients of exchanges, each with its own route. The caller closes it. */
export interface ExchangeNetwork {
  /** Client for exchanges that settings do not name. */
  readonly http: ExchangeHttp;
  /** Client for an exchange, by its name in settings. */
  of(exchange: string): ExchangeHttp;
  /** Aborts all requests. */
  close(): Promise<void>;
}

const dialDirectly: Dial = ({ connections }) => new Agent({ connections, allowH2: false });

export function openExchangeNetwork(
  network: NetworkSettings,
  clock: Clock,
  dial: Dial = dialDirectly,
  /** Paces the requests to each host. */
  bucketOf: (host: string) => TokenBucket = new HostBuckets(clock).of,
): ExchangeNetwork {
  const dispatchers = new Map<string, Dispatcher>();
  const clients = new Map<string, ExchangeHttp>();
  const dispatcherOf = (proxy: string | undefined, connections: number): Dispatcher => {
    const name = `${connections} ${proxy}`;
    const known = dispatchers.get(name);
    if (known) return known;
    const made = proxy === undefined ? dial({ connections }) : proxyAgent(proxy, { connections });
    dispatchers.set(name, made);
    return made;
  };
  const by = ({ proxy, spareProxies = [], gateway }: ExchangeRoute): ExchangeHttp => {
    const name = JSON.stringify([proxy, gateway, ...spareProxies]);
    const known = clients.get(name);
    if (known) return known;
    const connections = gateway === undefined ? CONNECTIONS : GATEWAY_CONNECTIONS;
    const [dispatcher, ...spares] = [proxy, ...spareProxies].map((each) => dispatcherOf(each, connections));
    const made = new ExchangeHttp({ clock, dispatcher: dispatcher!, spares, bucketOf, gateway });
    clients.set(name, made);
    return made;
  };
  return {
    http: by(network),
    of: (exchange) => by(routeOf(network, exchange)),
    close: async () => void (await Promise.all([...dispatchers.values()].map((each) => each.destroy()))),
  };
}
