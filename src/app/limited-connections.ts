import type { Server } from 'node:http';
import type { Logger } from 'pino';
import type { ConnectionCounts } from '../api/connection-metrics.ts';
import { Connections } from '../api/connections.ts';
import { ApiError } from '../api/errors.ts';
import { rawAnswer } from '../api/raw-answer.ts';
import { monotonicMs, type Clock } from '../core/clock.ts';
import { ConnectionWatch } from './connection-watch.ts';
import { connectionBudget, METRICS_CONNECTIONS, openFileLimit, RESERVED_DESCRIPTORS } from './descriptors.ts';
import type { Settings } from './settings.ts';

const REFUSAL = new ApiError('SERVICE_UNAVAILABLE', 'there are too many connections', {
  headers: { 'Retry-After': '5' },
});

/** Limits the connections of the service's servers by what the process may have open. */
export class LimitedConnections {
  readonly #settings: Settings;
  readonly #wallClock: Clock;
  readonly #watch: ConnectionWatch;
  readonly #most: number;

  /** Throws where the process may open too few files to work at all. */
  constructor(settings: Settings, wallClock: Clock, log: Logger) {
    this.#settings = settings;
    this.#wallClock = wallClock;
    const ofMetrics = settings.metricsPort === undefined ? 0 : METRICS_CONNECTIONS;
    const reserved = RESERVED_DESCRIPTORS + ofMetrics;
    const { connections, warning } = connectionBudget(openFileLimit(), settings.maxConnections, reserved);
    if (warning !== undefined) log.warn(warning);
    this.#most = connections;
    this.#watch = new ConnectionWatch(log, monotonicMs);
  }

  get counts(): ConnectionCounts {
    return this.#watch.counts;
  }

  /** Of the server that clients connect to. */
  ofClients(server: Server): Connections {
    return this.#limit(server, this.#most, this.#settings.maxConnectionsPerAddress);
  }

  /** Of the server for metrics alone, to which no connection shows a token. */
  ofMetrics(server: Server): void {
    this.#limit(server, METRICS_CONNECTIONS, METRICS_CONNECTIONS);
  }

  #limit(server: Server, most: number, mostAnAddress: number): Connections {
    return new Connections(server, {
      most,
      mostAnAddress,
      trustProxy: this.#settings.trustProxy,
      now: monotonicMs,
      refusal: () => rawAnswer(REFUSAL, this.#wallClock.now()),
      events: this.#watch,
    });
  }
}
