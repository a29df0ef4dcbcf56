import { describe, expect, test } from 'vitest';
import { AlertEvaluator, type Observed } from '../../../src/alerts/alert-evaluator.ts';
import type { RaisedAlert } from '../../../src/alerts/rules/raised-alert.ts';
import type { AlertRule } from '../../../src/alerts/rules/alert-rule.ts';
import type { PricePoint } from '../../../src/alerts/rules/price-window.ts';
import type { ObservedValue } from '../../../src/alerts/rules/rule-state.ts';
import type { AlertChange, Delivery } from '../../../src/alerts/store/alert-store.ts';
import { maskOf } from '../../../src/core/index-value.ts';
import { formatDatetime, SLOT_MS, type Millis } from '../../../src/core/time.ts';
import {
  above,
  alertRule,
  BTC,
  btc,
  delivery,
  endpoint,
  KRAKEN,
  MemoryAlertStore,
  passing,
  slot,
  SLOT_0,
} from '../../support/alert-rules.ts';
import { settled } from '../../support/settled.ts';

const WITH_ENDPOINT = { endpointIds: ['endpoint-1'], validFrom: SLOT_0 - 100 * SLOT_MS };
const MOVED = { type: 'MOVED', index: BTC, percent: '5', withinSeconds: 300 } as const;

interface SetUp {
  readonly rules: readonly AlertRule[];
  readonly stored?: readonly AlertChange[];
  /** BTC by slot number. */
  readonly past?: Readonly<Record<number, number | ObservedValue>>;
}

interface Options {
  readonly source?: string;
  readonly isEntitled?: (rule: AlertRule) => boolean;
  readonly publishedBefore?: Millis;
}

function setUp({ rules, stored = [], past = {} }: SetUp, parts: Options = {}) {
  const store = new MemoryAlertStore([
    { put: 'endpoint', endpoint: endpoint() },
    ...rules.map((rule): AlertChange => ({ put: 'rule', rule })),
    ...stored,
  ]);
  const raised: RaisedAlert[] = [];
  const failures: unknown[] = [];
  const dead: (string | undefined)[] = [];
  const reads: [Millis, Millis][] = [];

  const open = () =>
    new AlertEvaluator({
      store,
      readValues: async (_series, after, upTo) => {
        reads.push([after, upTo]);
        return Object.entries(past)
          .map(([number, value]): PricePoint => ({
            at: SLOT_0 + Number(number) * SLOT_MS,
            ...(typeof value === 'number' ? { price: value, flags: 0 } : value),
          }))
          .filter(({ at }) => at > after && at <= upTo);
      },
      now: () => SLOT_0,
      source: parts.source,
      speed: 1,
      isEntitled: parts.isEntitled ?? (() => true),
      publishedBefore: parts.publishedBefore,
      onDead: ({ problem }) => dead.push(problem),
      onRaised: (all) => raised.push(...all),
      failed: (error) => failures.push(error),
    });
  const evaluator = open();
  const observe = async (...observed: Observed[]) => {
    for (const each of observed) {
      await evaluator.observe(each);
      await settled();
    }
  };
  const outbox = () =>
    [...store.records.deliveries()].map(({ body }) => JSON.parse(body) as { type: string; data: object });
  return { store, raised, failures, dead, reads, evaluator, observe, outbox };
}

