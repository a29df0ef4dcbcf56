import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeployFiles } from '../../scripts/deploy/deploy-files.mjs';

/** Metrics of `/prices/metrics`, with their labels. */
export const PRICE_METRICS: Readonly<Record<string, readonly string[]>> = {
  tidemark_price: ['name', 'type'],
  tidemark_volume: ['name', 'type'],
  tidemark_price_timestamp_seconds: ['name', 'type'],
  tidemark_price_flag: ['name', 'type', 'flag'],
};

export interface Rule {
  readonly file: string;
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

interface RuleFile {
  readonly groups: readonly { readonly rules: readonly Omit<Rule, 'file'>[] }[];
}

export interface RuleTest {
  readonly alertname: string;
  readonly exp_alerts: readonly unknown[];
}

interface TestFile {
  readonly tests: readonly { readonly alert_rule_test?: readonly RuleTest[] }[];
}

export interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly { readonly expr: string }[];
}

export interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly templating: { readonly list: readonly { readonly name: string; readonly query: string }[] };
  readonly panels: readonly Panel[];
}

const files = new DeployFiles('deploy');

export function readRules(): Rule[] {
  return files.names('prometheus/rules', '.yml').flatMap((file) => {
    const [{ groups }] = files.yaml(`prometheus/rules/${file}`) as unknown as [RuleFile];
    return groups.flatMap(({ rules }) => rules.map((rule) => ({ file, ...rule })));
  });
}

export function readRuleTests(): RuleTest[] {
  return files.names('prometheus/tests', '.yml').flatMap((file) => {
    const [{ tests }] = files.yaml(`prometheus/tests/${file}`) as unknown as [TestFile];
    return tests.flatMap((each) => each.alert_rule_test ?? []);
  });
}

export function readDashboards(): Dashboard[] {
  const folder = 'deploy/grafana/dashboards';
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Dashboard);
}

/** Names of metrics, also of recorded ones, in an expression. */
export function metricsNamedIn(expression: string): string[] {
  const names = expression.match(/(?:\bjob:)?\b(?:tidemark[_:]|process_|nodejs_)[a-z0-9_:]*[a-z0-9]/g);
  return [...new Set(names ?? [])];
}

/** The selectors of an expression that have matchers. */
export function selectorsIn(expression: string): { readonly metric: string; readonly matchers: string }[] {
  return [...expression.matchAll(/([a-zA-Z_:][a-zA-Z0-9_:]*)\{([^}]*)\}/g)].map(
    ([, metric = '', matchers = '']) => ({ metric, matchers }),
  );
}

/** The metric that a series of a histogram belongs to. */
export const familyOf = (name: string) => name.replace(/_(?:bucket|count|sum)$/, '');
