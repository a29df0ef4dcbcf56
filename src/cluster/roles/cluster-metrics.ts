import { Gauge, type Registry } from 'prom-client';
import { metricsIn } from '../../api/http/metrics.ts';
import type { BusWatch } from '../nats/nats-bus.ts';

/** What is known of the way to the other nodes. */
export interface ClusterMetrics {
  readonly bus: Required<BusWatch>;
  /** Whether this process leads; undefined where its role does not compute. */
  watchLead(leads: () => boolean): void;
}

export function clusterMetrics(registry: Registry): ClusterMetrics {
  const { counter, gauge } = metricsIn(registry);
  const up = gauge('tidemark_bus_up', 'Whether the bus has a connection');
  const sent = counter(
    'tidemark_bus_sent_bytes_total',
    'Bytes that were published on the bus, compressed',
    'topic',
  );
  const missed = counter(
    'tidemark_bus_missed_total',
    'Messages of the bus that did not arrive: ticks are read from the store instead',
    'topic',
  );
  const refused = counter(
    'tidemark_bus_refused_total',
    'Messages of the bus that cannot be used, by reason: foreign, incomplete, damaged, too-large',
    'topic',
    'reason',
  );
  return {
    bus: {
      up: () => up.set(1),
      down: () => up.set(0),
      sent: (topic, bytes) => sent.inc({ topic }, bytes),
      missed: (topic, count) => missed.inc({ topic }, count),
      refused: (topic, reason) => refused.inc({ topic, reason }),
    },
    watchLead: (leads) => {
      const lead: Gauge = new Gauge({
        name: 'tidemark_compute_leads',
        help: 'Whether this process makes the index values; the others stand by',
        registers: [registry],
        collect: () => lead.set(leads() ? 1 : 0),
      });
    },
  };
}
