import type { Server } from 'node:http';
import type { Logger } from 'pino';
import type { ConnectionCounts } from '../../api/http/limits/connection-metrics.ts';
import { Connections, type ConnectionsOptions } from '../../api/http/limits/connections.ts';
import { ApiError } from '../../api/http/errors.ts';
import { rawAnswer } from '../../api/http/answers/raw-answer.ts';
import { monotonicMs, type Clock } from '../../core/clocks/clock.ts';
import { ConnectionWatch } from '../operate/watch/connection-watch.ts';
import type { Settings } from '../config/settings.ts';
import { readFileSync } from '../../disk/files.ts';
import { ignoreMissing } from '../../disk/ignore-missing.ts';
import { OperatorError } from '../../core/errors.ts';

const REFUSAL = new ApiError('SERVICE_UNAVAILABLE', 'there are too many connections', {
  headers: { 'Retry-After': '5' },
});

/** Limits the connections of the service's servers to what the process's limit of open files allows. */
export class LimitedConnections {
  readonly #settings: Settings;
  readonly #wallClock: Clock;
  readonly #watch: ConnectionWatch;
  readonly #max: number;

  /** Throws if the limit of open files is too low for the service to work. */
  constructor(settings: Settings, wallClock: Clock, log: Logger) {
    this.#settings = settings;
    this.#wallClock = wallClock;
    const ofMetrics = settings.metricsPort === undefined ? 0 : METRICS_CONNECTIONS;
    const reserved = RESERVED_DESCRIPTORS + ofMetrics;
    const { connections, warning } = connectionBudget(openFileLimit(), settings.maxConnections, reserved);
    if (warning !== undefined) log.warn(warning);
    this.#max = connections;
    this.#watch = new ConnectionWatch(log, monotonicMs);
  }

  get counts(): ConnectionCounts {
    return this.#watch.counts;
  }

  ofClients(server: Server): Connections {
    const maxPerAddress = this.#settings.maxConnectionsPerAddress;
    return this.#limit(server, { most: this.#max, maxPerAddress });
  }

  /**
   * For the separate metrics server. Its clients have no tokens, so no connections are reserved for known
   * clients.
   */
  ofMetrics(server: Server): void {
    const most = METRICS_CONNECTIONS;
    const connections = this.#limit(server, { most, maxPerAddress: most, shareForKnown: 0 });
    server.on('request', ({ socket }, response) => connections.requestStarted(socket, response));
  }

  #limit(
    server: Server,
    limits: Pick<ConnectionsOptions, 'most' | 'maxPerAddress' | 'shareForKnown'>,
  ): Connections {
    return new Connections(server, {
      ...limits,
      trustProxy: this.#settings.trustProxy,
      now: monotonicMs,
      refusal: () => rawAnswer(REFUSAL, this.#wallClock.now()),
      events: this.#watch,
    });
  }
}

/** For threads, logs and sockets (40 were counted), journal, inputs, sealing, and 256 open segment files of history. */
const RESERVED_DESCRIPTORS = 384;
/** Maximum number of connections to the metrics port. */
export const METRICS_CONNECTIONS = 32;

const DEFAULT_CONNECTIONS = 20_000;
const MIN_CONNECTIONS = 16;
/** With fewer, a client could not open the default number of websockets. */
const FEW_CONNECTIONS = 1000;

const LIMITS_FILE = '/proc/self/limits';
const LIMIT_LINE = /^Max open files\s+(\d+|unlimited)/m;

/** Maximum number of open files of this process; Infinity if unlimited, undefined if the system does not say. */
export function openFileLimit(): number | undefined {
  const limits = ignoreMissing(() => readFileSync(LIMITS_FILE, 'utf8')) ?? '';
  const found = LIMIT_LINE.exec(limits)?.[1] ?? reportedLimit();
  if (found === undefined) return undefined;
  return found === 'unlimited' ? Infinity : Number(found);
}

/** For systems without /proc. Creating the report is slow. */
function reportedLimit(): string | undefined {
  const report = process.report?.getReport() as
    | { readonly userLimits?: { readonly open_files?: { readonly soft?: number | string } } }
    | undefined;
  const soft = report?.userLimits?.open_files?.soft;
  return soft === undefined ? undefined : String(soft);
}

interface ConnectionBudget {
  readonly connections: number;
  readonly warning?: string;
}

/** The number of connections that a limit of open files allows. Throws if it is below the minimum. */
export function connectionBudget(
  limit: number = Infinity,
  configured: number | undefined,
  reserved: number = RESERVED_DESCRIPTORS,
): ConnectionBudget {
  const room = limit - reserved;
  if (room < MIN_CONNECTIONS) {
    throw new OperatorError(
      `the limit of open files is ${limit}, but the service needs at least ${reserved + MIN_CONNECTIONS}: ` +
        `raise it to ${reserved + FEW_CONNECTIONS} or more (ulimit -n, or LimitNOFILE of systemd)`,
    );
  }
  const connections = Math.min(configured ?? DEFAULT_CONNECTIONS, room);
  const wanted = configured ?? FEW_CONNECTIONS;
  if (connections >= wanted) return { connections };
  const warning =
    `the limit of open files is ${limit}, which allows ${connections} connections: ` +
    `for ${wanted} connections raise it to ${reserved + wanted} (ulimit -n, or LimitNOFILE of systemd)`;
  return { connections, warning };
}
