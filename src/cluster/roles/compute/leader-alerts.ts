import type { WebhookTransport } from '../../../alerts/delivery/webhook-transport.ts';
import type { RaisedAlert } from '../../../alerts/rules/raised-alert.ts';
import { ALERT_COMMANDS } from '../../../app/operate/control/alert-command-names.ts';
import { alertCommands } from '../../../app/operate/control/alert-commands.ts';
import type { AddedCommand } from '../../../app/operate/control/admin.ts';
import { Lifecycle } from '../../../app/process/lifecycle.ts';
import { runEvery } from '../../../app/process/run-every.ts';
import type { ServiceContext } from '../../../app/process/service-context.ts';
import { evaluationMetrics } from '../../../app/serve/alerts/alert-metrics.ts';
import { observeAbsence, openEvaluation, type Evaluation } from '../../../app/serve/alerts/evaluation.ts';
import { openServedAlerts, sharedAlertParts } from '../../../app/serve/alerts/served-alerts.ts';
import { EVENT_LOOP } from '../../../core/async/loop.ts';
import { SerialQueue } from '../../../core/async/serial-queue.ts';
import { runInTurns } from '../../../core/async/slices.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { OperatorError } from '../../../core/errors.ts';
import { SeriesOrder } from '../../../core/ids/series-order.ts';
import { HOUR_MS, SECOND_MS, type Millis } from '../../../core/time.ts';
import type { Fence, HistoryReader } from '../../../history/history-store.ts';
import type { MarketOrders } from '../../../latest/market/market-orders.ts';
import type { MarketTopics } from '../../../latest/market/market-topics.ts';
import { ListingOrder } from '../../../latest/tickers/listing-order.ts';
import { applyNews, type ReferenceNews } from '../../../reference/versions/reference-news.ts';
import { AlertClients } from '../../postgres/alerts/alert-clients.ts';
import { PostgresAlertStore } from '../../postgres/alerts/postgres-alert-store.ts';
import type { Database } from '../../postgres/database.ts';
import { isReportedElsewhere, untilAlertsAreRead } from '../until-alerts-are-read.ts';

export interface LeaderAlertsParts {
  readonly database: Database;
  readonly fence: Fence;
  readonly history: Pick<HistoryReader, 'readSeries'>;
  readonly marketClock: Clock;
  readonly damagedParts: () => number;
  /** The newest slot that was published before this term. */
  readonly publishedBefore: Millis | undefined;
  /** The newest published slot. */
  readonly publishedSlot: () => Millis | undefined;
  /** Replaces the one that sends over https. */
  readonly transport?: WebhookTransport | undefined;
  /** Sends alerts to the nodes that serve clients. */
  readonly publish: (raised: readonly RaisedAlert[]) => Promise<void>;
}

interface Opened {
  readonly store: PostgresAlertStore;
  readonly clients: AlertClients;
  readonly evaluation: Evaluation;
  readonly commands: ReadonlyMap<string, AddedCommand>;
}

type Work = (opened: Opened) => Promise<void> | void;

type Context = Pick<ServiceContext, 'settings' | 'sources' | 'wallClock' | 'log' | 'registry'>;

/** How often changes by other nodes are read. */
const CHECK_EVERY_MS = SECOND_MS;
const CHECKS_PER_CLIENT_REFRESH = 5;
/** Versions of the reference data whose refreshes may still arrive. */
const MAX_ORDERS = 3;
const MAX_PER_MESSAGE = 1000;
/** Refreshes that wait because the store is slow; further ones are not evaluated. */
const MAX_WAITING = 20;

/** Evaluates alerts and sends webhooks, for as long as this process leads. Opens in the background: ticks do not wait for it. */
export class LeaderAlerts {
  readonly #parts: LeaderAlertsParts;
  readonly #context: Context;
  readonly #lifecycle: Lifecycle;
  readonly #stop = new AbortController();
  readonly #queue = new SerialQueue();
  readonly #orders = new Map<string, MarketOrders>();
  #opened: Opened | undefined;
  /** What to do with the newest refresh of a topic once alerts are open. Slots before it are read from history. */
  readonly #newest = new Map<string, Work>();
  #checks = 0;
  #waiting = 0;

  constructor(parts: LeaderAlertsParts, context: Context) {
    this.#parts = parts;
    this.#context = context;
    this.#lifecycle = new Lifecycle(context.log);
    const { publishedBefore, publishedSlot } = parts;
    evaluationMetrics(context.registry, {
      publishedSlot,
      evaluatedSlot: () => (this.#opened ? this.#opened.evaluation.evaluator.evaluatedSlot : publishedBefore),
      alerts: () => this.#opened?.store.records.ruleCount,
    });
    void this.#queue.run(() => this.#open());
  }

  /** Call it with each message that the leader publishes, in order. */
  published<T extends keyof MarketTopics>(topic: T, message: MarketTopics[T]): void {
    if (topic === 'reference') this.#later(() => this.#learn(message as ReferenceNews));
    else if (topic === 'tickers') {
      const refresh = message as MarketTopics['tickers'];
      this.#show(topic, ({ evaluation }) => {
        evaluation.observations.showTickers(refresh, this.#ordersOf(refresh));
      });
    } else if (topic === 'indices') {
      const refresh = message as MarketTopics['indices'];
      this.#show(topic, async ({ evaluation: { evaluator, observations } }) => {
        await evaluator.observe(observations.ofSlot(refresh, this.#ordersOf(refresh)));
      });
    }
  }

