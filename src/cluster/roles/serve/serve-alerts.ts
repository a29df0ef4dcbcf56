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
import { StoreUnavailable } from '../../../core/errors.ts';
import { SECOND_MS } from '../../../core/time.ts';
import { PostgresAlertStore } from '../../postgres/alerts/postgres-alert-store.ts';
import type { Database } from '../../postgres/database.ts';
import { isAboutOneStatement } from '../../postgres/store-away.ts';
import type { ClusterTopics } from '../cluster-topics.ts';

interface ServeAlertParts {
  readonly database: Database;
  readonly bus: Subscribable<ClusterTopics>;
  readonly marketClock: Pick<Clock, 'now'>;
  /** Replaces the one that sends over https. */
  readonly transport: WebhookTransport | undefined;
}

const AGAIN_MS = SECOND_MS;

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
  const loaded = load(store, context, stop.signal);
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

/** Never rejects. */
async function load(
  store: Pick<PostgresAlertStore, 'load'>,
  { wallClock, log }: Pick<ServiceContext, 'wallClock' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  for (let isReported = false; !signal.aborted;) {
    try {
      await store.load();
      return;
    } catch (error) {
      // The node itself reports that the store is away.
      const isAway = error instanceof StoreUnavailable && !isAboutOneStatement(error);
      if (!isReported && !isAway)
        log.error(
          { err: error },
          'alerts could not be read from the store: requests about them are refused until then',
        );
      isReported ||= !isAway;
      await wallClock.wait(AGAIN_MS, signal).catch(() => undefined);
    }
  }
}
