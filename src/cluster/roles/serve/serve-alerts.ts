import { alertReadCommands } from '../../../app/operate/control/alert-commands.ts';
import type { AddedCommand } from '../../../app/operate/control/admin.ts';
import type { ServiceContext } from '../../../app/process/service-context.ts';
import { DeadWarnings } from '../../../app/serve/alerts/dead-warnings.ts';
import {
  openServedAlerts,
  sharedAlertParts,
  type ServedAlerts,
} from '../../../app/serve/alerts/served-alerts.ts';
import type { WebhookTransport } from '../../../alerts/delivery/webhook-transport.ts';
import type { RaisedAlert } from '../../../alerts/rules/raised-alert.ts';
import type { Subscribable } from '../../../bus/bus.ts';
import { Listeners } from '../../../core/async/listeners.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { PostgresAlertStore } from '../../postgres/alerts/postgres-alert-store.ts';
import type { Database } from '../../postgres/database.ts';
import type { ClusterTopics } from '../cluster-topics.ts';

interface ServeAlertParts {
  readonly database: Database;
  readonly bus: Subscribable<ClusterTopics>;
  readonly marketClock: Pick<Clock, 'now'>;
  /** Replaces the one that sends over https. */
  readonly transport: WebhookTransport | undefined;
}

/** Alerts for a node that serves clients: the leader evaluates them, sends webhooks, and announces what fires. */
export async function openServeAlerts(
  { database, bus, marketClock, transport }: ServeAlertParts,
  context: ServiceContext,
): Promise<ServedAlerts & { readonly commands: [name: string, command: AddedCommand][] }> {
  const { lifecycle } = context;
  const store = await PostgresAlertStore.open({ database });
  lifecycle.started('alert store', () => store.close());
  const raised = new Listeners<readonly RaisedAlert[]>();
  lifecycle.started(
    'raised alerts',
    bus.subscribe('alerts', (all) => {
      try {
        raised.notify(all);
      } catch (error) {
        context.log.error({ err: error }, 'alerts that the leader announced could not be sent to clients');
      }
    }),
  );
  const deadWarnings = new DeadWarnings(context);
  const served = openServedAlerts(
    {
      ...sharedAlertParts(context, transport),
      store,
      marketClock,
      raised,
      announcesElsewhere: true,
      lastSlot: () => store.records.evaluatedAt,
      // The leader reads changes of the outbox, and announces what ends here.
      onOutbox: () => undefined,
      onRaised: () => undefined,
      onDead: (delivery) => deadWarnings.warn(delivery),
    },
    context,
  );
  return { ...served, commands: alertReadCommands({ store }) };
}
