import type { Registry } from 'prom-client';
import { metricsIn } from '../metrics.ts';

/** What is read of connections at a scrape. */
export interface ConnectionFigures {
  /** Open ones. */
  readonly known: number;
  readonly unknown: number;
  readonly limit: number;
}

/** What has become of connections since the process began: how often, by limit or error. */
export interface ConnectionCounts {
  readonly refused: ReadonlyMap<string, number>;
  readonly closed: ReadonlyMap<string, number>;
  readonly acceptErrors: ReadonlyMap<string, number>;
}

/** Connections for Prometheus. */
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
  observed('tidemark_connections_limit', 'Connections that may be open at once', () => connections.limit);
  counted(
    'tidemark_connections_refused_total',
    'New connections that were turned away, by the limit that was reached: all, or address',
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
    'Connections that the system could not hand over, by error',
    'code',
    acceptErrors,
  );
}
