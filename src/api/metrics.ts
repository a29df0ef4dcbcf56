import { collectDefaultMetrics, Counter, Gauge, Registry, type MetricObject } from 'prom-client';
import { SECOND_MS } from '../core/time.ts';

/** What is counted of a tick. */
export interface ObservedTick {
  readonly tickers: { readonly listings: { readonly length: number } };
  readonly index: { readonly series: { readonly length: number } };
  readonly refusals: Readonly<Record<string, number>>;
}

/** What is read of the websocket side when somebody looks. */
export interface ObservedStream {
  readonly connections: number;
  readonly subscriptions: number;
  readonly backlogBytes: number;
}

/** Upper bounds in seconds. */
const BUCKETS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

const MOST_CLIENTS_SHOWN = 1000;

interface Series {
  readonly route: string;
  readonly status: number;
  readonly counts: Float64Array;
  sum: number;
}

/**
 * What Prometheus reads. Requests are counted in plain arrays and turned into metrics only when somebody looks,
 * because prom-client's own histogram would cost a fifth of the throughput.
 */
export class Metrics {
  readonly registry = new Registry();
  readonly tokensRefused: Counter<'error'>;
  readonly #tokensIssued: Counter<'client'>;
  readonly #clientsShown = new Set<string>();
  readonly #ticks: Counter<'outcome'>;
  readonly #tickers: Gauge;
  readonly #indices: Gauge;
  readonly #lateness: Gauge;
  readonly #refusals: Counter<'reason'>;
  readonly #inputs: Counter<'outcome'>;
  readonly #inputsDropped: Counter<'reason'>;
  readonly #inputBytes: Gauge;
  readonly #frameBytes: Gauge;
  readonly #backfillPoints: Gauge;
  readonly #backfillDone: Gauge;
  readonly #streamMessages: Counter<'event'>;
  readonly #streamEnds: Counter<'reason'>;
  readonly #fanOut: Gauge<'event'>;
  readonly #clockBehind: Gauge;
  readonly #clockSteps: Counter<'direction'>;
  readonly #requests = new Map<string, (Series | undefined)[]>();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    this.#tokensIssued = new Counter({
      name: 'tidemark_tokens_issued_total',
      help: 'Access tokens handed out, by client id; beyond 1,000 clients those that come later are `other`',
      labelNames: ['client'],
      registers: [this.registry],
    });
    this.tokensRefused = new Counter({
      name: 'tidemark_tokens_refused_total',
      help: 'Token requests refused, by RFC 6749 error',
      labelNames: ['error'],
      registers: [this.registry],
    });
    const registers = [this.registry];
    this.#ticks = new Counter({
      name: 'tidemark_ticks_total',
      help: 'Index ticks by outcome: stored, refused by the store, or skipped because they came too late',
      labelNames: ['outcome'],
      registers,
    });
    this.#tickers = new Gauge({ name: 'tidemark_tickers', help: 'Exchange tickers being served', registers });
    this.#indices = new Gauge({ name: 'tidemark_indices', help: 'Index values in the last tick', registers });
    this.#lateness = new Gauge({
      name: 'tidemark_tick_lateness_seconds',
      help: 'Market time from the slot of the last tick until it was published',
      registers,
    });
    this.#refusals = new Counter({
      name: 'tidemark_ticker_refusals_total',
      help: 'Tickers that the screen refused, by reason',
      labelNames: ['reason'],
      registers,
    });
    this.#inputs = new Counter({
      name: 'tidemark_inputs_total',
      help: 'Inputs of ticks by outcome: recorded, given up for want of room, or failed',
      labelNames: ['outcome'],
      registers,
    });
    this.#inputsDropped = new Counter({
      name: 'tidemark_input_hours_dropped_total',
      help: 'Hours of recorded inputs that were dropped, by reason: age or room',
      labelNames: ['reason'],
      registers,
    });
    this.#inputBytes = new Gauge({
      name: 'tidemark_inputs_bytes',
      help: 'Bytes of recorded inputs on disk',
      registers,
    });
    this.#frameBytes = new Gauge({
      name: 'tidemark_inputs_tick_bytes',
      help: 'Bytes that the inputs of the last tick took',
      registers,
    });
    this.#backfillPoints = new Gauge({
      name: 'tidemark_backfill_points',
      help: 'Modelled values and end-of-day records stored since the process began',
      registers,
    });
    this.#backfillDone = new Gauge({
      name: 'tidemark_backfill_done_ratio',
      help: 'How much of the planned back-fill is done, from 0 to 1; 1 where there is nothing to do',
      registers,
    });
    this.#backfillDone.set(1);
    this.#streamMessages = new Counter({
      name: 'tidemark_stream_messages_total',
      help: 'Websocket messages sent, by event; confirmations and answers to PING are not counted',
      labelNames: ['event'],
      registers,
    });
    this.#streamEnds = new Counter({
      name: 'tidemark_stream_ended_total',
      help: 'Websocket connections that ended, by reason: client, or why the service ended them',
      labelNames: ['reason'],
      registers,
    });
    this.#fanOut = new Gauge({
      name: 'tidemark_stream_fan_out_seconds',
      help: 'Time from the publishing of the last batch until all its websocket clients were served, by event',
      labelNames: ['event'],
      registers,
    });
    this.#clockBehind = new Gauge({
      name: 'tidemark_clock_behind_seconds',
      help: 'How far the clock is behind the last tick; while it is above 0, no tick is published',
      registers,
    });
    this.#clockSteps = new Counter({
      name: 'tidemark_clock_steps_total',
      help: 'How often the clock was set by a second or more, by direction: back, or forward (also after a sleep)',
      labelNames: ['direction'],
      registers,
    });
    this.#clockSteps.inc({ direction: 'back' }, 0);
    this.#clockSteps.inc({ direction: 'forward' }, 0);
    this.registry.registerMetric({
      name: 'tidemark_http_request_duration_seconds',
      get: () => this.#histogram(),
      reset: () => this.#requests.clear(),
    } as unknown as Counter);
  }

  /** Always 1: what runs is in the labels. */
  describeBuild(version: string, node: string): void {
    const build = new Gauge({
      name: 'tidemark_build_info',
      help: 'Version of Tidemark and of the Node that runs it',
      labelNames: ['version', 'node'],
      registers: [this.registry],
    });
    build.set({ version, node }, 1);
  }

  /** `route` is the declared path, never the one asked for: labels stay few and hold nothing private. */
  /** Operators make clients, so that there are few; a metric stays small also where there are very many. */
  countToken(client: string): void {
    if (this.#clientsShown.size < MOST_CLIENTS_SHOWN) this.#clientsShown.add(client);
    this.#tokensIssued.inc({ client: this.#clientsShown.has(client) ? client : 'other' });
  }

  observeRequest(route: string, status: number, seconds: number): void {
    let byStatus = this.#requests.get(route);
    if (!byStatus) this.#requests.set(route, (byStatus = []));
    const series = (byStatus[status] ??= {
      route,
      status,
      counts: new Float64Array(BUCKETS.length + 1),
      sum: 0,
    });
    series.sum += seconds;
    let bucket = 0;
    while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] ?? Infinity)) bucket++;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
  }

  observeTick(tick: ObservedTick, outcome: string, lateMs: number): void {
    this.#ticks.inc({ outcome });
    this.#tickers.set(tick.tickers.listings.length);
    this.#indices.set(tick.index.series.length);
    this.#lateness.set(lateMs / SECOND_MS);
    for (const [reason, count] of Object.entries(tick.refusals)) this.#refusals.inc({ reason }, count);
  }

  observeBackfill({ points, done }: { readonly points: number; readonly done: number }): void {
    this.#backfillPoints.set(points);
    this.#backfillDone.set(done);
  }

  countStreamMessages(event: string, count: number): void {
    if (count > 0) this.#streamMessages.inc({ event }, count);
  }

  countStreamEnd(reason: string): void {
    this.#streamEnds.inc({ reason });
  }

  observeFanOut(event: string, seconds: number): void {
    this.#fanOut.set({ event }, seconds);
  }

  watchStream(stream: ObservedStream): void {
    const gauges: Readonly<Record<keyof ObservedStream, readonly [string, string]>> = {
      connections: ['tidemark_stream_connections', 'Websocket connections with a good token'],
      subscriptions: ['tidemark_stream_subscriptions', 'Subscriptions of all websocket connections'],
      backlogBytes: [
        'tidemark_stream_backlog_bytes',
        'Bytes that wait in this process for websocket clients',
      ],
    };
    for (const [key, [name, help]] of Object.entries(gauges)) {
      const collect = function (this: Gauge): void {
        this.set(stream[key as keyof ObservedStream]);
      };
      this.registry.registerMetric(new Gauge({ name, help, registers: [], collect }));
    }
  }

  countSkippedTick(): void {
    this.#ticks.inc({ outcome: 'skipped' });
  }

  observeClock(behindMs: number): void {
    this.#clockBehind.set(behindMs / SECOND_MS);
  }

  countClockStep(direction: 'back' | 'forward'): void {
    this.#clockSteps.inc({ direction });
  }

  observeInputs(tickBytes: number, keptBytes: number): void {
    this.#inputs.inc({ outcome: 'recorded' });
    this.#frameBytes.set(tickBytes);
    this.#inputBytes.set(keptBytes);
  }

  countInputs(outcome: 'given-up' | 'failed'): void {
    this.#inputs.inc({ outcome });
  }

  countDroppedInputs(reason: string): void {
    this.#inputsDropped.inc({ reason });
  }

  #histogram(): Promise<MetricObject> {
    const series = [...this.#requests.values()].flat().filter((entry) => entry !== undefined);
    return Promise.resolve({
      name: 'tidemark_http_request_duration_seconds',
      help: 'Time from reading a request to handing its answer to the socket',
      type: 'histogram',
      aggregator: 'sum',
      values: series.flatMap(valuesOf),
    } as unknown as MetricObject);
  }
}

function valuesOf({ route, status, counts, sum }: Series) {
  const name = 'tidemark_http_request_duration_seconds';
  const labels = { route, status: String(status) };
  let total = 0;
  const buckets = [...counts].map((count, i) => {
    total += count;
    const le = BUCKETS[i] === undefined ? '+Inf' : String(BUCKETS[i]);
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: total };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: total },
  ];
}
