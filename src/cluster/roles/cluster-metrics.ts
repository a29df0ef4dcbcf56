import { Counter, Gauge, type Registry } from 'prom-client';
import type { BusWatch } from '../nats/nats-bus.ts';

/** What is known of the way to the other nodes. */
export interface ClusterMetrics {
  readonly bus: Required<BusWatch>;
  /** Whether this process leads; undefined where its role does not compute. */
  watchLead(leads: () => boolean): void;
}

export function clusterMetrics(registry: Registry): ClusterMetrics {
  const registers = [registry];
  const up = new Gauge({ name: 'tidemark_bus_up', help: 'Whether the bus has a connection', registers });
  const sent = new Counter({
    name: 'tidemark_bus_sent_bytes_total',
    help: 'Bytes that were published on the bus, compressed',
    labelNames: ['topic'],
    registers,
  });
  const missed = new Counter({
    name: 'tidemark_bus_missed_total',
    help: 'Messages of the bus that did not arrive: ticks are read from the store instead',
    labelNames: ['topic'],
    registers,
  });
  const refused = new Counter({
    name: 'tidemark_bus_refused_total',
    help: 'Messages of the bus that cannot be used, by reason: foreign, incomplete, damaged, too-large',
    labelNames: ['topic', 'reason'],
    registers,
  });
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
        registers,
        collect: () => lead.set(leads() ? 1 : 0),
      });
    },
  };
}