describe('an alert', () => {
  test('is in the outbox with its state in one commit, before it is announced', async () => {
    const { store, raised, observe } = setUp({
      rules: [alertRule(above('100'), { ...WITH_ENDPOINT, name: 'high' })],
    });
    await observe(btc(1, 101));
    expect(store.records.stateOf('rule-1')).toEqual({ isFiring: true, firedAt: SLOT_0 + SLOT_MS });
    const [delivery] = [...store.records.deliveries()] as [Delivery];
    expect(delivery).toMatchObject({
      id: expect.stringMatching(/^msg_[0-9a-f]{32}$/) as string,
      alertId: 'rule-1',
      clientId: 'client-1',
      endpointId: 'endpoint-1',
      status: 'PENDING',
      needs: ['read:index-ticker'],
      nextAttemptAt: SLOT_0,
    });
    expect(JSON.parse(delivery.body)).toEqual({
      type: 'alert.fired',
      timestamp: '2026-01-31T00:00:30.000Z',
      data: {
        alertId: 'rule-1',
        name: 'high',
        alertType: 'ABOVE',
        firedAt: '2026-01-31T00:00:30.000Z',
        index: 'BTC',
        indexId: BTC.indexId,
        indexType: 'GWA',
        threshold: '100',
        price: '101',
      },
    });
    expect(raised.map(({ message }) => message)).toEqual([JSON.parse(delivery.body)]);
  });

  test('names the source of data that are not live', async () => {
    const { outbox, observe } = setUp(
      { rules: [alertRule(above('100'), WITH_ENDPOINT)] },
      { source: 'simulator' },
    );
    await observe(btc(1, 101));
    expect(outbox()[0]?.data).toMatchObject({ source: 'simulator' });
  });

  test('whose commit was made although its answer was lost is delivered once, with one id', async () => {
    const { store, raised, observe } = setUp({ rules: [alertRule(above('100'), WITH_ENDPOINT)] });
    await observe(btc(1, 99));
    store.failureAfterCommit = new Error('no answer');
    await observe(btc(2, 101));
    store.failureAfterCommit = undefined;
    await observe(btc(3, 101));
    expect([...store.records.deliveries()]).toHaveLength(1);
    expect(raised.map(({ message }) => message.type)).toEqual(['alert.fired']);
  });

  test('fires for slots that waited for the store while time passed', async () => {
    const { raised, observe } = setUp({ rules: [alertRule(above('100'), WITH_ENDPOINT)] });
    await observe(btc(1, 99), passing(4), btc(2, 101), btc(3, 99));
    expect(raised.map(({ message }) => message.type)).toEqual(['alert.fired', 'alert.resolved']);
  });

  test('is not pushed out by the passing of time while the store is away', async () => {
    const { store, raised, observe } = setUp({ rules: [alertRule(above('100'), WITH_ENDPOINT)] });
    await observe(btc(1, 99));
    store.failure = new Error('away');
    await observe(btc(2, 101));
    for (let second = 1; second <= 100; second++) await observe(passing(3 + second / 30));
    store.failure = undefined;
    await observe(btc(10, 99));
    expect(raised.map(({ message }) => message.type)).toEqual(['alert.fired', 'alert.resolved']);
  });

  test('does not fire for a tick before its creation, which a new leader or a restart shows again', async () => {
    const rule = alertRule(above('100'), { ...WITH_ENDPOINT, validFrom: SLOT_0 + 1.5 * SLOT_MS });
    for (const publishedBefore of [SLOT_0 + SLOT_MS, undefined]) {
      const { raised, observe } = setUp(
        { rules: [rule] },
        publishedBefore === undefined ? {} : { publishedBefore },
      );
      await observe(btc(1, 101), btc(2, 99));
      expect(raised).toEqual([]);
    }
  });

  test('of a broken rule affects no other rule', async () => {
    const broken = alertRule({ type: 'ABOVE' } as never, { ...WITH_ENDPOINT, id: 'broken' });
    const { raised, failures, observe } = setUp({ rules: [broken, alertRule(above('100'), WITH_ENDPOINT)] });
    await observe(btc(1, 101), btc(2, 102));
    expect(raised).toHaveLength(1);
    expect(failures).toHaveLength(1);
  });

  test('that cannot be stored is neither announced nor lost', async () => {
    const { store, raised, failures, observe, outbox } = setUp({
      rules: [alertRule(above('100'), WITH_ENDPOINT)],
    });
    await observe(btc(1, 99));
    store.failure = new Error('disk full');
    await observe(btc(2, 101));
    expect([raised, outbox(), failures]).toEqual([[], [], [store.failure]]);
    store.failure = undefined;
    await observe(btc(3, 101));
    expect(outbox().map(({ type }) => type)).toEqual(['alert.fired']);
  });

  test('of a slot that could not be stored fires with the next one, once, also if it is over by then', async () => {
    const { store, observe, outbox } = setUp({ rules: [alertRule(above('100'), WITH_ENDPOINT)] });
    await observe(btc(1, 99));
    store.failure = new Error('away');
    await observe(btc(2, 101), btc(3, 102), btc(4, 99));
    store.failure = undefined;
    await observe(btc(5, 99), btc(6, 99));
    expect(outbox()).toMatchObject([
      { type: 'alert.fired', data: { price: '101' }, timestamp: '2026-01-31T00:01:00.000Z' },
      { type: 'alert.resolved', timestamp: '2026-01-31T00:02:00.000Z' },
    ]);
  });

  test('of missing slots that could not be stored is not lost', async () => {
    const { store, observe, outbox } = setUp({ rules: [alertRule({ type: 'GAP' }, WITH_ENDPOINT)] });
    await observe(slot(1));
    store.failure = new Error('away');
    await observe(slot(5));
    store.failure = undefined;
    await observe(slot(6));
    expect(outbox().map(({ type }) => type)).toEqual(['alert.fired', 'alert.resolved']);
  });

  test('of a rule whose past was read while nothing could be stored fires later', async () => {
    const { store, observe, outbox } = setUp({
      rules: [alertRule(above('100'), WITH_ENDPOINT)],
      stored: [{ put: 'evaluated', at: SLOT_0 }],
      past: { 1: 101, 2: 99 },
    });
    store.failure = new Error('away');
    await observe(btc(3, 99));
    store.failure = undefined;
    await observe(btc(4, 99));
    expect(outbox().map(({ type }) => type)).toEqual(['alert.fired', 'alert.resolved']);
  });

  test('of missing slots counts those that another process published', async () => {
    const rules = [alertRule({ type: 'GAP' }, WITH_ENDPOINT)];
    const stored: AlertChange[] = [{ put: 'evaluated', at: SLOT_0 }];
    const published = setUp({ rules, stored }, { publishedBefore: SLOT_0 + 3 * SLOT_MS });
    await published.observe(slot(4));
    expect(published.outbox()).toEqual([]);
    const missing = setUp({ rules, stored });
    await missing.observe(slot(4));
    expect(missing.outbox().map(({ type }) => type)).toEqual(['alert.fired']);
  });

  test('without endpoints is only announced', async () => {
    const { raised, observe, outbox } = setUp({ rules: [alertRule(above('100'), { validFrom: SLOT_0 })] });
    await observe(btc(1, 101), btc(2, 99));
    expect(outbox()).toEqual([]);
    expect(raised.map(({ message }) => message.type)).toEqual(['alert.fired', 'alert.resolved']);
  });

  test('for a disabled endpoint is dead at once, so that it can be replayed', async () => {
    const { store, dead, observe } = setUp({
      rules: [alertRule(above('100'), WITH_ENDPOINT)],
      stored: [{ put: 'endpoint', endpoint: endpoint({ disabledAt: SLOT_0 }) }],
    });
    await observe(btc(1, 101));
    expect([...store.records.deliveries()]).toMatchObject([{ status: 'DEAD', problem: 'ENDPOINT' }]);
    expect(dead).toEqual(['ENDPOINT']);
  });

  test('for an endpoint with a full queue is dead at once, and reported once it is durable', async () => {
    const { store, dead, observe } = setUp({
      rules: [alertRule(above('100'), WITH_ENDPOINT)],
      stored: Array.from({ length: 10_000 }, (_, i): AlertChange => ({
        put: 'delivery',
        delivery: delivery({ id: `waiting ${i}` }),
      })),
    });
    store.failure = new Error('disk full');
    await observe(btc(1, 101));
    expect(dead).toEqual([]);
    store.failure = undefined;
    await observe(btc(2, 101));
    expect(dead).toEqual(['FULL']);
  });

  test('of a client that was removed is not evaluated', async () => {
    const rules = [
      alertRule(above('100'), { ...WITH_ENDPOINT, clientId: 'removed' }),
      alertRule(above('100'), { ...WITH_ENDPOINT, id: 'rule-2' }),
    ];
    const { raised, observe } = setUp({ rules }, { isEntitled: ({ clientId }) => clientId === 'client-1' });
    await observe(btc(1, 101), btc(2, 101));
    expect(raised.map(({ rule }) => rule.id)).toEqual(['rule-2']);
  });
});

