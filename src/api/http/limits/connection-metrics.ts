import { Counter, Gauge, type Registry } from 'prom-client';

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
  const open = new Gauge({
    name: 'tidemark_connections',
    help: 'Open connections by kind: known (has shown a valid token; websockets too) or unknown',
    labelNames: ['kind'],
    registers: [],
    collect() {
      this.set({ kind: 'known' }, connections.known);
      this.set({ kind: 'unknown' }, connections.unknown);
    },
  });
  const limit = new Gauge({
    name: 'tidemark_connections_limit',
    help: 'Connections that may be open at once',
    registers: [],
  });
  limit.set(connections.limit);
  const metrics = [
    open,
    limit,
    counter(
      'tidemark_connections_refused_total',
      'New connections that were turned away, by the limit that was reached: all, or address',
      'limit',
      refused,
    ),
    counter(
      'tidemark_connections_closed_total',
      'Connections without a valid token that were closed to make room, by limit: all, or address',
      'limit',
      closed,
    ),
    counter(
      'tidemark_accept_errors_total',
      'Connections that the system could not hand over, by error',
      'code',
      acceptErrors,
    ),
  ];
  for (const metric of metrics) registry.registerMetric(metric as Counter);
}

/** Of what is counted elsewhere, because it begins before metrics are loaded. */
function counter(name: string, help: string, label: string, counts: ReadonlyMap<string, number>): Counter {
  return new Counter({
    name,
    help,
    labelNames: [label],
    registers: [],
    collect() {
      this.reset();
      for (const [key, count] of counts) this.inc({ [label]: key }, count);
    },
  });
}
