import { Registry } from 'prom-client';
import { afterEach, expect, test } from 'vitest';
import type { RaisedAlert } from '../../../../../src/alerts/rules/raised-alert.ts';
import type { AlertChange } from '../../../../../src/alerts/store/alert-store.ts';
import {
  LeaderAlerts,
  type LeaderAlertsParts,
} from '../../../../../src/cluster/roles/compute/leader-alerts.ts';
import { StoreUnavailable } from '../../../../../src/core/errors.ts';
import { SECOND_MS, SLOT_MS, type Millis } from '../../../../../src/core/time.ts';
import type { MarketTopics } from '../../../../../src/latest/market/market-topics.ts';
import { alertRule, delivery, endpoint, SLOT_0 } from '../../../../support/alert-rules.ts';
import { AlertDatabase } from '../../../../support/alert-database.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';
import { settled } from '../../../../support/settled.ts';

const closing: LeaderAlerts[] = [];
afterEach(async () => {
  for (const alerts of closing.splice(0)) await alerts.close();
});

const GAP = alertRule({ type: 'GAP' }, { endpointIds: ['endpoint-1'], validFrom: SLOT_0 - SLOT_MS });
const STORED: readonly AlertChange[] = [
  { put: 'endpoint', endpoint: endpoint() },
  { put: 'rule', rule: GAP },
];

async function setUp(parts: Partial<LeaderAlertsParts> = {}, database = new AlertDatabase(STORED)) {
  const clock = new ManualClock(SLOT_0);
  const published: RaisedAlert[] = [];
  const sent: string[] = [];
  const logged: string[] = [];
  const registry = new Registry();
  let newest: Millis = SLOT_0;
  const log = (_fields: object, text: string) => logged.push(text);
  const alerts = new LeaderAlerts(
    {
      database: database as never,
      fence: 1 as never,
      history: { readSeries: async () => [] },
      marketClock: clock,
      damagedParts: () => 0,
      publishedBefore: SLOT_0,
      publishedSlot: () => newest,
      transport: {
        send: async ({ body }) => {
          sent.push((JSON.parse(body) as { type: string }).type);
          return { status: 204 };
        },
      },
      publish: async (raised) => void published.push(...raised),
      ...parts,
    },
    {
      settings: { source: 'live', webhookPrivateRanges: [] },
      sources: { get: () => ({ origin: 'live' }) },
      wallClock: clock,
      log: { error: log, warn: log, info: log, debug: log },
      registry,
    } as never,
  );
  closing.push(alerts);
  await settled();
  const publish = async (number: number) => {
    newest = SLOT_0 + number * SLOT_MS;
    alerts.published('reference', NEWS);
    alerts.published('indices', indices(newest));
    for (let i = 0; i < 3; i++) await settled();
  };
  const metric = async (name: string) =>
    Number(new RegExp(`^${name} (.*)$`, 'm').exec(await registry.metrics())?.[1]);
  const types = () => published.map(({ message }) => message.type);
  return { alerts, clock, database, types, sent, logged, publish, metric };
}

const NO_DATA = { assets: [], markets: [], exchanges: [], supplies: [], lx: [], traded: [] };
const NEWS = { hash: 'v1', from: 0, data: NO_DATA };
const indices = (at: Millis) =>
  ({
    at,
    reference: 'v1',
    series: new Uint32Array(),
    prices: [],
    flags: [],
  }) as unknown as MarketTopics['indices'];

test('alerts are evaluated, published on the bus and delivered', async () => {
  const { types, sent, publish, metric } = await setUp();
  await publish(1);
  expect(types()).toEqual([]);
  await publish(3);
  expect([types(), sent]).toEqual([['alert.fired'], ['alert.fired']]);
  expect(await metric('tidemark_alert_rules')).toBe(1);
  expect(await metric('tidemark_alerts_lag_seconds')).toBe(0);
});

test('alerts that cannot be read are logged once, lag behind, and are read later', async () => {
  const database = new AlertDatabase(STORED);
  database.failure = new StoreUnavailable('57014', new Error('canceling statement due to statement timeout'));
  const { types, clock, logged, publish, metric } = await setUp({}, database);
  for (const number of [1, 2, 3, 5]) {
    await publish(number);
    clock.advance(SECOND_MS);
    await settled();
  }
  expect(logged).toEqual(['alerts could not be read from the store: they are not evaluated until then']);
  expect(await metric('tidemark_alerts_lag_seconds')).toBe(150);
  expect(await metric('tidemark_alert_rules')).toBeNaN();
  database.failure = undefined;
  clock.advance(SECOND_MS);
  await eventually(() => types().length > 0);
  // The newest slot was kept.
  expect(types()).toEqual(['alert.fired']);
  expect(await metric('tidemark_alerts_lag_seconds')).toBe(0);
});

test('a store that is away is left to the node to report', async () => {
  const database = new AlertDatabase(STORED);
  database.failure = new StoreUnavailable('ECONNREFUSED', undefined);
  const { clock, logged } = await setUp({}, database);
  clock.advance(SECOND_MS);
  await settled();
  expect(logged).toEqual([]);
});

test('an alert that ended on a serving node is announced once', async () => {
  const { clock, database, types } = await setUp();
  const message = { type: 'alert.resolved', timestamp: '2026-01-31T00:00:00.000Z', data: {} } as const;
  database.commit({ put: 'announcement', id: 'a', raised: { rule: GAP, message } });
  for (let second = 0; second < 3; second++) {
    clock.advance(SECOND_MS);
    await settled();
  }
  expect(types()).toEqual(['alert.resolved']);
});

test('a scope that was granted just before a delivery is read again', async () => {
  const database = new AlertDatabase(STORED);
  const granted = database.clients;
  database.clients = [{ id: 'client-1', content: { scopes: ['read:alerts'] } }];
  const { clock, sent } = await setUp({}, database);
  const reads = database.readsOfClients;
  database.clients = granted;
  clock.advance(SECOND_MS / 2);
  database.commit({
    put: 'delivery',
    delivery: delivery({ needs: ['read:operations'], nextAttemptAt: clock.now() }),
  });
  clock.advance(SECOND_MS / 2);
  await eventually(() => sent.length > 0);
  expect([sent.length, database.readsOfClients - reads]).toEqual([1, 1]);
});

test('a deposed leader commits nothing, and logs nothing of it', async () => {
  const { database, types, logged, publish, alerts } = await setUp();
  await publish(1);
  database.isFenced = true;
  await publish(3);
  expect([types(), logged]).toEqual([[], []]);
  await alerts.close();
});

test('its end waits for the commit that runs, not for those behind it', async () => {
  const { database, publish, alerts, types } = await setUp();
  await publish(1);
  let resolve = () => {};
  database.blocked = new Promise((resolved) => (resolve = resolved));
  for (const number of [2, 3, 5, 7]) await publish(number);
  const before = database.writes;
  const closed = alerts.close();
  resolve();
  await closed;
  expect([database.writes, types()]).toEqual([before, []]);
});

async function eventually(isTrue: () => boolean): Promise<void> {
  for (let i = 0; i < 20 && !isTrue(); i++) await settled();
}
