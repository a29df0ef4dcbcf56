import { createServer, type RequestListener, type Server } from 'node:http';
import { Server as TlsServer, createSecureContext } from 'node:tls';
import type { AddressInfo, Socket } from 'node:net';
import { X509Certificate } from 'node:crypto';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { createHttp, LISTEN_BACKLOG } from '../../api/http/http-server.ts';
import { metricsIn } from '../../api/http/metrics.ts';
import { startingAnswer } from '../../api/http/answers/starting-answer.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import { formatDatetime, SECOND_MS, type Millis } from '../../core/time.ts';
import type { ConnectionCounts } from '../../api/http/limits/connection-metrics.ts';
import type { Connections } from '../../api/http/limits/connections.ts';
import { LimitedConnections } from './limited-connections.ts';
import type { Settings } from '../config/settings.ts';
import { OperatorError } from '../../core/errors.ts';
import { readRegularFile, UnusableFile } from '../../disk/regular-file.ts';

/** A port that listens. It answers every request with 503 until `open`. */
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

/** A scrape is short: longer requests are probably abuse. */
const METRICS_TIMEOUTS = { headersTimeout: 5000, requestTimeout: 5000, connectionsCheckingInterval: 1000 };

/** The ports of a service, bound before anything else starts: if a port is in use, nothing has to be undone. */
export interface BoundPorts {
  readonly api: BoundPort;
  /** Set if metrics have their own port. */
  readonly metrics: BoundPort | undefined;
  readonly connections: Connections;
  readonly connectionCounts: ConnectionCounts;
  /** When the certificate in use expires; undefined without one. */
  readonly certificateExpiresAt: Millis | undefined;
  /** Sets the step of the start that 503 responses report until a port is opened. */
  reportStep(step: () => string): void;
  /** Reads certificate and key again, for new connections. If they cannot be used, logs that and keeps the old ones. */
  reloadTls(log: Logger): void;
  /** Closes all connections at once. Idempotent. */
  close(): Promise<void>;
}

/** Connection limits apply from the first connection on. */
export async function bindPorts(settings: Settings, wallClock: Clock, log: Logger): Promise<BoundPorts> {
  const limits = new LimitedConnections(settings, wallClock, log);
  let startingStep: (() => string) | undefined;
  const answer = startingAnswer(wallClock, () => startingStep?.());
  let pair = tlsPairOf(settings);
  const server = createHttp({ ...settings, tls: pair });
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
    get certificateExpiresAt() {
      return pair?.expiresAt;
    },
    reportStep: (step) => {
      startingStep = step;
    },
    reloadTls: (reloadLog) => {
      pair = reloadTls(server, settings, wallClock, reloadLog) ?? pair;
    },
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

/** Undefined if nothing was reloaded. */
function reloadTls(server: Server, settings: Settings, wallClock: Clock, log: Logger): TlsPair | undefined {
  if (!(server instanceof TlsServer)) {
    log.info('SIGHUP: nothing to reload: the service has no certificate');
    return undefined;
  }
  try {
    const pair = tlsPairOf(settings)!;
    server.setSecureContext(pair);
    const expires = formatDatetime(pair.expiresAt);
    if (pair.expiresAt > wallClock.now()) log.info({ expires }, 'SIGHUP: certificate and key were reloaded');
    else log.warn({ expires }, 'SIGHUP: certificate and key were reloaded; the certificate has expired');
    return pair;
  } catch (error) {
    const reason = (error as Error).message;
    log.error({ reason }, 'SIGHUP: certificate and key could not be reloaded; the old ones stay in use');
    return undefined;
  }
}

/** When certificates expire. */
export interface CertificateExpiry {
  readonly certificateExpiresAt: Millis | undefined;
  readonly clientCertificateExpiresAt?: Millis | undefined;
}

export function certificateMetric(registry: Registry, expiry: CertificateExpiry): void {
  metricsIn(registry).observedBy(
    'tidemark_certificate_expiry_timestamp_seconds',
    'When a certificate expires, by use: api (--tls-cert), or cluster (with which a node connects to PostgreSQL and NATS)',
    'use',
    () => {
      const { certificateExpiresAt: api, clientCertificateExpiresAt: cluster } = expiry;
      return {
        ...(api !== undefined && { api: api / SECOND_MS }),
        ...(cluster !== undefined && { cluster: cluster / SECOND_MS }),
      };
    },
  );
}

function tlsPairOf({ tlsCert, tlsKey }: Settings): TlsPair | undefined {
  return tlsCert === undefined || tlsKey === undefined ? undefined : readTlsPair(tlsCert, tlsKey);
}

const DRAIN_CHECK_MS = 50;

/** Where a server listens, and the options that set its port and its host. */
interface Address {
  readonly host: string;
  readonly port: number;
  readonly flag: string;
  readonly hostFlag: string;
}

/** Listens and returns the port. Failures are operator errors. */
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
    EADDRINUSE: `another program uses this port; stop it, or choose another port with ${flag}`,
    EACCES: `permission denied; ports below 1024 are for privileged users, choose another with ${flag}`,
    EADDRNOTAVAIL: `this machine does not have that address; choose another with ${hostFlag}`,
    ENOTFOUND: `the host name is unknown; give an address of this machine with ${hostFlag}`,
    EAI_AGAIN: `the host name cannot be looked up now; give an address of this machine with ${hostFlag}`,
  };
  return `cannot listen on ${host} port ${port}: ${reasons[code] ?? message}`;
}

/**
 * Closes a server: running requests may finish until the timeout; then all connections are closed, handshakes
 * included.
 */
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

/** A certificate chain and its matching private key, in PEM. */
interface TlsPair {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** When the certificate of the service itself expires. */
  readonly expiresAt: Millis;
}

/** Reads both files. Throws if one cannot be read or is not PEM, or if they do not match. */
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
