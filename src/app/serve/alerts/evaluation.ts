import { randomUUID } from 'node:crypto';
import { AlertEvaluator } from '../../../alerts/alert-evaluator.ts';
import { hasScopes } from '../../../alerts/alert-service.ts';
import { Heartbeats } from '../../../alerts/delivery/heartbeats.ts';
import { WebhookDispatcher } from '../../../alerts/delivery/webhook-dispatcher.ts';
import type { PricePoint } from '../../../alerts/rules/price-window.ts';
import { scopesOf } from '../../../alerts/rules/alert-rule.ts';
import type { RaisedAlert } from '../../../alerts/rules/raised-alert.ts';
import type { AlertStore, Delivery } from '../../../alerts/store/alert-store.ts';
import { expiredDeliveries } from '../../../alerts/store/retention.ts';
import type { Scope } from '../../../contract/scopes.ts';
import { Listeners } from '../../../core/async/listeners.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import type { SeriesId } from '../../../core/index-value.ts';
import { absenceLimits } from '../../../alerts/rules/own-absence.ts';
import { HOUR_MS, SECOND_MS, SLOT_MS, type Millis } from '../../../core/time.ts';
import type { HistoryReader } from '../../../history/history-store.ts';
import { runEvery } from '../../process/run-every.ts';
import type { ServiceContext } from '../../process/service-context.ts';
import { alertMetrics } from './alert-metrics.ts';
import { DeadWarnings } from './dead-warnings.ts';
import { MarketObservations } from './market-observations.ts';
import type { SharedAlertParts } from './served-alerts.ts';

interface AlertClientReader {
  has(id: string): boolean;
  /** The client, if it exists and is neither disabled nor expired. */
  findUsable(id: string): { readonly scopes: readonly Scope[] } | undefined;
  /** For a cached copy: resolves when the copy is not older than this. */
  refreshedSince?(at: Millis): Promise<void>;
}

export interface EvaluationParts extends SharedAlertParts {
  readonly store: AlertStore;
  readonly clients: AlertClientReader;
  readonly history: Pick<HistoryReader, 'readSeries'>;
  readonly damagedParts: () => number;
  /** The newest slot stored before this process started, even if it was not evaluated. Without it, that slot would be reported as missing. */
  readonly publishedBefore: Millis | undefined;
  /** Whether this error is reported elsewhere and must not be logged here. */
  readonly isReportedElsewhere?: (error: unknown) => boolean;
}

/** Evaluates rules and sends webhooks. Only one process of a service does this. */
export interface Evaluation {
  readonly evaluator: AlertEvaluator;
  readonly observations: MarketObservations;
  /** How fast market time runs. */
  readonly speed: number;
  /** Alerts that fired or resolved, once they are durable. */
  readonly raised: Listeners<readonly RaisedAlert[]>;
  /** Call with alerts that ended because their rule was changed. */
  readonly onRaised: (raised: readonly RaisedAlert[]) => void;
  readonly onDead: (delivery: Delivery) => void;
  /** Call when another part has changed the outbox. */
  readonly onOutbox: () => void;
}

const CHECK_EVERY_MS = SECOND_MS;

/** Opens the evaluation and starts to send pending deliveries. */
export function openEvaluation(
  parts: EvaluationParts,
  context: Pick<ServiceContext, 'settings' | 'wallClock' | 'log' | 'lifecycle' | 'registry'>,
): Evaluation {
  const { wallClock, log, lifecycle, registry } = context;
  const { speed } = context.settings;
  const { store, source, transport, clients, isReportedElsewhere = () => false } = parts;
  const metrics = alertMetrics(registry, store);
  const deadWarnings = new DeadWarnings(context);
  const isClient = (clientId: string) => clients.has(clientId);
  const mayReceive = (clientId: string, needs: readonly Scope[]) => {
    const client = clients.findUsable(clientId);
    return client !== undefined && hasScopes(client.scopes, needs);
  };
  const onDead = (delivery: Delivery) => {
    if (!isClient(delivery.clientId)) return;
    metrics.countDead();
    deadWarnings.warn(delivery);
  };
  const report = (write: (error: unknown) => void) => (error: unknown) => {
    if (!isReportedElsewhere(error)) write(error);
  };
  const dispatcher = new WebhookDispatcher({
    store,
    transport,
    mayReceive,
    refreshClients: clients.refreshedSince?.bind(clients),
    clock: wallClock,
    random: Math.random,
    onAttempt: metrics.countAttempt,
    onDead,
    failed: report((error) =>
      log.error({ err: error }, 'the outcome of a webhook could not be stored: it is sent again'),
    ),
  });
  lifecycle.started('webhooks', () => dispatcher.close());
  const raised = new Listeners<readonly RaisedAlert[]>();
  const onRaised = (all: readonly RaisedAlert[]) => {
    metrics.countRaised(all);
    dispatcher.wake();
    raised.notify(all);
  };
  const evaluator = new AlertEvaluator({
    store,
    source,
    speed,
    onRaised,
    onDead,
    now: () => wallClock.now(),
    isEntitled: ({ clientId, condition }) => mayReceive(clientId, scopesOf(condition)),
    publishedBefore: parts.publishedBefore,
    readValues: (series, after, upTo) => pastValues(parts.history, series, after, upTo),
    failed: report((error) =>
      log.error({ err: error }, 'alerts could not be evaluated; the next tick retries'),
    ),
  });
  const heartbeats = new Heartbeats({
    store,
    transport,
    isUsable: (clientId) => clients.findUsable(clientId) !== undefined,
    clock: wallClock,
    lastSlot: () => evaluator.storedSlot,
    newId: randomUUID,
  });
  lifecycle.started('heartbeats', () => heartbeats.close());
  lifecycle.started('old webhooks', removeOld(store, context, report));
  const observations = new MarketObservations(parts.damagedParts);
  return { evaluator, observations, speed, raised, onRaised, onDead, onOutbox: () => dispatcher.wake() };
}

/** Evaluates rules about absence while no slot is published, until the returned function is called. */
export function observeAbsence(
  { evaluator, observations, speed }: Pick<Evaluation, 'evaluator' | 'observations' | 'speed'>,
  wallClock: Pick<Clock, 'wait'>,
  marketClock: Pick<Clock, 'now'>,
): () => Promise<void> {
  const { noSlotMs } = absenceLimits(speed);
  return runEvery(wallClock, CHECK_EVERY_MS, async () => {
    const now = marketClock.now();
    const { lastSlot = Infinity } = evaluator;
    if (now - lastSlot > noSlotMs) await evaluator.observe(observations.withoutSlot(now));
  });
}

function removeOld(
  store: AlertStore,
  { wallClock, log }: Pick<ServiceContext, 'wallClock' | 'log'>,
  report: (write: (error: unknown) => void) => (error: unknown) => void,
) {
  return runEvery(wallClock, HOUR_MS, async () => {
    const now = wallClock.now();
    await store
      .commit((records) => ({ changes: expiredDeliveries(records, now), result: undefined }))
      .catch(report((error) => log.warn({ err: error }, 'old webhook deliveries could not be removed')));
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
