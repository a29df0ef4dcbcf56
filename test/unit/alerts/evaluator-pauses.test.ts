import { describe, expect, test } from 'vitest';
import { AlertEvaluator, type Observed } from '../../../src/alerts/alert-evaluator.ts';
import type { AlertCondition, AlertRule } from '../../../src/alerts/rules/alert-rule.ts';
import type { AlertChange } from '../../../src/alerts/store/alert-store.ts';
import { MINUTE_MS, SLOT_MS, type Millis } from '../../../src/core/time.ts';
import {
  above,
  alertRule,
  BTC,
  btc,
  KRAKEN,
  MemoryAlertStore,
  passing,
  slot,
  SLOT_0,
} from '../../support/alert-rules.ts';
import { settled } from '../../support/settled.ts';

const STALE = { type: 'STALE', index: BTC, forSeconds: 60 } as const;
const DOWN = { type: 'EXCHANGE_DOWN', exchangeId: KRAKEN, forSeconds: 60 } as const;
const OLD = { validFrom: SLOT_0 - 1000 * SLOT_MS };

interface Options {
  readonly condition?: AlertCondition;
  readonly stored?: readonly AlertChange[];
  readonly isEntitled?: (rule: AlertRule) => boolean;
  readonly readValues?: () => Promise<readonly []>;
  readonly publishedBefore?: Millis;
  readonly speed?: number;
}

function setUp({
  condition = above('100'),
  stored = [],
  isEntitled = () => true,
  speed = 1,
  ...rest
}: Options) {
  const store = new MemoryAlertStore([{ put: 'rule', rule: alertRule(condition, OLD) }, ...stored]);
  const raised: string[] = [];
  const evaluator = new AlertEvaluator({
    store,
    readValues: async () => [],
    now: () => SLOT_0,
    source: undefined,
    speed,
    isEntitled,
    onDead: () => undefined,
    onRaised: (all) =>
      raised.push(...all.map(({ message: { type, timestamp } }) => `${type} ${slotOf(timestamp)}`)),
    failed: () => undefined,
    ...rest,
  });
  const observe = async (...observed: readonly Observed[]) => {
    for (const each of observed) {
      await evaluator.observe(each);
      await settled();
    }
  };
  return { store, raised, evaluator, observe };
}

function slotOf(timestamp: string): number {
  return (Date.parse(timestamp) - SLOT_0) / SLOT_MS;
}

const evaluated: AlertChange = { put: 'evaluated', at: SLOT_0 };
/** The newest ticker of the exchange is this old. */
const seen = (observed: Observed, number: number): Observed => ({
  ...observed,
  exchangeSeenAt: () => SLOT_0 + number * SLOT_MS,
});

describe('after a restart that took longer than an alert about absence allows', () => {
  test('STALE does not fire before the first ticks', async () => {
    const { raised, observe } = setUp({ condition: STALE, stored: [evaluated] });
    await observe(passing(100), passing(100.1), btc(101, 5), btc(102, 5), btc(105, 5));
    expect(raised).toEqual([]);
  });

  test('STALE fires if the first ticks have no value either', async () => {
    const { raised, observe } = setUp({ condition: STALE, stored: [evaluated] });
    await observe(passing(100), slot(101), slot(102));
    expect(raised).toEqual([]);
    await observe(slot(103));
    expect(raised).toEqual(['alert.fired 103']);
  });

  test('STALE that has fired resolves with the first value', async () => {
    const state = { isFiring: true, firedAt: SLOT_0, lastSeenAt: SLOT_0 - MINUTE_MS };
    const firing: AlertChange = { put: 'state', ruleId: 'rule-1', state };
    const { raised, observe } = setUp({ condition: STALE, stored: [evaluated, firing] });
    await observe(passing(100), btc(101, 5));
    expect(raised).toEqual(['alert.resolved 101']);
  });

  test('GAP fires with the first tick, not before it', async () => {
    const { raised, observe } = setUp({ condition: { type: 'GAP' }, stored: [evaluated] });
    await observe(passing(100), slot(101));
    expect(raised).toEqual(['alert.fired 101']);
  });

  test('EXCHANGE_DOWN does not count from the tickers of before', async () => {
    const { raised, observe } = setUp({ condition: DOWN, stored: [evaluated] });
    await observe(seen(slot(100), 0), seen(slot(101), 0));
    expect(raised).toEqual([]);
    await observe(seen(slot(102), 0));
    expect(raised).toEqual(['alert.fired 102']);
  });
});