describe('after a restart', () => {
  const evaluated: AlertChange = { put: 'evaluated', at: SLOT_0 };

  test('an alert that has fired does not fire again, and resolves', async () => {
    const { observe, outbox } = setUp({
      rules: [alertRule(above('100'), WITH_ENDPOINT)],
      stored: [evaluated, { put: 'state', ruleId: 'rule-1', state: { isFiring: true, firedAt: SLOT_0 } }],
    });
    await observe(btc(1, 101), btc(2, 99));
    expect(outbox().map(({ type }) => type)).toEqual(['alert.resolved']);
  });

  test('stored ticks that were not evaluated are, once', async () => {
    const { observe, outbox } = setUp({
      rules: [alertRule(above('100'), WITH_ENDPOINT)],
      stored: [evaluated],
      past: { [-1]: 150, 0: 99, 1: 101, 2: 99 },
    });
    await observe(btc(3, 99));
    expect(outbox()).toMatchObject([
      { type: 'alert.fired', timestamp: '2026-01-31T00:00:30.000Z' },
      { type: 'alert.resolved', timestamp: '2026-01-31T00:01:00.000Z' },
    ]);
  });

  test('the window of a move is read from history, and a move in it does not fire twice', async () => {
    const { observe, outbox } = setUp({
      rules: [alertRule(MOVED, WITH_ENDPOINT)],
      stored: [evaluated, { put: 'state', ruleId: 'rule-1', state: { isFiring: true, firedAt: SLOT_0 } }],
      past: { [-3]: 100, [-2]: 100, [-1]: 100, 0: 110 },
    });
    await observe(btc(1, 110));
    expect(outbox()).toEqual([]);
  });

  describe('STALE', () => {
    const STALE = { type: 'STALE', index: BTC, forSeconds: 600 } as const;
    const SLOTS = 600_000 / SLOT_MS;
    const CARRIED = { price: 100, flags: maskOf('CARRIED') };
    const longAgo = SLOT_0 - 9 * 86_400_000;
    const resolved: AlertChange = {
      put: 'state',
      ruleId: 'rule-1',
      state: { isFiring: false, firedAt: longAgo - 1, lastSeenAt: longAgo },
    };
    const carried = (from: number, to: number) =>
      Object.fromEntries(Array.from({ length: to - from + 1 }, (_, i) => [from + i, CARRIED]));
    const restarted = (past: SetUp['past'], stored: readonly AlertChange[] = [resolved]) =>
      setUp({ rules: [alertRule(STALE, WITH_ENDPOINT)], stored: [evaluated, ...stored], past: past ?? {} });

    test('counts from the last new value in history, not from the last event', async () => {
      // The last new value is older than the slots that are evaluated again.
      const { observe, outbox } = restarted({ [-15]: 100, ...carried(-14, 0) });
      await observe(btc(1, CARRIED), btc(SLOTS - 16, CARRIED));
      expect(outbox()).toEqual([]);
      await observe(btc(SLOTS - 15, CARRIED));
      expect(outbox()).toMatchObject([
        { type: 'alert.fired', data: { since: formatDatetime(SLOT_0 - 15 * SLOT_MS) } },
      ]);
    });

    test('fires if history has no new value for so long, with the start of what was read', async () => {
      const { observe, outbox, reads } = restarted({});
      await observe(slot(1));
      const [[after]] = reads as [[Millis, Millis]];
      expect(SLOT_0 + SLOT_MS - after).toBeGreaterThanOrEqual(600_000);
      expect(outbox()).toMatchObject([{ type: 'alert.fired', data: { since: formatDatetime(after) } }]);
    });

    test('that has fired keeps its instant, and resolves with the next value', async () => {
      const firing = { isFiring: true, firedAt: longAgo + 600_000, lastSeenAt: longAgo };
      const { observe, outbox, store } = restarted(carried(-20, 0), [
        { put: 'state', ruleId: 'rule-1', state: firing },
      ]);
      await observe(btc(1, CARRIED));
      expect([outbox(), store.records.stateOf('rule-1')?.lastSeenAt]).toEqual([[], longAgo]);
      await observe(btc(2, 100));
      expect(outbox().map(({ type }) => type)).toEqual(['alert.resolved']);
    });

    test('that is new counts from its creation if the index has no history', async () => {
      const { observe, outbox } = setUp({
        rules: [alertRule(STALE, { ...WITH_ENDPOINT, validFrom: SLOT_0 + 1 })],
      });
      await observe(slot(1), slot(SLOTS));
      expect(outbox()).toEqual([]);
      await observe(slot(SLOTS + 1));
      expect(outbox().map(({ type }) => type)).toEqual(['alert.fired']);
    });
  });

  test('EXCHANGE_DOWN does not count from its last event', async () => {
    const { observe, outbox } = setUp({
      rules: [alertRule({ type: 'EXCHANGE_DOWN', exchangeId: KRAKEN, forSeconds: 60 }, WITH_ENDPOINT)],
      stored: [
        evaluated,
        { put: 'state', ruleId: 'rule-1', state: { isFiring: false, lastSeenAt: SLOT_0 - 86_400_000 } },
      ],
    });
    await observe(slot(1), slot(2));
    expect(outbox()).toEqual([]);
    await observe(slot(3));
    expect(outbox()).toMatchObject([{ data: { since: formatDatetime(SLOT_0 + SLOT_MS) } }]);
  });

  test('missing slots count from the last evaluated one', async () => {
    const { observe, outbox } = setUp({
      rules: [alertRule({ type: 'GAP' }, WITH_ENDPOINT)],
      stored: [evaluated],
    });
    await observe(slot(4));
    expect(outbox()[0]?.data).toMatchObject({ alertType: 'GAP', missingSlots: 3 });
  });
});

