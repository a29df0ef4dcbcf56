import type { WebhookTransport } from '../../../alerts/delivery/webhook-transport.ts';
import { ALERT_FILE, AlertFile } from '../../../alerts/store/alert-file.ts';
import type { AlertStore } from '../../../alerts/store/alert-store.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import type { Millis } from '../../../core/time.ts';
import type { StorageDamage } from '../../../history/scrub/finding.ts';
import { quarantineOf } from '../../directory/quarantine-of.ts';
import type { ServiceContext } from '../../process/service-context.ts';
import { evaluationMetrics } from './alert-metrics.ts';
import { openEvaluation, type Evaluation, type EvaluationParts } from './evaluation.ts';
import { openServedAlerts, sharedAlertParts, type ServedAlerts } from './served-alerts.ts';

interface AlertParts extends Pick<
  EvaluationParts,
  'clients' | 'history' | 'damagedParts' | 'publishedBefore'
> {
  readonly folder: string;
  readonly marketClock: Clock;
  /** Receives damage of the stored alerts. */
  readonly onDamage: (damage: StorageDamage) => void;
  /** The newest published slot. */
  readonly publishedSlot: () => Millis | undefined;
  /** By default webhooks are sent over https. */
  readonly transport?: WebhookTransport | undefined;
}

/** Alerts in a service of one process. */
export interface OpenedAlerts {
  readonly store: AlertStore;
  readonly served: ServedAlerts;
  readonly evaluation: Evaluation;
}

/** Opens rules and outbox, and starts to send waiting deliveries. */
export async function openAlerts(parts: AlertParts, context: ServiceContext): Promise<OpenedAlerts> {
  const { log, lifecycle, registry } = context;
  const { folder, marketClock, publishedSlot, onDamage } = parts;
  const store = await AlertFile.open({
    folder,
    quarantine: quarantineOf(folder),
    onProblem: (problem) => {
      log.error({ problem }, 'the log of alerts is damaged');
      onDamage({ file: ALERT_FILE, reason: problem });
    },
  });
  lifecycle.started('alert store', () => store.close());
  const shared = { ...sharedAlertParts(context, parts.transport), store };
  const evaluation = openEvaluation({ ...parts, ...shared }, context);
  evaluationMetrics(registry, {
    publishedSlot,
    evaluatedSlot: () => evaluation.evaluator.evaluatedSlot,
    alerts: () => store.records.ruleCount,
  });
  const lastSlot = () => evaluation.evaluator.storedSlot;
  const served = openServedAlerts({ ...shared, ...evaluation, marketClock, lastSlot }, context);
  return { store, served, evaluation };
}
