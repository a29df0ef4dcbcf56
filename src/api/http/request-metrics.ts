import type { Counter, MetricObject, Registry } from 'prom-client';

export interface RequestMetrics {
  /** `route` is the declared path, never the requested one: labels are few and contain nothing private. */
  observeRequest(route: string, status: number, seconds: number): void;
}

interface Series {
  readonly route: string;
  readonly status: number;
  readonly counts: Float64Array;
  sum: number;
}

const NAME = 'tidemark_http_request_duration_seconds';
/** Upper bounds in seconds. */
const BUCKETS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/**
 * Duration of requests. Counted in plain arrays and turned into a histogram only at a scrape, because
 * prom-client's own would cost a fifth of the throughput.
 */
export function requestMetrics(registry: Registry): RequestMetrics {
  const requests = new Map<string, (Series | undefined)[]>();
  registry.registerMetric({
    name: NAME,
    get: () => Promise.resolve(histogramOf(requests)),
    reset: () => requests.clear(),
  } as unknown as Counter);
  return {
    observeRequest: (route, status, seconds) => {
      let byStatus = requests.get(route);
      if (!byStatus) requests.set(route, (byStatus = []));
      count((byStatus[status] ??= newSeries(route, status)), seconds);
    },
  };
}

function newSeries(route: string, status: number): Series {
  return { route, status, counts: new Float64Array(BUCKETS.length + 1), sum: 0 };
}

function count(series: Series, seconds: number): void {
  series.sum += seconds;
  let bucket = 0;
  while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] ?? Infinity)) bucket++;
  series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
}

function histogramOf(requests: ReadonlyMap<string, readonly (Series | undefined)[]>): MetricObject {
  const series = [...requests.values()].flat().filter((entry) => entry !== undefined);
  return {
    name: NAME,
    help: 'Time from reading a request to handing its answer to the socket',
    type: 'histogram',
    aggregator: 'sum',
    values: series.flatMap(valuesOf),
  } as unknown as MetricObject;
}

function valuesOf({ route, status, counts, sum }: Series) {
  const labels = { route, status: String(status) };
  let total = 0;
  const buckets = [...counts].map((inBucket, i) => {
    total += inBucket;
    const le = BUCKETS[i] === undefined ? '+Inf' : String(BUCKETS[i]);
    return { metricName: `${NAME}_bucket`, labels: { ...labels, le }, value: total };
  });
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: sum },
    { metricName: `${NAME}_count`, labels, value: total },
  ];
}