describe('a new rule', () => {
  test('does not fire for ticks from before it', async () => {
    const { observe, outbox } = setUp({
      rules: [alertRule(above('100'), { endpointIds: ['endpoint-1'], validFrom: SLOT_0 + 2 * SLOT_MS + 1 })],
      stored: [{ put: 'evaluated', at: SLOT_0 }],
      past: { 1: 101, 2: 101 },
    });
    await observe(btc(3, 99));
    expect(outbox()).toEqual([]);
  });

  test('of a move knows the prices before it', async () => {
    const { observe, outbox, reads } = setUp({
      rules: [alertRule(MOVED, { endpointIds: ['endpoint-1'], validFrom: SLOT_0 + 1 })],
      past: { [-1]: 100, 0: 100 },
    });
    await observe(btc(1, 106));
    expect(outbox()[0]?.data).toMatchObject({ change: '6', since: '2026-01-31T00:00:00.000Z' });
    expect(reads[0]![1] - reads[0]![0]).toBeGreaterThanOrEqual(300_000);
  });

  test('misses no tick while its past is read', async () => {
    const { evaluator, outbox } = setUp({ rules: [alertRule(above('100'), WITH_ENDPOINT)] });
    await Promise.all([
      evaluator.observe(btc(1, 101)),
      evaluator.observe(btc(2, 99)),
      evaluator.observe(btc(3, 101)),
    ]);
    await settled();
    expect(outbox().map(({ type }) => type)).toEqual(['alert.fired', 'alert.resolved', 'alert.fired']);
  });
});