test('EXCHANGE_DOWN of a new rule fires at once if the exchange has been down for as long', async () => {
  const { raised, observe, store } = setUp({ condition: above('1000'), stored: [evaluated] });
  await observe(seen(slot(1), 1), seen(slot(2), 1));
  const rule = alertRule(DOWN, { id: 'new', validFrom: SLOT_0 + 2.5 * SLOT_MS });
  await store.commit(() => ({ changes: [{ put: 'rule', rule }], result: undefined }));
  await observe(seen(slot(3), 1));
  expect(raised).toEqual(['alert.fired 3']);
});

test('EXCHANGE_DOWN of a new rule counts from its first observation if the exchange was never seen', async () => {
  const { raised, observe, store } = setUp({ condition: above('1000'), stored: [evaluated] });
  await observe(slot(1), slot(2), slot(3), slot(4), slot(5));
  const rule = alertRule(DOWN, { id: 'new', validFrom: SLOT_0 + 5.5 * SLOT_MS });
  await store.commit(() => ({ changes: [{ put: 'rule', rule }], result: undefined }));
  await observe(slot(6), slot(7));
  expect(raised).toEqual([]);
  await observe(slot(8));
  expect(raised).toEqual(['alert.fired 8']);
});

describe('while the store cannot be reached, nothing is published', () => {
  test.each([
    ['STALE', STALE],
    ['GAP', { type: 'GAP' }],
  ] as const)(
    '%s does not fire after it: slots of that time are published late',
    async (_name, condition) => {
      const { store, raised, observe } = setUp({ condition, stored: [evaluated] });
      await observe(btc(1, 5));
      store.failure = new Error('away');
      for (let at = 3.1; at < 8; at += 0.5) await observe(passing(at));
      store.failure = undefined;
      await observe(passing(8), ...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => btc(number, 5)), btc(10, 5));
      expect(raised).toEqual([]);
    },
  );

  test('STALE fires later if no value comes after it', async () => {
    const { store, raised, observe } = setUp({ condition: STALE, stored: [evaluated] });
    await observe(btc(1, 5));
    store.failure = new Error('away');
    await observe(passing(4));
    store.failure = undefined;
    await observe(passing(5), passing(6), passing(7));
    expect(raised).toEqual([]);
    await observe(passing(8));
    expect(raised).toEqual(['alert.fired 8']);
  });
});

test('STALE fires while the service runs and publishes nothing', async () => {
  const { raised, observe } = setUp({ condition: STALE, stored: [evaluated] });
  await observe(btc(1, 5), passing(3.1));
  expect(raised).toEqual(['alert.fired 3.1']);
});

describe('a rule whose client may not have its data', () => {
  test('is not evaluated, and does not fire for that time when the client may again', async () => {
    let isEntitled = false;
    const { store, raised, observe } = setUp({ stored: [evaluated], isEntitled: () => isEntitled });
    await observe(btc(1, 101), btc(2, 99));
    expect(store.records.evaluatedAt).toBe(SLOT_0 + 2 * SLOT_MS);
    isEntitled = true;
    await observe(btc(3, 99));
    expect(raised).toEqual([]);
    await observe(btc(4, 101));
    expect(raised).toEqual(['alert.fired 4']);
  });

  test('that has fired resolves when the client may again', async () => {
    let isEntitled = true;
    const { raised, observe } = setUp({ stored: [evaluated], isEntitled: () => isEntitled });
    await observe(btc(1, 101));
    isEntitled = false;
    await observe(btc(2, 99), btc(3, 99));
    expect(raised).toEqual(['alert.fired 1']);
    isEntitled = true;
    await observe(btc(4, 99));
    expect(raised).toEqual(['alert.fired 1', 'alert.resolved 4']);
  });

  test('of a time without ticks counts anew', async () => {
    let isEntitled = true;
    const { raised, observe } = setUp({
      condition: { type: 'MOVED', index: BTC, percent: '5', withinSeconds: 300 },
      stored: [evaluated],
      isEntitled: () => isEntitled,
    });
    await observe(btc(1, 100));
    isEntitled = false;
    await observe(btc(2, 100));
    isEntitled = true;
    // History has no price: the window begins here.
    await observe(btc(3, 110), btc(4, 111));
    expect(raised).toEqual([]);
  });

  test('that cannot be checked affects no other rule', async () => {
    const other: AlertChange = { put: 'rule', rule: alertRule(above('100'), { ...OLD, id: 'other' }) };
    const { raised, observe } = setUp({
      stored: [evaluated, other],
      isEntitled: ({ id }) => {
        if (id === 'rule-1') throw new Error('no condition');
        return true;
      },
    });
    await observe(btc(1, 101));
    expect(raised).toEqual(['alert.fired 1']);
  });
});

