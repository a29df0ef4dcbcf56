import type { Server } from 'node:http';
import type { Logger } from 'pino';
import type { ConnectionCounts } from '../../api/http/limits/connection-metrics.ts';
import { Connections, type ConnectionsOptions } from '../../api/http/limits/connections.ts';
import { ApiError } from '../../api/http/errors.ts';
import { rawAnswer } from '../../api/http/answers/raw-answer.ts';
import { monotonicMs, type Clock } from '../../core/clocks/clock.ts';
import { ConnectionWatch } from '../operate/watch/connection-watch.ts';
import { connectionBudget, METRICS_CONNECTIONS, openFileLimit, RESERVED_DESCRIPTORS } from './descriptors.ts';
import type { Settings } from '../config/settings.ts';

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
    const mostAnAddress = this.#settings.maxConnectionsPerAddress;
    return this.#limit(server, { most: this.#most, mostAnAddress });
  }

  /** Of the server for metrics alone, to which no connection shows a token: none is kept free for those that do. */
  ofMetrics(server: Server): void {
    const most = METRICS_CONNECTIONS;
    const connections = this.#limit(server, { most, mostAnAddress: most, shareForKnown: 0 });
    server.on('request', ({ socket }, response) => connections.requested(socket, response));
  }

  #limit(
    server: Server,
    limits: Pick<ConnectionsOptions, 'most' | 'mostAnAddress' | 'shareForKnown'>,
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
