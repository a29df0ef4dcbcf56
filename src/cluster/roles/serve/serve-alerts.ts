import { alertReadCommands } from '../../../app/operate/control/alert-commands.ts';
import type { AddedCommand } from '../../../app/operate/control/admin.ts';
import type { ServiceContext } from '../../../app/process/service-context.ts';
import { deadMetric } from '../../../app/serve/alerts/alert-metrics.ts';
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
import { untilAlertsAreRead } from '../until-alerts-are-read.ts';

interface ServeAlertParts {
  readonly database: Database;
  readonly bus: Subscribable<ClusterTopics>;
  readonly marketClock: Pick<Clock, 'now'>;
  /** Replaces the one that sends over https. */
  readonly transport: WebhookTransport | undefined;
}

/**
 * Alerts for a node that serves clients: the leader evaluates them, sends webhooks, and announces what fires. They are read in the
 * background; until then, requests about them are answered with 503.
 */
export function openServeAlerts(
  { database, bus, marketClock, transport }: ServeAlertParts,
  context: ServiceContext,
): ServedAlerts & { readonly commands: [name: string, command: AddedCommand][] } {
  const { lifecycle } = context;
  const store = PostgresAlertStore.unread({ database });
  const stop = new AbortController();
  const loaded = untilAlertsAreRead(
    () => store.load(),
    context.wallClock,
    stop.signal,
    (error) =>
      context.log.error(
        { err: error },
        'alerts could not be read from the store: requests about them are refused until then',
      ),
  );
  lifecycle.started('alert store', async () => {
    stop.abort();
    await store.close();
    await loaded;
  });
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
  const countDead = deadMetric(context.registry);
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
      onDead: (delivery) => {
        countDead();
        deadWarnings.warn(delivery);
      },
    },
    context,
  );
  return { ...served, commands: alertReadCommands({ store }) };
}
