import type { Registry } from 'prom-client';
import { metricsIn } from '../metrics.ts';

/** Read at each scrape. */
export interface ConnectionFigures {
  /** Open connections that have shown a valid token. */
  readonly known: number;
  /** Other open connections. */
  readonly unknown: number;
  /** Maximum number of open connections. */
  readonly limit: number;
}

/** Refused, closed and failed connections since the process started, by limit or error. */
export interface ConnectionCounts {
  readonly refused: ReadonlyMap<string, number>;
  readonly closed: ReadonlyMap<string, number>;
  readonly acceptErrors: ReadonlyMap<string, number>;
}

/** Prometheus metrics of connections. */
export function connectionMetrics(
  registry: Registry,
  connections: ConnectionFigures,
  { refused, closed, acceptErrors }: ConnectionCounts,
): void {
  const { counted, observed, observedBy } = metricsIn(registry);
  observedBy(
    'tidemark_connections',
    'Open connections by kind: known (has shown a valid token; websockets too) or unknown',
    'kind',
    () => ({ known: connections.known, unknown: connections.unknown }),
  );
  observed('tidemark_connections_limit', 'Maximum number of open connections', () => connections.limit);
  counted(
    'tidemark_connections_refused_total',
    'New connections that were refused, by the limit that was reached: all, or address',
    'limit',
    refused,
  );
  counted(
    'tidemark_connections_closed_total',
    'Connections without a valid token that were closed to make room, by limit: all, or address',
    'limit',
    closed,
  );
  counted(
    'tidemark_accept_errors_total',
    'Connections that could not be accepted, by error',
    'code',
    acceptErrors,
  );
}
