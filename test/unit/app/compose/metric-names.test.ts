import { readdirSync, readFileSync } from 'node:fs';
import { pino } from 'pino';
import { Registry, type Metric } from 'prom-client';
import { expect, test } from 'vitest';
import { AlertRecords } from '../../../../src/alerts/store/alert-records.ts';
import { connectionMetrics } from '../../../../src/api/http/limits/connection-metrics.ts';
import { requestMetrics } from '../../../../src/api/http/request-metrics.ts';
import { pageTokenMetrics } from '../../../../src/api/resources/token/page-token.ts';
import { credentialMetrics } from '../../../../src/api/resources/token/credential-metrics.ts';
import { readinessMetric } from '../../../../src/api/resources/health.ts';
import { certificateMetric } from '../../../../src/app/compose/bound-ports.ts';
import { maintenanceMetrics } from '../../../../src/app/operate/maintenance/maintenance-metrics.ts';
import { tokenMetrics } from '../../../../src/api/resources/token/token-metrics.ts';
import { slowReaderMetric } from '../../../../src/api/http/limits/read-rate.ts';
import { visitorMetrics } from '../../../../src/api/http/limits/visitors.ts';
import { streamMetrics } from '../../../../src/api/stream/stream-metrics.ts';
import { seedingMetrics } from '../../../../src/app/pipeline/seeding/open-seeding.ts';
import { backfillMetrics } from '../../../../src/app/pipeline/backfill/open-backfill.ts';
import { clockMetrics } from '../../../../src/app/operate/watch/clock-watch.ts';
import { clusterMetrics, watchSecretsAge } from '../../../../src/cluster/roles/cluster-metrics.ts';
import { collectMetrics } from '../../../../src/cluster/roles/collect/collect-metrics.ts';
import { inputMetrics } from '../../../../src/app/operate/watch/input-watch.ts';
import { alertMetrics, evaluationMetrics } from '../../../../src/app/serve/alerts/alert-metrics.ts';
import { ReferenceWatch } from '../../../../src/app/operate/watch/reference-watch.ts';
import { speedMetrics } from '../../../../src/app/operate/watch/speed-watch.ts';
import { processMetrics } from '../../../../src/app/operate/watch/process-metrics.ts';
import { sourceMetrics } from '../../../../src/app/pipeline/metrics/source-metrics.ts';
import { tickMetrics } from '../../../../src/app/pipeline/metrics/tick-metrics.ts';
import { historyMetrics } from '../../../../src/app/operate/status/history-metrics.ts';
import { storageMetrics } from '../../../../src/app/operate/scrub/storage-metrics.ts';
import { EMPTY_HISTORY } from '../../../support/empty-history.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { METRICS, ROLE_METRICS } from '../../../support/metric-table.ts';

function registryOfAll(): Registry {
  const registry = new Registry();
  processMetrics(registry, '1.2.3');
  requestMetrics(registry).observeRequest('/v3/asset', 200, 0.1);
  tokenMetrics(registry);
  alertMetrics(registry, { records: new AlertRecords() });
  evaluationMetrics(registry, { publishedSlot: () => 0, evaluatedSlot: () => 0, alerts: () => 0 });
  pageTokenMetrics(registry);
  credentialMetrics(registry, { clients: { list: () => [] }, longLived: { list: () => [] } });
  readinessMetric(registry, { missing: () => [] });
  certificateMetric(registry, { certificateExpiresAt: undefined });
  maintenanceMetrics(registry, { backupAt: undefined, verified: undefined });
  streamMetrics(registry).watch({ connections: 1, subscriptions: 2, backlogBytes: 3 });
  tickMetrics(registry);
  sourceMetrics(registry);
  inputMetrics(registry);
  new ReferenceWatch(pino({ enabled: false }), registry).accepted([]);
  speedMetrics(registry).observeSpeed(60, 24);
  clockMetrics(registry);
  clusterMetrics(registry).watchLead(
    () => true,
    () => true,
  );
  watchSecretsAge(registry, { ageMs: 0, isTooOld: false });
  collectMetrics(registry);
  backfillMetrics(registry);
  seedingMetrics(registry).failures.inc({ exchange: 'kraken', kind: 'timeout' });
  storageMetrics(registry, { damage: [], everFound: 0, lastPassAt: undefined, quarantined: 0, lostTicks: 0 });
  visitorMetrics(registry);
  slowReaderMetric(registry);
  const none = new Map<string, number>();
  connectionMetrics(
    registry,
    { known: 1, unknown: 2, limit: 3 },
    { refused: none, closed: none, acceptErrors: none },
  );
  const use = {
    disk: { journal: 0, hours: 0, days: 0, candles: 0, inputs: 0, all: 1 },
    freeBytes: 2,
    inputs: undefined,
  };
  historyMetrics(registry, { summary: async () => EMPTY_HISTORY }, new ManualClock(0), { use });
  return registry;
}

/** A metric knows its labels; for the one created by hand, its values do. */
async function labelsOf(metric: Metric): Promise<string[]> {
  const { labelNames } = metric as unknown as { readonly labelNames?: readonly string[] };
  if (labelNames) return [...labelNames];
  const { values } = await metric.get();
  return Object.keys(values.at(-1)?.labels ?? {});
}

test('the parts of the service register the documented metrics, by name, type and labels', async () => {
  const found = registryOfAll()
    .getMetricsAsArray()
    .filter(({ name }) => name.startsWith('tidemark_'))
    .map(async (registered) => {
      const metric = registered as unknown as Metric;
      const type = String((await metric.get()).type);
      return [registered.name, { type, labels: await labelsOf(metric) }] as const;
    });
  expect(Object.fromEntries(await Promise.all(found))).toEqual({ ...METRICS, ...ROLE_METRICS });
});

test('every metric on the pages for operators exists', () => {
  const pages = readdirSync('docs/run').map((name) => readFileSync(`docs/run/${name}`, 'utf8'));
  const named = new Set(pages.join('').match(/tidemark_[a-z_]*[a-z]/g));
  expect(named.size).toBeGreaterThan(40);
  const known = { ...METRICS, ...ROLE_METRICS };
  // Names in SQL and in patterns are not metrics.
  const others = ['tidemark_operator', 'tidemark_serve'];
  expect([...named].filter((name) => !(name in known) && !others.includes(name))).toEqual([]);
});

test('the page of metrics has each with its type and labels, and no other', () => {
  const page = readFileSync('docs/reference/metrics.md', 'utf8');
  const rows = [...page.matchAll(/^\| `(tidemark_\w+)` *\| (\w+) *\| (.+?) *\|/gm)];
  const listed = rows.map(([, name, type, labels]) => {
    return [name, { type, labels: [...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label) }];
  });
  expect(Object.fromEntries(listed)).toEqual({ ...METRICS, ...ROLE_METRICS });
});
