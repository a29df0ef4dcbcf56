import type { Registry } from 'prom-client';
import type { RaisedAlert } from '../../../alerts/rules/raised-alert.ts';
import type { AlertStore } from '../../../alerts/store/alert-store.ts';
import { metricsIn } from '../../../api/http/metrics.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';

interface AlertMetrics {
  readonly countRaised: (raised: readonly RaisedAlert[]) => void;
  readonly countAttempt: (accepted: boolean) => void;
  readonly countDead: () => void;
}

/** How far alerts are evaluated. What is unknown is undefined. */
export interface EvaluationProgress {
  /** The newest published slot. */
  readonly publishedSlot: () => Millis | undefined;
  /** The newest slot on which all alerts were evaluated. */
  readonly evaluatedSlot: () => Millis | undefined;
  /** How many alerts clients have. */
  readonly alerts: () => number | undefined;
}

/** Also for a process that should evaluate alerts and cannot read them. */
export function evaluationMetrics(
  registry: Registry,
  { publishedSlot, evaluatedSlot, alerts }: EvaluationProgress,
): void {
  const { observed } = metricsIn(registry);
  observed(
    'tidemark_alerts_evaluated_slot_timestamp_seconds',
    'Market time of the newest slot on which all alerts of clients were evaluated',
    () => seconds(evaluatedSlot()),
  );
  observed(
    'tidemark_alerts_lag_seconds',
    'Market time from the newest slot on which all alerts of clients were evaluated to the newest published one',
    () => seconds(lagOf(publishedSlot(), evaluatedSlot())),
  );
  observed('tidemark_alert_rules', 'Alerts that clients have', alerts);
}

function lagOf(published: Millis | undefined, evaluated: Millis | undefined): Millis | undefined {
  return published === undefined || evaluated === undefined ? undefined : Math.max(0, published - evaluated);
}

function seconds(ms: Millis | undefined): number | undefined {
  return ms === undefined ? undefined : ms / SECOND_MS;
}

/** Also for a process that only makes messages. Returns what counts one that ended without being accepted. */
export function deadMetric(registry: Registry): () => void {
  const dead = metricsIn(registry).counter(
    'tidemark_webhook_dead_total',
    'Webhook deliveries that ended without being accepted',
  );
  return () => dead.inc();
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
    countDead: deadMetric(registry),
  };
}