  /** Commands of operators about alerts. */
  commands(): [name: string, command: AddedCommand][] {
    return ALERT_COMMANDS.map((name) => [
      name,
      (args) => {
        if (!this.#opened)
          throw new OperatorError('alerts are being read from the store: try again in a moment');
        return this.#opened.commands.get(name)?.(args);
      },
    ]);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    // What waits for the store is refused: the node that leads next does not wait for it.
    await this.#opened?.store.close();
    await this.#queue.idle();
    await this.#lifecycle.close();
  }

  #ordersOf({ reference }: { readonly reference: string }): MarketOrders {
    const orders = this.#orders.get(reference);
    if (!orders) throw new Error('the reference data of a refresh is unknown');
    return orders;
  }

  #show(topic: string, work: Work): void {
    const opened = this.#opened;
    if (!opened) {
      this.#newest.set(topic, work);
      return;
    }
    if (this.#waiting >= MAX_WAITING) return;
    this.#waiting++;
    this.#later(async () => {
      this.#waiting--;
      await work(opened);
    });
  }

  #later(work: () => Promise<void>): void {
    void this.#queue
      .run(async () => {
        if (!this.#stop.signal.aborted) await work();
      })
      .catch((error: unknown) =>
        this.#context.log.error({ err: error }, 'a tick could not be evaluated for alerts'),
      );
  }

  async #learn(news: ReferenceNews): Promise<void> {
    const before = [...this.#orders.values()].at(-1);
    const known = before && { hash: before.reference, from: 0, data: before.data };
    const version = applyNews(news, known);
    if (!version) throw new Error('a change of the reference data was published without its base version');
    const { hash: reference, data } = version;
    const isSameOrder = before?.data.markets === data.markets && before.data.assets === data.assets;
    const series = isSameOrder ? before.series : await runInTurns(SeriesOrder.inSlices(data), EVENT_LOOP);
    const listings = await runInTurns(ListingOrder.inSlices(data, before?.listings), EVENT_LOOP);
    // The newest is the last one, also if an earlier version is used again.
    this.#orders.delete(reference);
    this.#orders.set(reference, { reference, data, series, listings });
    for (const oldest of this.#orders.keys()) if (this.#orders.size > MAX_ORDERS) this.#orders.delete(oldest);
  }

  /** What is published meanwhile waits in the queue. */
  async #open(): Promise<void> {
    const { wallClock, log } = this.#context;
    const { signal } = this.#stop;
    const open = async () => {
      const opened = await this.#openParts();
      this.#opened = opened;
      for (const work of this.#newest.values()) this.#later(async () => work(opened));
      this.#newest.clear();
    };
    await untilAlertsAreRead(open, wallClock, signal, (error) =>
      log.error({ err: error }, 'alerts could not be read from the store: they are not evaluated until then'),
    );
  }

  async #openParts(): Promise<Opened> {
    const { database, fence, history, marketClock, damagedParts, publishedBefore } = this.#parts;
    const { wallClock } = this.#context;
    const clients = new AlertClients(database, wallClock);
    const [store] = await Promise.all([PostgresAlertStore.open({ database, fence }), clients.refresh()]);
    const lifecycle = this.#lifecycle;
    lifecycle.started('alert store', () => store.close());
    const context = { ...this.#context, lifecycle };
    const shared = { ...sharedAlertParts(context, this.#parts.transport), store };
    const evaluation = openEvaluation(
      { ...shared, clients, history, damagedParts, publishedBefore, isReportedElsewhere },
      context,
    );
    evaluation.raised.add((raised) => void this.#publish(raised));
    const lastSlot = () => evaluation.evaluator.storedSlot;
    const { rules } = openServedAlerts({ ...shared, ...evaluation, marketClock, lastSlot }, context);
    const commands = new Map(alertCommands({ store, rules, marketClock }));
    const opened = { store, clients, evaluation, commands };
    lifecycle.started(
      'changes of alerts',
      runEvery(wallClock, CHECK_EVERY_MS, () => this.#check(opened)),
    );
    lifecycle.started(
      'removed alerts',
      runEvery(wallClock, HOUR_MS, () => store.forgetRemoved().catch(() => undefined)),
    );
    lifecycle.started('absence', observeAbsence(evaluation, wallClock, marketClock));
    return opened;
  }

  /** Reads what other nodes have changed, and announces the alerts that ended there. */
  async #check({ store, clients, evaluation }: Opened): Promise<void> {
    try {
      if (this.#checks++ % CHECKS_PER_CLIENT_REFRESH === 0) await clients.refresh();
      await store.refresh();
      evaluation.onOutbox();
      if ([...store.records.announcements()].length === 0) return;
      const ended = await store.commit((records) => {
        const announcements = [...records.announcements()];
        const changes = announcements.map(([id]) => ({ remove: 'announcement', id }) as const);
        return { changes, result: announcements.map(([, raised]) => raised) };
      });
      evaluation.onRaised(ended);
    } catch (error) {
      if (!isReportedElsewhere(error))
        this.#context.log.warn({ err: error }, 'changes of alerts could not be read');
    }
  }

  /** What is lost on the bus is not sent later. */
  async #publish(raised: readonly RaisedAlert[]): Promise<void> {
    for (let from = 0; from < raised.length; from += MAX_PER_MESSAGE)
      await this.#parts.publish(raised.slice(from, from + MAX_PER_MESSAGE)).catch(() => undefined);
  }
}
