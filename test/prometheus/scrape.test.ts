import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLE_METRICS } from '../support/metric-table.ts';
import { Operator } from '../support/operator.ts';
import {
  familyOf,
  metricsNamedIn,
  readDashboards,
  readRules,
  selectorsIn,
} from '../support/prometheus-files.ts';
import { PrometheusServer } from '../support/prometheus-server.ts';
import { startService, type TestService } from '../support/service.ts';
import { eventually } from '../support/tidemark-process.ts';

const RULES = readRules();
const PANELS = readDashboards().flatMap(({ title, panels }) =>
  panels.flatMap((panel) => panel.targets.map(({ expr }) => ({ panel: `${title}, ${panel.title}`, expr }))),
);
/** Without flags, certificates, credentials that expire and a growing disk there are no such series. */
const MAY_BE_ABSENT = [
  'tidemark_price_flag',
  'tidemark_certificate_expiry_timestamp_seconds',
  'tidemark_credential_expiry_timestamp_seconds',
  'tidemark:disk_days_left',
];
const folder = mkdtempSync(join(tmpdir(), 'tidemark-prometheus-'));

let service: TestService;
let prometheus: PrometheusServer;

beforeAll(async () => {
  service = await startService();
  cpSync('deploy/prometheus', folder, { recursive: true });
  await writeToken('operations', ['read:operations']);
  await writeToken('prices', ['read:index-ticker', 'read:LX']);
  // Only what differs: where the service is, and how often it is asked, so that the test need not wait.
  edit('prometheus.yml', (text) =>
    text
      .replaceAll('localhost:8080', new URL(service.baseUrl).host)
      .replaceAll('interval: 30s', 'interval: 1s'),
  );
  edit('rules/recording.yml', (text) => text.replaceAll('interval: 1m', 'interval: 1s'));
  prometheus = await PrometheusServer.start(folder);
  await eventually(async () => (await healths()).join() === 'up,up');
});

afterAll(async () => {
  await prometheus?.stop();
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function writeToken(name: string, scopes: Parameters<Operator['addClient']>[0]): Promise<void> {
  const operator = new Operator(service.folder);
  const { client } = await operator.addClient(scopes);
  const { token } = await operator.makeToken(client.id, ['rest']);
  writeFileSync(join(folder, `tidemark-${name}.token`), token);
}

function edit(name: string, change: (text: string) => string): void {
  const file = join(folder, name);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

async function healths(): Promise<string[]> {
  const { activeTargets } = await prometheus.get<{ activeTargets: { health: string; lastError: string }[] }>(
    'targets',
    { state: 'active' },
  );
  return activeTargets.map(({ health, lastError }) => (lastError === '' ? health : lastError));
}

/** An expression with all that the variables of a dashboard can select. */
function filled(expression: string): string {
  return expression.replaceAll('$instance', '.*').replaceAll('$name', '.*');
}

async function metricNames(): Promise<Set<string>> {
  const families = await prometheus.get<{ metric: string }[]>('targets/metadata');
  return new Set(families.map(({ metric }) => metric));
}

describe('Prometheus', () => {
  test('finds every metric of the rules and dashboards that one process has', async () => {
    const recorded = new Set(RULES.flatMap(({ record }) => record ?? []));
    const named = [...RULES, ...PANELS].flatMap(({ expr }) => metricsNamedIn(expr));
    const wanted = [...new Set(named)].filter(
      (name) => !recorded.has(name) && !(familyOf(name) in ROLE_METRICS),
    );
    expect(wanted.length).toBeGreaterThan(30);
    const found = await metricNames();
    expect(wanted.filter((name) => !found.has(name) && !found.has(familyOf(name)))).toEqual([]);
  });

  test('finds a series for each selector about one process', async () => {
    const rules = RULES.filter(({ file }) => file !== 'cluster.yml');
    const selectors = [...rules, ...PANELS].flatMap(({ expr }) => selectorsIn(filled(expr)));
    // A service that works answers nothing with 5xx.
    const expected = selectors.filter(
      ({ metric, matchers }) => !matchers.includes('5..') && !MAY_BE_ABSENT.includes(metric),
    );
    expect(expected.length).toBeGreaterThan(30);
    for (const { metric, matchers } of expected)
      await expect
        .poll(() => prometheus.query(`${metric}{${matchers}}`), { message: metric })
        .not.toEqual([]);
  });

  test('evaluates every rule', async () => {
    interface Group {
      readonly rules: readonly {
        readonly name: string;
        readonly health: string;
        readonly lastError?: string;
      }[];
    }
    const rules = async () =>
      (await prometheus.get<{ groups: Group[] }>('rules')).groups.flatMap((each) => each.rules);
    await expect
      .poll(async () => (await rules()).filter(({ health }) => health !== 'ok').map(({ name }) => name))
      .toEqual([]);
    expect(await rules()).toHaveLength(RULES.length);
  });

  test('sends the alert that shows that alerts arrive', async () => {
    const firing = async () => {
      const { alerts } = await prometheus.get<{ alerts: { labels: { alertname: string }; state: string }[] }>(
        'alerts',
      );
      return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
    };
    await expect.poll(firing).toContain('Watchdog');
  });

  test('has the prices that REST serves', async () => {
    const answer = await service.get('/v3/index-ticker?symbol=BTC');
    const { content } = (await answer.json()) as { content: { price: string }[] };
    const [bitcoin] = await prometheus.query('tidemark_price{name="BTC",type="GWA"}');
    const ratio = Number(bitcoin?.value[1]) / Number(content[0]?.price);
    // A tick may lie between the two.
    expect(ratio).toBeGreaterThan(0.9);
    expect(ratio).toBeLessThan(1.1);
  });

  test.each(PANELS)('understands the query of $panel', async ({ expr }) => {
    expect(filled(expr)).not.toContain('$');
    await expect(prometheus.query(filled(expr))).resolves.toBeInstanceOf(Array);
  });
});
