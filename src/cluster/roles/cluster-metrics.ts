import type { Registry } from 'prom-client';
import { metricsIn } from '../../api/http/metrics.ts';
import type { SecretsWatch } from '../../auth/secrets-watch.ts';
import { SECOND_MS } from '../../core/time.ts';
import type { BusWatch } from '../nats/nats-bus.ts';

/** Metrics of the bus, of the store, and of leadership. */
export interface ClusterMetrics {
  readonly bus: Required<BusWatch>;
  /** How often the store no longer had ticks that it had acknowledged. */
  readonly storeLostTicks: { inc(): void };
  /** Lost ticks that this node has stored again. */
  readonly storedAgain: { inc(): void };
  /** Sets up the metrics of leading. Not called for roles that do not compute. */
  watchLead(leads: () => boolean, couldLead: () => boolean): void;
}

export function clusterMetrics(registry: Registry): ClusterMetrics {
  const { counter, gauge } = metricsIn(registry);
  const up = gauge('tidemark_bus_up', 'Whether the bus has a connection');
  const sent = counter('tidemark_bus_sent_bytes_total', 'Compressed bytes published on the bus', 'topic');
  const missed = counter(
    'tidemark_bus_missed_total',
    'Messages lost on the bus; ticks are read from the store instead',
    'topic',
  );
  const refused = counter(
    'tidemark_bus_refused_total',
    'Messages and questions on the bus that were rejected, by reason: foreign, other-version, incomplete, damaged, too-large, old-lease, unsigned, unknown-key, wrong-role, bad-signature, wrong-publisher, old, future, repeated, out-of-order, jump, too-many. sender: the role of the sending process, if its signature is verified',
    'topic',
    'reason',
    'sender',
  );
  const storeLostTicks = counter(
    'tidemark_store_lost_ticks_total',
    'How often the store had lost acknowledged ticks: it was restored, or lost commits',
  );
  const storedAgain = counter(
    'tidemark_store_stored_again_total',
    'Ticks that the store had lost and that this node has stored again',
  );
  return {
    storeLostTicks: { inc: () => storeLostTicks.inc() },
    storedAgain: { inc: () => storedAgain.inc() },
    bus: {
      up: () => up.set(1),
      down: () => up.set(0),
      sent: (topic, bytes) => sent.inc({ topic }, bytes),
      missed: (topic, count) => missed.inc({ topic }, count),
      refused: (topic, reason, sender) => refused.inc({ topic, reason, sender: sender?.role ?? '' }),
    },
    watchLead: (leads, couldLead) => {
      watched(registry, 'tidemark_compute_leads', 'Whether this node computes the index values', leads);
      watched(
        registry,
        'tidemark_node_could_lead',
        'Whether this node could compute the index values now; /readyz says why not',
        couldLead,
      );
    },
  };
}

export function watchSecretsAge(registry: Registry, watch: SecretsWatch): void {
  metricsIn(registry).observed(
    'tidemark_secrets_age_seconds',
    'Time since clients, keys and long-lived tokens in the database were last read; beyond maxSecretsAge, tokens not accepted before are rejected',
    () => watch.ageMs / SECOND_MS,
  );
}

function watched(registry: Registry, name: string, help: string, isSo: () => boolean): void {
  metricsIn(registry).observed(name, help, () => (isSo() ? 1 : 0));
}
