import { randomUUID } from 'node:crypto';
import { AlertEvaluator } from '../../../alerts/alert-evaluator.ts';
import { AlertService, hasScopes } from '../../../alerts/alert-service.ts';
import { Destinations } from '../../../alerts/delivery/destinations.ts';
import { Heartbeats } from '../../../alerts/delivery/heartbeats.ts';
import { HttpsTransport } from '../../../alerts/delivery/https-transport.ts';
import { WebhookDispatcher } from '../../../alerts/delivery/webhook-dispatcher.ts';
import type { WebhookTransport } from '../../../alerts/delivery/webhook-transport.ts';
import { EndpointService } from '../../../alerts/endpoint-service.ts';
import type { PricePoint } from '../../../alerts/rules/price-window.ts';
import type { RaisedAlert } from '../../../alerts/messages.ts';
import { AlertFile } from '../../../alerts/store/alert-file.ts';
import type { AlertStore, Delivery } from '../../../alerts/store/alert-store.ts';
import { expiredDeliveries } from '../../../alerts/store/retention.ts';
import type { ClientRegistry } from '../../../auth/client-registry.ts';
import { Listeners } from '../../../core/async/listeners.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import type { SeriesId } from '../../../core/index-value.ts';
import { HOUR_MS, SECOND_MS, SLOT_MS, type Millis } from '../../../core/time.ts';
import type { HistoryReader } from '../../../history/history-store.ts';
import { quarantineOf } from '../../directory/quarantine-of.ts';
import { runEvery } from '../../process/run-every.ts';
import type { ServiceContext } from '../../process/service-context.ts';
import { alertMetrics } from './alert-metrics.ts';
import { MarketObservations } from './market-observations.ts';

interface AlertParts {
  readonly folder: string;
  readonly clients: ClientRegistry;
  readonly history: Pick<HistoryReader, 'readSeries'>;
  readonly marketClock: Clock;
  readonly damagedParts: () => number;
  /** Replaces the one that sends over https. */
  readonly transport?: WebhookTransport | undefined;
}

/** Alerts in a process that evaluates them. */
export interface OpenedAlerts {
  readonly rules: AlertService;
  readonly endpoints: EndpointService;
  readonly store: AlertStore;
  readonly evaluator: AlertEvaluator;
  readonly observations: MarketObservations;
  /** Alerts that fired or resolved, once they are durable. */
  readonly raised: Listeners<readonly RaisedAlert[]>;
  /** Call it when the outbox was changed from elsewhere. */
  readonly onOutbox: () => void;
}

const LOOK_EVERY_MS = SECOND_MS;
/** If no slot is published for this long, rules about absence are evaluated without one. */
const NO_SLOT_MS = 2 * SLOT_MS;

