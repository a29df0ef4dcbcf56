import { randomUUID } from 'node:crypto';
import { AlertService } from '../../../alerts/alert-service.ts';
import { Destinations } from '../../../alerts/delivery/destinations.ts';
import { HttpsTransport } from '../../../alerts/delivery/https-transport.ts';
import type { WebhookTransport } from '../../../alerts/delivery/webhook-transport.ts';
import { EndpointService } from '../../../alerts/endpoint-service.ts';
import type { RaisedAlert } from '../../../alerts/rules/raised-alert.ts';
import type { AlertStore, Delivery } from '../../../alerts/store/alert-store.ts';
import type { Listeners } from '../../../core/async/listeners.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import type { Millis } from '../../../core/time.ts';
import type { ServiceContext } from '../../process/service-context.ts';

/** Dependencies of both the evaluation and the routes. */
export interface SharedAlertParts {
  /** Name of the source, if its data are not live. */
  readonly source: string | undefined;
  readonly transport: WebhookTransport;
  readonly destinations: Destinations;
}

/** Without `transport`, webhooks are sent over https. */
export function sharedAlertParts(
  { settings, sources, wallClock }: Pick<ServiceContext, 'settings' | 'sources' | 'wallClock'>,
  transport?: WebhookTransport,
): SharedAlertParts {
  const destinations = new Destinations(settings.webhookPrivateRanges);
  return {
    source: sources.get(settings.source).origin === 'live' ? undefined : settings.source,
    transport: transport ?? new HttpsTransport({ clock: wallClock, destinations }),
    destinations,
  };
}

interface ServedAlertParts extends SharedAlertParts {
  readonly store: AlertStore;
  readonly marketClock: Pick<Clock, 'now'>;
  readonly raised: Pick<Listeners<readonly RaisedAlert[]>, 'add'>;
  readonly lastSlot: () => Millis | undefined;
  /** Whether another process announces the alerts that end with a change of their rule. */
  readonly announcesElsewhere?: boolean;
  readonly onOutbox: () => void;
  readonly onRaised: (raised: readonly RaisedAlert[]) => void;
  readonly onDead: (delivery: Delivery) => void;
}

/** Alerts as the routes and the websocket serve them. */
export interface ServedAlerts {
  readonly rules: AlertService;
  readonly endpoints: EndpointService;
  /** Alerts that fired or resolved, once they are durable. */
  readonly raised: Pick<Listeners<readonly RaisedAlert[]>, 'add'>;
}

export function openServedAlerts(
  parts: ServedAlertParts,
  { wallClock, lifecycle }: Pick<ServiceContext, 'wallClock' | 'lifecycle'>,
): ServedAlerts {
  const shared = { ...parts, wallClock, newId: randomUUID };
  const endpoints = new EndpointService(shared);
  lifecycle.started('tests of alert endpoints', () => endpoints.close());
  return { rules: new AlertService(shared), endpoints, raised: parts.raised };
}
