import { expect, test } from 'vitest';
import { NEW_STATE } from '../../src/alerts/rules/rule-state.ts';
import type { AlertChange, AlertStore } from '../../src/alerts/store/alert-store.ts';
import { above, alertRule, delivery, endpoint, SLOT_0 } from './alert-rules.ts';

const RULE = alertRule(above('100'));
const ALL: readonly AlertChange[] = [
  { put: 'endpoint', endpoint: endpoint() },
  { put: 'rule', rule: RULE },
  { put: 'state', ruleId: RULE.id, state: { isFiring: true, firedAt: SLOT_0 } },
  { put: 'delivery', delivery: delivery() },
  { put: 'evaluated', at: SLOT_0 },
  {
    put: 'announcement',
    id: 'a',
    raised: { rule: RULE, message: { type: 'alert.resolved', timestamp: '2026', data: {} } },
  },
];

export function commitTo(store: AlertStore, ...changes: AlertChange[]): Promise<void> {
  return store.commit(() => ({ changes, result: undefined }));
}

/** Everything that can be read. */
export function contentOf({ records }: AlertStore) {
  return {
    rules: [...records.rules()],
    states: [...records.rules()].map(({ id }) => records.stateOf(id)),
    endpoints: [...records.endpoints()],
    deliveries: [...records.deliveries()],
    pending: [...records.pending()].map(({ id }) => id),
    announcements: [...records.announcements()],
    evaluatedAt: records.evaluatedAt,
  };
}

/** The guarantees of the port. `open` opens what `place` names, again and again. */
export function testAlertStore<Place>(
  newPlace: () => Promise<Place> | Place,
  open: (place: Place) => Promise<AlertStore>,
): void {
  test('what was committed is there after the next open, and after a refresh', async () => {
    const place = await newPlace();
    const store = await open(place);
    await commitTo(store, ...ALL);
    await store.refresh();
    for (const each of [store, await open(place)])
      expect(contentOf(each)).toEqual({
        rules: [RULE],
        states: [{ isFiring: true, firedAt: SLOT_0 }],
        endpoints: [endpoint()],
        deliveries: [delivery()],
        pending: ['msg_1'],
        announcements: [['a', expect.objectContaining({ rule: RULE })]],
        evaluatedAt: SLOT_0,
      });
  });

  test('what was removed stays removed, with the state of a rule', async () => {
    const place = await newPlace();
    const store = await open(place);
    await commitTo(store, ...ALL);
    await commitTo(
      store,
      { remove: 'rule', id: RULE.id },
      { remove: 'endpoint', id: 'endpoint-1' },
      { remove: 'delivery', id: 'msg_1' },
      { remove: 'announcement', id: 'a' },
    );
    const nothing = { rules: [], states: [], endpoints: [], deliveries: [], pending: [], announcements: [] };
    for (const each of [store, await open(place)]) {
      expect(contentOf(each)).toEqual({ ...nothing, evaluatedAt: SLOT_0 });
      expect(each.records.stateOf(RULE.id)).toBeUndefined();
    }
  });

  test('a commit is decided on the result of the commits before, and the order stays', async () => {
    const place = await newPlace();
    const store = await open(place);
    const add = (id: string) =>
      store.commit((records) => {
        const count = [...records.rules()].length;
        return { changes: [{ put: 'rule', rule: { ...RULE, id } }], result: count };
      });
    expect(await Promise.all([add('c'), add('b'), add('a')])).toEqual([0, 1, 2]);
    await commitTo(store, { put: 'rule', rule: { ...RULE, id: 'c', name: 'changed' } });
    for (const each of [store, await open(place)])
      expect([...each.records.rules()].map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  });

  test('a decision that throws changes nothing, and the next commit works', async () => {
    const store = await open(await newPlace());
    const refused = store.commit(() => {
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    await commitTo(store, { put: 'rule', rule: RULE });
    expect(contentOf(store).rules).toEqual([RULE]);
  });

  test('keeps any text that a client can send', async () => {
    const place = await newPlace();
    const store = await open(place);
    const rule = { ...RULE, name: '\0 \ud800 \u{1f4c8} "{}", \\ NULL' };
    await commitTo(store, { put: 'rule', rule }, { put: 'state', ruleId: rule.id, state: NEW_STATE });
    expect(contentOf(await open(place)).rules).toEqual([rule]);
  });

  test('the limits on ended deliveries apply again after an open', async () => {
    const place = await newPlace();
    const store = await open(place);
    const ended = (i: number): AlertChange => ({
      put: 'delivery',
      delivery: delivery({ id: `msg_${i}`, status: 'DELIVERED', endedAt: SLOT_0 }),
    });
    await commitTo(store, ...Array.from({ length: 130 }, (_, i) => ended(i)));
    expect(store.records.dropped.get('DELIVERED')).toBe(30);
    const again = await open(place);
    expect(contentOf(again).deliveries.map(({ id }) => id)).toEqual(
      Array.from({ length: 100 }, (_, i) => `msg_${i + 30}`),
    );
    expect(again.records.dropped.size).toBe(0);
  });
}