/** Opens rules and outbox, and starts to send what waits. */
export async function openAlerts(parts: AlertParts, context: ServiceContext): Promise<OpenedAlerts> {
  const { settings, sources, wallClock, log, lifecycle, registry } = context;
  const { folder, clients, marketClock } = parts;
  const store = await AlertFile.open({
    folder,
    quarantine: quarantineOf(folder),
    onProblem: (problem) => log.error({ problem }, 'the log of alerts is damaged'),
  });
  lifecycle.started('alert store', () => store.close());
  const { origin } = sources.get(settings.source);
  const source = origin === 'live' ? undefined : settings.source;
  const destinations = new Destinations(settings.webhookPrivateRanges);
  const transport = parts.transport ?? new HttpsTransport({ clock: wallClock, destinations });
  const metrics = alertMetrics(registry, store.records);
  const deadWarnings = new DeadWarnings(context);
  const isClient = (clientId: string) => clients.has(clientId);
  const onDead = (delivery: Delivery) => {
    if (!isClient(delivery.clientId)) return;
    metrics.countDead();
    deadWarnings.warn(delivery);
  };
  const dispatcher = new WebhookDispatcher({
    store,
    transport,
    mayReceive: (clientId, needs) => {
      const client = clients.findUsable(clientId);
      return client !== undefined && hasScopes(client.scopes, needs);
    },
    clock: wallClock,
    random: Math.random,
    onAttempt: metrics.countAttempt,
    onDead,
    failed: (error) =>
      log.error({ err: error }, 'the outcome of a webhook could not be stored: it is sent again'),
  });
  lifecycle.started('webhooks', () => dispatcher.close());
  const raised = new Listeners<readonly RaisedAlert[]>();
  const onRaised = (all: readonly RaisedAlert[]) => {
    metrics.countRaised(all);
    dispatcher.wake();
    raised.notify(all);
  };
  const shared = { store, source, wallClock, marketClock, newId: randomUUID, onRaised, onDead };
  const evaluator = new AlertEvaluator({
    ...shared,
    now: () => wallClock.now(),
    isClient,
    readValues: (series, after, upTo) => pastValues(parts.history, series, after, upTo),
    failed: (error) => log.error({ err: error }, 'alerts could not be evaluated: the next tick is tried'),
  });
  const lastSlot = () => evaluator.lastSlot;
  const onOutbox = () => dispatcher.wake();
  const rules = new AlertService({ ...shared, onOutbox });
  const endpoints = new EndpointService({ ...shared, transport, destinations, lastSlot, onOutbox });
  lifecycle.started('tests of alert endpoints', () => endpoints.close());
  const heartbeats = new Heartbeats({
    store,
    transport,
    isUsable: (clientId) => clients.findUsable(clientId) !== undefined,
    clock: wallClock,
    lastSlot,
    newId: randomUUID,
  });
  lifecycle.started('heartbeats', () => heartbeats.close());
  lifecycle.started('old webhooks', removeOld(store, context));
  const observations = new MarketObservations(parts.damagedParts);
  return { rules, endpoints, store, evaluator, observations, raised, onOutbox };
}

/** Evaluates rules about absence while no slot is published, until the returned function is called. */
export function observeAbsence(
  { evaluator, observations }: Pick<OpenedAlerts, 'evaluator' | 'observations'>,
  wallClock: Pick<Clock, 'wait'>,
  marketClock: Pick<Clock, 'now'>,
): () => Promise<void> {
  return runEvery(wallClock, LOOK_EVERY_MS, async () => {
    const now = marketClock.now();
    const { lastSlot = Infinity } = evaluator;
    if (now - lastSlot > NO_SLOT_MS) await evaluator.observe(observations.between(now));
  });
}

function removeOld(store: AlertStore, { wallClock, log }: Pick<ServiceContext, 'wallClock' | 'log'>) {
  return runEvery(wallClock, HOUR_MS, async () => {
    const now = wallClock.now();
    await store
      .commit((records) => ({ changes: expiredDeliveries(records, now), result: undefined }))
      .catch((error: unknown) => log.warn({ err: error }, 'old webhook deliveries could not be removed'));
  });
}

async function pastValues(
  history: Pick<HistoryReader, 'readSeries'>,
  series: SeriesId,
  after: Millis,
  upTo: Millis,
): Promise<readonly PricePoint[]> {
  const limit = Math.ceil((upTo - after) / SLOT_MS) + 1;
  const values = await history.readSeries({ series, atOrBefore: upTo, notBefore: after + 1, limit });
  return values.map(({ at, price, flags }) => ({ at, price, flags })).toReversed();
}

/** Of an endpoint that is down for days, many deliveries die: one line an hour is enough. */
class DeadWarnings {
  readonly #context: Pick<ServiceContext, 'log' | 'wallClock'>;
  readonly #warnedAt = new Map<string, Millis>();

  constructor(context: Pick<ServiceContext, 'log' | 'wallClock'>) {
    this.#context = context;
  }

  warn({ id, endpointId, clientId, problem }: Delivery): void {
    const { log, wallClock } = this.#context;
    const now = wallClock.now();
    if (now - (this.#warnedAt.get(endpointId) ?? -Infinity) < HOUR_MS) return;
    this.#warnedAt.set(endpointId, now);
    log.warn(
      { delivery: id, endpoint: endpointId, client: clientId, problem },
      'a webhook could not be delivered',
    );
  }
}