test('a rule that is changed begins anew; a removed one is not evaluated', async () => {
  const rule = alertRule(above('100'), WITH_ENDPOINT);
  const { store, observe, outbox } = setUp({ rules: [rule] });
  await observe(btc(1, 101));
  const changed = { ...rule, condition: above('200'), validFrom: SLOT_0 + SLOT_MS + 1 };
  const commit = (...changes: AlertChange[]) => store.commit(() => ({ changes, result: undefined }));
  await commit({ put: 'rule', rule: changed }, { put: 'state', ruleId: rule.id, state: { isFiring: false } });
  await observe(btc(2, 150), btc(3, 201));
  expect(outbox().map(({ type, data }) => [type, data])).toMatchObject([
    ['alert.fired', { threshold: '100' }],
    ['alert.fired', { threshold: '200' }],
  ]);
  await commit({ remove: 'rule', id: rule.id });
  await observe(btc(4, 100));
  expect(outbox()).toHaveLength(2);
});

test('a store that cannot be read for the past is reported, and the rule works from then on', async () => {
  const store = new MemoryAlertStore([{ put: 'rule', rule: alertRule(above('100')) }]);
  const failures: unknown[] = [];
  const raised: RaisedAlert[] = [];
  const evaluator = new AlertEvaluator({
    store,
    readValues: () => Promise.reject(new Error('away')),
    now: () => SLOT_0,
    source: undefined,
    speed: 1,
    isEntitled: () => true,
    onDead: () => undefined,
    onRaised: (all) => raised.push(...all),
    failed: (error) => failures.push(error),
  });
  await evaluator.observe(btc(1, 101));
  await settled();
  expect([failures, raised.length]).toEqual([[new Error('away')], 1]);
});

describe('a STALE rule whose past cannot be read', () => {
  async function started(isFiring: boolean) {
    const stale = { type: 'STALE', index: BTC, forSeconds: 60 } as const;
    const store = new MemoryAlertStore([
      { put: 'rule', rule: alertRule(stale, WITH_ENDPOINT) },
      { put: 'state', ruleId: 'rule-1', state: { isFiring, lastSeenAt: SLOT_0 - 86_400_000 } },
      { put: 'evaluated', at: SLOT_0 },
    ]);
    const raised: RaisedAlert[] = [];
    const evaluator = new AlertEvaluator({
      store,
      readValues: () => Promise.reject(new Error('away')),
      now: () => SLOT_0,
      source: undefined,
      speed: 1,
      isEntitled: () => true,
      onDead: () => undefined,
      onRaised: (all) => raised.push(...all),
      failed: () => undefined,
    });
    for (const each of [slot(1), slot(2)]) {
      await evaluator.observe(each);
      await settled();
    }
    return { evaluator, raised };
  }

  test('counts from then on, not from its last event', async () => {
    const { evaluator, raised } = await started(false);
    expect(raised).toEqual([]);
    await evaluator.observe(slot(3));
    expect(raised.map(({ message }) => message.data['since'])).toEqual([formatDatetime(SLOT_0 + SLOT_MS)]);
  });

  test('does not resolve if it had fired', async () => {
    const { evaluator, raised } = await started(true);
    expect(raised).toEqual([]);
    await evaluator.observe(btc(3, 100));
    expect(raised.map(({ message }) => message.type)).toEqual(['alert.resolved']);
  });
});
