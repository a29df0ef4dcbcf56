import { createServer, type RequestListener, type Server } from 'node:http';
import { Server as TlsServer } from 'node:tls';
import type { Logger } from 'pino';
import { createHttp } from '../../api/http/http-server.ts';
import { startingAnswer } from '../../api/http/answers/starting-answer.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import { formatDatetime } from '../../core/time.ts';
import type { ConnectionCounts } from '../../api/http/limits/connection-metrics.ts';
import type { Connections } from '../../api/http/limits/connections.ts';
import { LimitedConnections } from './limited-connections.ts';
import { Drain, listenOn, type Address } from './listener.ts';
import type { Settings } from '../config/settings.ts';
import { readTlsPair, type TlsPair } from './tls-pair.ts';

/** A port that listens. Every request is answered with 503 until it is opened. */
export class BoundPort {
  readonly port: number;
  readonly server: Server;
  readonly drain: Drain;
  readonly #starting: RequestListener;

  private constructor(server: Server, drain: Drain, port: number, starting: RequestListener) {
    this.server = server;
    this.drain = drain;
    this.port = port;
    this.#starting = starting;
  }

  static async bind(server: Server, address: Address, starting: RequestListener): Promise<BoundPort> {
    server.on('request', starting);
    const drain = new Drain(server);
    return new BoundPort(server, drain, await listenOn(server, address), starting);
  }

  /** From now on requests are answered by the handler. */
  open(handler: RequestListener): void {
    this.server.off('request', this.#starting);
    this.server.on('request', handler);
  }
}

interface BoundParts {
  readonly settings: Settings;
  readonly wallClock: Clock;
  readonly api: BoundPort;
  readonly metrics?: BoundPort;
  readonly connections: Connections;
  readonly counts: ConnectionCounts;
  readonly starting: StartingStep;
}

/** What the start does or waits for, where clients are told. */
interface StartingStep {
  step?: () => string;
}

/** Scraping is quick: nothing that takes longer is meant well. */
const METRICS_TIMEOUTS = { headersTimeout: 5000, requestTimeout: 5000, connectionsCheckingInterval: 1000 };

/** The ports of a service, bound before anything else of it exists: a port that is taken costs nothing else. */
export class BoundPorts {
  readonly api: BoundPort;
  /** Where metrics have a port of their own. */
  readonly metrics: BoundPort | undefined;
  /** Those of the API, and what has become of all. */
  readonly connections: Connections;
  readonly connectionCounts: ConnectionCounts;
  readonly #settings: Settings;
  readonly #wallClock: Clock;
  readonly #starting: StartingStep;

  private constructor({ settings, wallClock, api, metrics, connections, counts, starting }: BoundParts) {
    this.#starting = starting;
    this.#settings = settings;
    this.#wallClock = wallClock;
    this.api = api;
    this.metrics = metrics;
    this.connections = connections;
    this.connectionCounts = counts;
  }

  /** Connections are limited from the first one on. */
  static async bind(settings: Settings, wallClock: Clock, log: Logger): Promise<BoundPorts> {
    const limits = new LimitedConnections(settings, wallClock, log);
    const starting: StartingStep = {};
    const answer = startingAnswer(wallClock, () => starting.step?.());
    const server = createHttp({ ...settings, tls: tlsPairOf(settings) });
    const connections = limits.ofClients(server);
    const { host, port, metricsHost, metricsPort } = settings;
    const api = await BoundPort.bind(server, { host, port, flag: '--port', hostFlag: '--host' }, answer);
    const parts = { settings, wallClock, api, connections, counts: limits.counts, starting };
    if (metricsPort === undefined) return new BoundPorts(parts);
    try {
      const address = {
        host: metricsHost,
        port: metricsPort,
        flag: '--metrics-port',
        hostFlag: '--metrics-host',
      };
      const metricsServer = createServer(METRICS_TIMEOUTS);
      limits.ofMetrics(metricsServer);
      return new BoundPorts({ ...parts, metrics: await BoundPort.bind(metricsServer, address, answer) });
    } catch (error) {
      await api.drain.close(0);
      throw error;
    }
  }

  /** Until a port is opened, it answers what the start does or waits for. */
  tellStep(step: () => string): void {
    this.#starting.step = step;
  }

  /**
   * Reads certificate and key again, for new connections. Where they cannot be used, the old ones stay: that is logged and
   * never thrown.
   */
  reloadTls(log: Logger): void {
    const { server } = this.api;
    if (!(server instanceof TlsServer)) {
      log.info('SIGHUP: there is nothing to read again, because the service has no certificate of its own');
      return;
    }
    try {
      const pair = tlsPairOf(this.#settings)!;
      server.setSecureContext(pair);
      const expires = formatDatetime(pair.expiresAt);
      if (pair.expiresAt > this.#wallClock.now())
        log.info({ expires }, 'SIGHUP: certificate and key were read again');
      else log.warn({ expires }, 'SIGHUP: certificate and key were read again; the certificate has expired');
    } catch (error) {
      const reason = (error as Error).message;
      log.error({ reason }, 'SIGHUP: certificate and key could not be read again; the old ones stay in use');
    }
  }

  /** Cuts everything; nothing where they are closed already. */
  async close(): Promise<void> {
    await Promise.all([this.api.drain.close(0), this.metrics?.drain.close(0)]);
  }
}

function tlsPairOf({ tlsCert, tlsKey }: Settings): TlsPair | undefined {
  return tlsCert === undefined || tlsKey === undefined ? undefined : readTlsPair(tlsCert, tlsKey);
}