describe('the newest slot that was evaluated', () => {
  const numberOf = ({ evaluatedSlot }: AlertEvaluator) =>
    evaluatedSlot === undefined ? undefined : (evaluatedSlot - SLOT_0) / SLOT_MS;

  test('begins with that of the process before, and follows the ticks', async () => {
    const { evaluator, observe } = setUp({ stored: [evaluated], publishedBefore: SLOT_0 + SLOT_MS });
    expect(numberOf(evaluator)).toBe(1);
    await observe(btc(2, 5), passing(2.5), btc(3, 5));
    expect(numberOf(evaluator)).toBe(3);
  });

  test('follows the ticks without any alert', async () => {
    const { evaluator, observe, store } = setUp({});
    await store.commit(() => ({ changes: [{ remove: 'rule', id: 'rule-1' }], result: undefined }));
    expect(numberOf(evaluator)).toBeUndefined();
    await observe(btc(2, 5));
    expect(numberOf(evaluator)).toBe(2);
  });

  test('stands still while nothing can be stored', async () => {
    const { evaluator, observe, store } = setUp({ stored: [evaluated] });
    await observe(btc(1, 5));
    store.failure = new Error('disk full');
    await observe(btc(2, 5), btc(3, 5));
    expect([numberOf(evaluator), evaluator.storedSlot]).toEqual([1, SLOT_0 + SLOT_MS]);
    store.failure = undefined;
    await observe(btc(4, 5));
    expect(numberOf(evaluator)).toBe(4);
  });

  test('stands still while the past of an alert is not read', async () => {
    const { evaluator, observe } = setUp({ stored: [evaluated], readValues: () => new Promise(() => {}) });
    await observe(btc(1, 5), btc(2, 5));
    expect(numberOf(evaluator)).toBe(0);
  });

  test('stands still if an alert cannot be evaluated', async () => {
    const broken = alertRule({ type: 'FLAG', index: null } as never, { ...OLD, id: 'broken' });
    const { evaluator, observe } = setUp({ stored: [evaluated, { put: 'rule', rule: broken }] });
    await observe(btc(1, 5), btc(2, 5));
    // Heartbeats of other clients do not stand still.
    expect([numberOf(evaluator), evaluator.storedSlot]).toEqual([0, SLOT_0 + 2 * SLOT_MS]);
  });
});

describe('at speed 600, where evaluations without a slot are 20 slots apart', () => {
  test('rules about absence fire', async () => {
    const { raised, observe } = setUp({ condition: STALE, stored: [evaluated], speed: 600 });
    await observe(btc(1, 5), passing(45), passing(65));
    expect(raised).toEqual(['alert.fired 45']);
  });

  test('a pause of some real seconds counts as an absence', async () => {
    const { raised, observe } = setUp({ condition: STALE, stored: [evaluated], speed: 600 });
    await observe(btc(1, 5), passing(102), btc(103, 5));
    expect(raised).toEqual([]);
  });
});

test('a pause of the whole process counts as an absence', async () => {
  const { raised, observe } = setUp({ condition: STALE, stored: [evaluated] });
  await observe(btc(1, 5), passing(1 + (10 * MINUTE_MS) / SLOT_MS), btc(22, 5));
  expect(raised).toEqual([]);
});
