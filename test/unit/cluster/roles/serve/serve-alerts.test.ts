import { Registry } from 'prom-client';
import { afterEach, expect, test } from 'vitest';
import type { RaisedAlert } from '../../../../../src/alerts/rules/raised-alert.ts';
import { Lifecycle } from '../../../../../src/app/process/lifecycle.ts';
import { InProcessBus } from '../../../../../src/bus/in-process-bus.ts';
import type { ClusterTopics } from '../../../../../src/cluster/roles/cluster-topics.ts';
import { openServeAlerts } from '../../../../../src/cluster/roles/serve/serve-alerts.ts';
import { StoreUnavailable } from '../../../../../src/core/errors.ts';
import { SECOND_MS } from '../../../../../src/core/time.ts';
import { AlertDatabase } from '../../../../support/alert-database.ts';
import { above, alertRule, endpoint, SLOT_0 } from '../../../../support/alert-rules.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';
import { settled } from '../../../../support/settled.ts';

const RULE = alertRule(above('100'), { endpointIds: ['endpoint-1'] });
const closing: Lifecycle[] = [];
afterEach(async () => {
  for (const lifecycle of closing.splice(0)) await lifecycle.close();
});

function setUp(failure?: Error) {
  const database = new AlertDatabase([
    { put: 'endpoint', endpoint: endpoint({ disabledAt: SLOT_0 }) },
    { put: 'rule', rule: RULE },
    { put: 'state', ruleId: RULE.id, state: { isFiring: true, firedAt: SLOT_0 } },
  ]);
  database.failure = failure;
  const clock = new ManualClock(SLOT_0);
  const logged: string[] = [];
  const log = (_fields: object, text: string) => void logged.push(text);
  const lines = { error: log, warn: log, info: log, debug: log };
  const lifecycle = new Lifecycle(lines as never);
  closing.push(lifecycle);
  const registry = new Registry();
  const bus = new InProcessBus<Pick<ClusterTopics, 'alerts'>>({ retained: [] });
  const alerts = openServeAlerts(
    { database: database as never, bus: bus as never, marketClock: clock, transport: undefined },
    {
      settings: { source: 'live', webhookPrivateRanges: [] },
      sources: { get: () => ({ origin: 'live' }) },
      wallClock: clock,
      log: lines,
      lifecycle,
      registry,
    } as never,
  );
  return { alerts, bus, clock, database, logged, registry };
}

test.each([
  ['57014', ['alerts could not be read from the store: requests about them are refused until then']],
  ['ECONNREFUSED', []],
])('alerts that cannot be read (%s) are refused until they are read', async (code, expected) => {
  const { alerts, clock, database, logged } = setUp(new StoreUnavailable(code, undefined));
  for (let second = 0; second < 3; second++) {
    await expect(alerts.rules.list('client-1')).rejects.toThrow(StoreUnavailable);
    clock.advance(SECOND_MS);
    await settled();
  }
  expect(logged).toEqual(expected);
  database.failure = undefined;
  clock.advance(SECOND_MS);
  await settled();
  expect(await alerts.rules.list('client-1')).toMatchObject([{ rule: RULE }]);
});

test('a message that is dead at once is counted here', async () => {
  const { alerts, registry } = setUp();
  await settled();
  await alerts.rules.remove('client-1', RULE.id);
  expect(await registry.metrics()).toMatch(/^tidemark_webhook_dead_total 1$/m);
});

test('alerts that the leader announces are passed on, also before they are read', async () => {
  const { alerts, bus } = setUp(new StoreUnavailable('ECONNREFUSED', undefined));
  const shown: RaisedAlert[] = [];
  alerts.raised.add((all) => shown.push(...all));
  const message = { type: 'alert.fired', timestamp: '2026-01-31T00:00:00.000Z', data: {} } as const;
  await bus.publish('alerts', [{ rule: RULE, message }]);
  expect(shown).toHaveLength(1);
});
