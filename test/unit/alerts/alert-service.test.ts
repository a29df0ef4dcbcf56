import { expect, test } from 'vitest';
import { AlertService, type RuleDraft } from '../../../src/alerts/alert-service.ts';
import type { AlertChange } from '../../../src/alerts/store/alert-store.ts';
import { above, alertRule, delivery, endpoint, MemoryAlertStore, SLOT_0 } from '../../support/alert-rules.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const FIRING: AlertChange = { put: 'state', ruleId: 'rule-1', state: { isFiring: true, firedAt: SLOT_0 } };

function setUp(changes: readonly AlertChange[]) {
  const store = new MemoryAlertStore(changes);
  const dead: string[] = [];
  let ids = 0;
  const service = new AlertService({
    store,
    wallClock: new ManualClock(SLOT_0),
    marketClock: new ManualClock(SLOT_0),
    newId: () => `${++ids}`,
    source: undefined,
    onOutbox: () => undefined,
    onRaised: () => undefined,
    onDead: ({ problem = '' }) => dead.push(problem),
  });
  return { store, service, dead };
}

const ofDisabled: readonly AlertChange[] = [
  { put: 'endpoint', endpoint: endpoint({ disabledAt: SLOT_0 }) },
  { put: 'rule', rule: alertRule(above('100'), { endpointIds: ['endpoint-1'] }) },
  FIRING,
];

test('a message about a change or deletion that cannot be sent is reported', async () => {
  const changed = setUp(ofDisabled);
  await changed.service.change('client-1', 'rule-1', (rule) => ({ ...rule, condition: above('200') }));
  const deleted = setUp(ofDisabled);
  await deleted.service.remove('client-1', 'rule-1');
  expect([changed.dead, deleted.dead]).toEqual([['ENDPOINT'], ['ENDPOINT']]);
});

test('a message that can be sent is not', async () => {
  const { service, dead } = setUp([...ofDisabled, { put: 'endpoint', endpoint: endpoint() }]);
  await service.remove('client-1', 'rule-1');
  expect(dead).toEqual([]);
});

test('the 501st alert of a client is refused as a quota', async () => {
  const rules = Array.from({ length: 500 }, (_, i): AlertChange => ({
    put: 'rule',
    rule: alertRule(above('100'), { id: `rule-${i}` }),
  }));
  const { service } = setUp(rules);
  const draft: RuleDraft = {
    condition: above('1'),
    ignoreFlagged: true,
    cooldownSeconds: 0,
    enabled: true,
    endpointIds: [],
  };
  await expect(service.create('client-1', draft)).rejects.toMatchObject({ reason: 'quota' });
  await expect(service.create('client-2', draft)).resolves.toMatchObject({ rule: { clientId: 'client-2' } });
});

test('everything of one client can be removed, without messages', async () => {
  const { store, service } = setUp([
    { put: 'endpoint', endpoint: endpoint() },
    { put: 'rule', rule: alertRule(above('100'), { endpointIds: ['endpoint-1'] }) },
    FIRING,
    { put: 'delivery', delivery: delivery() },
    { put: 'rule', rule: alertRule(above('100'), { id: 'rule-2', clientId: 'client-2' }) },
  ]);
  expect(await service.removeAll('client-1')).toEqual({ alerts: 1, endpoints: 1, deliveries: 1 });
  const { records } = store;
  expect([...records.rules()].map(({ id }) => id)).toEqual(['rule-2']);
  expect([...records.endpoints(), ...records.deliveries()]).toEqual([]);
  expect(await service.removeAll('client-1')).toEqual({ alerts: 0, endpoints: 0, deliveries: 0 });
});
