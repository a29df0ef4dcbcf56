import type { Registry } from 'prom-client';
import type { RaisedAlert } from '../../../alerts/rules/raised-alert.ts';
import type { AlertStore } from '../../../alerts/store/alert-store.ts';
import { metricsIn } from '../../../api/http/metrics.ts';

interface AlertMetrics {
  readonly countRaised: (raised: readonly RaisedAlert[]) => void;
  readonly countAttempt: (accepted: boolean) => void;
  readonly countDead: () => void;
}

export function alertMetrics(registry: Registry, store: Pick<AlertStore, 'records'>): AlertMetrics {
  const { counter, counted, observed } = metricsIn(registry);
  observed('tidemark_webhook_queue', 'Webhook deliveries that wait to be sent', () => {
    let waiting = 0;
    for (const _ of store.records.pending()) waiting++;
    return waiting;
  });
  const attempts = counter(
    'tidemark_webhook_attempts_total',
    'Attempts to deliver a webhook, by whether the receiver accepted it',
    'outcome',
  );
  const dead = counter('tidemark_webhook_dead_total', 'Webhook deliveries that ended without being accepted');
  counted(
    'tidemark_webhook_dropped_total',
    'Ended webhook deliveries that were removed early, because their alert or client had too many, by status',
    'status',
    store.records.dropped,
  );
  const raised = counter(
    'tidemark_alerts_total',
    'Alerts that fired and that resolved, by type of message',
    'type',
  );
  return {
    countRaised: (all) => {
      for (const { message } of all) raised.inc({ type: message.type });
    },
    countAttempt: (accepted) => attempts.inc({ outcome: accepted ? 'accepted' : 'failed' }),
    countDead: () => dead.inc(),
  };
}
