import { createServer, type RequestListener, type Server } from 'node:http';
import { Server as TlsServer, createSecureContext } from 'node:tls';
import type { AddressInfo, Socket } from 'node:net';
import { X509Certificate } from 'node:crypto';
import type { Logger } from 'pino';
import { createHttp, LISTEN_BACKLOG } from '../../api/http/http-server.ts';
import { startingAnswer } from '../../api/http/answers/starting-answer.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import { formatDatetime, type Millis } from '../../core/time.ts';
import type { ConnectionCounts } from '../../api/http/limits/connection-metrics.ts';
import type { Connections } from '../../api/http/limits/connections.ts';
import { LimitedConnections } from './limited-connections.ts';
import type { Settings } from '../config/settings.ts';
import { OperatorError } from '../../core/errors.ts';
import { readRegularFile, UnusableFile } from '../../disk/regular-file.ts';

/** A port that listens. Every request is answered with 503 until it is opened. */
export interface BoundPort {
  readonly port: number;
  readonly server: Server;
  readonly drain: Drain;
  open(handler: RequestListener): void;
}

async function bindPort(server: Server, address: Address, starting: RequestListener): Promise<BoundPort> {
  server.on('request', starting);
  const drain = new Drain(server);
  const port = await listenOn(server, address);
  const open = (handler: RequestListener) => {
    server.off('request', starting);
    server.on('request', handler);
  };
  return { port, server, drain, open };
}

/** Scraping is quick: longer requests are not meant well. */
const METRICS_TIMEOUTS = { headersTimeout: 5000, requestTimeout: 5000, connectionsCheckingInterval: 1000 };

/** The ports of a service, bound before anything else of it exists: a port that is taken costs nothing else. */
export interface BoundPorts {
  readonly api: BoundPort;
  /** Where metrics have a port of their own. */
  readonly metrics: BoundPort | undefined;
  readonly connections: Connections;
  readonly connectionCounts: ConnectionCounts;
  /** Until a port is opened, it answers what the start does or waits for. */
  tellStep(step: () => string): void;
  /** Reads certificate and key again, for new connections. If they cannot be used, logs that and keeps the old ones. */
  reloadTls(log: Logger): void;
  /** Cuts everything. May be called again. */
  close(): Promise<void>;
}

/** Connections are limited from the first one on. */
export async function bindPorts(settings: Settings, wallClock: Clock, log: Logger): Promise<BoundPorts> {
  const limits = new LimitedConnections(settings, wallClock, log);
  let startingStep: (() => string) | undefined;
  const answer = startingAnswer(wallClock, () => startingStep?.());
  const server = createHttp({ ...settings, tls: tlsPairOf(settings) });
  const connections = limits.ofClients(server);
  const { host, port } = settings;
  const api = await bindPort(server, { host, port, flag: '--port', hostFlag: '--host' }, answer);
  const metrics = await bindMetrics(settings, limits, answer).catch(async (error: unknown) => {
    await api.drain.close(0);
    throw error;
  });
  return {
    api,
    metrics,
    connections,
    connectionCounts: limits.counts,
    tellStep: (step) => {
      startingStep = step;
    },
    reloadTls: (reloadLog) => reloadTls(server, settings, wallClock, reloadLog),
    close: async () => {
      await Promise.all([api.drain.close(0), metrics?.drain.close(0)]);
    },
  };
}

async function bindMetrics(
  { metricsHost: host, metricsPort: port }: Settings,
  limits: LimitedConnections,
  answer: RequestListener,
): Promise<BoundPort | undefined> {
  if (port === undefined) return undefined;
  const server = createServer(METRICS_TIMEOUTS);
  limits.ofMetrics(server);
  return bindPort(server, { host, port, flag: '--metrics-port', hostFlag: '--metrics-host' }, answer);
}

function reloadTls(server: Server, settings: Settings, wallClock: Clock, log: Logger): void {
  if (!(server instanceof TlsServer)) {
    log.info('SIGHUP: there is nothing to read again, because the service has no certificate of its own');
    return;
  }
  try {
    const pair = tlsPairOf(settings)!;
    server.setSecureContext(pair);
    const expires = formatDatetime(pair.expiresAt);
    if (pair.expiresAt > wallClock.now())
      log.info({ expires }, 'SIGHUP: certificate and key were read again');
    else log.warn({ expires }, 'SIGHUP: certificate and key were read again; the certificate has expired');
  } catch (error) {
    const reason = (error as Error).message;
    log.error({ reason }, 'SIGHUP: certificate and key could not be read again; the old ones stay in use');
  }
}

function tlsPairOf({ tlsCert, tlsKey }: Settings): TlsPair | undefined {
  return tlsCert === undefined || tlsKey === undefined ? undefined : readTlsPair(tlsCert, tlsKey);
}

const DRAIN_CHECK_MS = 50;

/** Where a server is to listen, and the options that set its port and its host. */
interface Address {
  readonly host: string;
  readonly port: number;
  readonly flag: string;
  readonly hostFlag: string;
}

/** Listens and returns the port. What keeps it from listening is the operator's to solve. */
function listenOn(server: Server, address: Address): Promise<number> {
  const { host, port } = address;
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => reject(new OperatorError(refusalText(address, error)));
    server.once('error', onError);
    server.listen({ host, port, backlog: LISTEN_BACKLOG }, () => {
      server.off('error', onError);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

export function refusalText({ host, port, flag, hostFlag }: Address, error: NodeJS.ErrnoException): string {
  const { code = '', message } = error;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `another program listens there; stop it, or choose another port with ${flag}`,
    EACCES: `permission denied; ports below 1024 are for privileged users, choose another with ${flag}`,
    EADDRNOTAVAIL: `this machine does not have that address; choose another with ${hostFlag}`,
    ENOTFOUND: `the host name is unknown; give an address of this machine with ${hostFlag}`,
    EAI_AGAIN: `the host name cannot be looked up now; give an address of this machine with ${hostFlag}`,
  };
  return `cannot listen on ${host} port ${port}: ${reasons[code] ?? message}`;
}

/** Ends a server: requests under way may finish, and whatever is left is cut, handshakes included. */
class Drain {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  async close(timeoutMs: number): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    const idle = setInterval(() => this.#server.closeIdleConnections(), DRAIN_CHECK_MS);
    const cut = setTimeout(() => this.#sockets.forEach((socket) => socket.destroy()), timeoutMs);
    this.#server.closeIdleConnections();
    await closed;
    clearInterval(idle);
    clearTimeout(cut);
  }
}

/** A certificate chain and its private key, PEM, which fit together. */
interface TlsPair {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** When the certificate of the service itself expires. */
  readonly expiresAt: Millis;
}

/** Reads both files. Refuses what cannot be read, is no PEM, or does not fit together. */
function readTlsPair(certPath: string, keyPath: string): TlsPair {
  const cert = readPem(certPath);
  const key = readPem(keyPath);
  try {
    createSecureContext({ cert, key });
    return { cert, key, expiresAt: Date.parse(new X509Certificate(cert).validTo) };
  } catch (error) {
    throw new OperatorError(`${certPath} and ${keyPath} cannot be used for TLS: ${(error as Error).message}`);
  }
}

function readPem(path: string): Buffer {
  try {
    return readRegularFile(path);
  } catch (error) {
    if (error instanceof UnusableFile) throw error;
    throw new OperatorError(`${path} cannot be read: ${(error as Error).message}`);
  }
}
