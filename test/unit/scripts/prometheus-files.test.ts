import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { METRICS, ROLE_METRICS } from '../../support/metric-table.ts';
import {
  familyOf,
  metricsNamedIn,
  PRICE_METRICS,
  readDashboards,
  readRules,
  readRuleTests,
  selectorsIn,
} from '../../support/prometheus-files.ts';

const RULES = readRules();
const ALERTS = RULES.flatMap(({ alert }) => alert ?? []);
const RECORDED = RULES.flatMap(({ record }) => record ?? []);
const DASHBOARDS = readDashboards();
const EXPRESSIONS = [
  ...RULES.map(({ expr }) => expr),
  ...DASHBOARDS.flatMap(({ panels }) => panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))),
  ...DASHBOARDS.flatMap(({ templating }) => templating.list.map(({ query }) => query)),
];
const LABELS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    Object.entries({ ...METRICS, ...ROLE_METRICS }).map(([name, { labels }]) => [name, labels]),
  ),
  ...PRICE_METRICS,
};
/** Labels that Prometheus or the metrics of Node add. */
const COMMON_LABELS = ['job', 'instance', '__name__'];

/** As the pages of /docs make anchors of headings. */
const runbookOf = (alert: string) => `/docs/run/alerts#${alert.toLowerCase()}`;

describe('rules and dashboards', () => {
  test('name only metrics that exist', () => {
    const named = new Set(EXPRESSIONS.flatMap(metricsNamedIn));
    expect(named.size).toBeGreaterThan(40);
    const isKnown = (name: string) =>
      RECORDED.includes(name) ||
      familyOf(name) in LABELS ||
      name in LABELS ||
      /^(?:process|nodejs)_/.test(name);
    expect([...named].filter((name) => !isKnown(name))).toEqual([]);
  });

  test('name only labels that these metrics have', () => {
    const selectors = EXPRESSIONS.flatMap(selectorsIn);
    expect(selectors.length).toBeGreaterThan(30);
    const wrong = selectors.flatMap(({ metric, matchers }) => {
      const labels = LABELS[metric] ?? LABELS[familyOf(metric)] ?? [];
      const used = [...matchers.matchAll(/([a-z_]+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label);
      return used
        .filter((label) => !labels.includes(label) && !COMMON_LABELS.includes(label))
        .map((label) => `${metric}{${label}}`);
    });
    expect(wrong).toEqual([]);
  });
});

describe('each alert', () => {
  test('has a name of its own, a severity, a summary and its place in the runbook', () => {
    expect(new Set(ALERTS).size).toBe(ALERTS.length);
    for (const { alert, labels, annotations } of RULES.filter((rule) => rule.alert !== undefined)) {
      expect(['critical', 'warning', 'none'], alert).toContain(labels?.['severity']);
      expect(annotations?.['summary'], alert).toBeTruthy();
      expect(annotations?.['runbook'], alert).toBe(runbookOf(alert!));
    }
  });

  test('has an entry in the runbook with meaning, cause and remedy, and the runbook has no other', () => {
    const page = readFileSync('docs/run/alerts.md', 'utf8');
    const entries = page.split(/^### /m).slice(1);
    const titles = entries.map((entry) => entry.split('\n', 1)[0]!);
    expect(titles.toSorted()).toEqual(ALERTS.toSorted());
    for (const entry of entries)
      for (const part of ['Meaning', 'Cause', 'Do'])
        expect(entry, `${part} of ${entry.slice(0, 40)}`).toContain(`**${part}:**`);
  });

  test('is tested both firing and silent', () => {
    const tests = readRuleTests();
    const firing = tests.filter(({ exp_alerts: alerts }) => alerts.length > 0);
    const silent = tests.filter(({ exp_alerts: alerts }) => alerts.length === 0);
    const names = (some: typeof tests) => [...new Set(some.map(({ alertname }) => alertname))].toSorted();
    expect(names(firing)).toEqual(ALERTS.toSorted());
    // Always fires.
    expect(names(silent)).toEqual(ALERTS.filter((alert) => alert !== 'Watchdog').toSorted());
  });
});

describe('each dashboard', () => {
  test('has an id of its own', () => {
    expect(DASHBOARDS.map(({ uid }) => uid).toSorted()).toEqual(['tidemark-markets', 'tidemark-operators']);
  });

  test.each(DASHBOARDS.map((each) => [each.title, each] as const))(
    '%s has panels side by side',
    (_, { panels }) => {
      expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
      const taken = new Set<string>();
      for (const { title, gridPos } of panels) {
        const { x, y, w, h } = gridPos;
        expect(x + w, title).toBeLessThanOrEqual(24);
        for (let column = x; column < x + w; column++)
          for (let row = y; row < y + h; row++) {
            expect(taken.has(`${column} ${row}`), title).toBe(false);
            taken.add(`${column} ${row}`);
          }
      }
    },
  );
});
