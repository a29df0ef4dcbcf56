import { describe, expect, test } from 'vitest';
import type { AlertRule } from '../../../../src/alerts/rules/alert-rule.ts';
import { evaluate, type AlertEvent } from '../../../../src/alerts/rules/evaluate.ts';
import { NEW_STATE, type Observation, type RuleState } from '../../../../src/alerts/rules/rule-state.ts';
import { maskOf } from '../../../../src/core/index-value.ts';
import { MINUTE_MS, SECOND_MS, SLOT_MS } from '../../../../src/core/time.ts';
import { above, alertRule, BLX, BTC, btc, KRAKEN, slot, SLOT_0 } from '../../../support/alert-rules.ts';

/** The events of a rule, each with the number of its slot. */
function run(rule: AlertRule, observations: readonly Observation[], first: RuleState = NEW_STATE) {
  let state = first;
  const events: (AlertEvent & { readonly slot: number })[] = [];
  for (const observation of observations) {
    const outcome = evaluate(rule, state, observation);
    state = outcome.state;
    if (outcome.event)
      events.push({ ...outcome.event, slot: Math.floor((observation.at - SLOT_0) / SLOT_MS) });
  }
  return { events, state, brief: events.map(({ slot: at, kind }) => `${at} ${kind}`) };
}

const prices = (rule: AlertRule, ...values: number[]) =>
  run(
    rule,
    values.map((price, i) => btc(i, price)),
  );

describe('a level', () => {
  test('fires above it, not at it, and resolves at it', () => {
    const { brief, events } = prices(alertRule(above('100')), 99, 100, 100.01, 101, 100, 99);
    expect(brief).toEqual(['2 fired', '4 resolved']);
    expect(events[0]?.figures).toEqual({ price: '100.01' });
    expect(events[1]).toMatchObject({ firedAt: SLOT_0 + 2 * SLOT_MS, figures: { price: '100' } });
  });

  test('fires below it', () => {
    const rule = alertRule({ type: 'BELOW', index: BTC, threshold: '100' });
    expect(prices(rule, 101, 100, 99.9, 100).brief).toEqual(['2 fired', '3 resolved']);
  });

  test('with hysteresis, a price that swings around it fires once', () => {
    const rule = alertRule(above('100', '5'));
    expect(prices(rule, 101, 99, 101, 95.01, 102, 95, 101).brief).toEqual([
      '0 fired',
      '5 resolved',
      '6 fired',
    ]);
    const below = alertRule({ type: 'BELOW', index: BTC, threshold: '0.3', hysteresis: '0.1' });
    // In doubles 0.3 + 0.1 is 0.4, but 0.7 - 0.1 would be 0.6 and a bit less.
    expect(prices(below, 0.29, 0.39, 0.4).brief).toEqual(['0 fired', '2 resolved']);
    expect(prices(alertRule(above('0.7', '0.1')), 0.71, 0.61, 0.6).brief).toEqual(['0 fired', '2 resolved']);
  });

  test('says nothing in a slot without a value', () => {
    const rule = alertRule(above('100'));
    expect(run(rule, [btc(0, 101), slot(1), btc(2, 101), slot(3), btc(4, 99)]).brief).toEqual([
      '0 fired',
      '4 resolved',
    ]);
  });
});

describe('a flagged value', () => {
  const flagged = (price: number) => ({ price, flags: maskOf('SUSPECT', 'THIN') });
  const conditions = [
    above('100'),
    { type: 'BELOW', index: BTC, threshold: '200' },
    { type: 'MOVED', index: BTC, percent: '5', withinSeconds: 300 },
    { type: 'DEVIATION', index: BTC, otherIndex: BLX, percent: '5' },
  ] as const;

  for (const condition of conditions)
    test(`neither fires nor resolves ${condition.type} by default`, () => {
      const rule = alertRule(condition);
      const at = (number: number, price: number | ReturnType<typeof flagged>) =>
        slot(number, { [BTC.indexId]: price, [BLX.indexId]: 100 });
      expect(run(rule, [at(0, flagged(100)), at(1, flagged(150))]).brief).toEqual([]);
      const firing = { isFiring: true, firedAt: SLOT_0 };
      const over = condition.type === 'BELOW' ? 300 : condition.type === 'ABOVE' ? 50 : 100;
      expect(run(rule, [at(1, flagged(over))], firing).brief).toEqual([]);
      expect(run(rule, [at(1, over)], firing).brief).toEqual(['1 resolved']);
    });

  test('fires with its flags if the rule counts flagged values', () => {
    const rule = alertRule(above('100'), { ignoreFlagged: false });
    expect(run(rule, [btc(0, flagged(101))]).events[0]?.figures).toEqual({
      price: '101',
      flags: ['SUSPECT', 'THIN'],
    });
  });

  test('a move from or to a flagged value has its flags', () => {
    const rule = alertRule(
      { type: 'MOVED', index: BTC, percent: '5', withinSeconds: 300 },
      { ignoreFlagged: false },
    );
    const [event] = run(rule, [btc(0, flagged(100)), btc(1, 110)]).events;
    expect(event?.figures).toMatchObject({ change: '10', flags: ['SUSPECT', 'THIN'] });
  });
});

describe('a move', () => {
  const moved = alertRule({ type: 'MOVED', index: BTC, percent: '5', withinSeconds: 120, hysteresis: '2' });

  test('counts from any price within the window, in both directions', () => {
    const rise = prices(moved, 100, 99, 101, 104);
    expect(rise.brief).toEqual(['3 fired']);
    expect(rise.events[0]?.figures).toEqual({ price: '104', change: '5.0505', since: SLOT_0 + SLOT_MS });
    const fall = prices(moved, 100, 101, 95.9);
    expect(fall.events[0]?.figures).toMatchObject({ change: '-5.0495', since: SLOT_0 + SLOT_MS });
  });

  test('does not count from prices before the window', () => {
    expect(prices(moved, 100, 101, 102, 103, 104, 105).brief).toEqual([]);
    expect(prices(moved, 100, 101, 102, 103, 105).brief).toEqual(['4 fired']);
  });

  test('resolves when the largest move has gone back behind the hysteresis', () => {
    const { brief } = prices(moved, 100, 106, 106, 106, 106, 106, 106);
    expect(brief).toEqual(['1 fired', '5 resolved']);
  });
});

describe('a deviation', () => {
  const rule = alertRule({ type: 'DEVIATION', index: BTC, otherIndex: BLX, percent: '2' });
  const both = (number: number, a: number, b: number) => slot(number, { [BTC.indexId]: a, [BLX.indexId]: b });

  test('compares two values of one slot', () => {
    const { brief, events } = run(rule, [both(0, 101, 100), both(1, 98, 100), both(2, 99, 100)]);
    expect(brief).toEqual(['1 fired', '2 resolved']);
    expect(events[0]?.figures).toEqual({ price: '98', otherPrice: '100', change: '-2' });
  });

  test('says nothing if one of them has no value', () => {
    expect(run(rule, [btc(0, 200)]).brief).toEqual([]);
  });
});

test('a flag rule fires on any of its flags, and resolves without them', () => {
  const rule = alertRule({ type: 'FLAG', index: BTC, flags: ['SUSPECT', 'SPLIT'] });
  const { brief, events } = run(rule, [
    btc(0, { price: 1, flags: maskOf('THIN') }),
    btc(1, { price: 1, flags: maskOf('THIN', 'SPLIT') }),
    btc(2, { price: 1, flags: maskOf('THIN') }),
  ]);
  expect(brief).toEqual(['1 fired', '2 resolved']);
  expect(events[0]?.figures.flags).toEqual(['SPLIT', 'THIN']);
});

describe('absence', () => {
  const stale = alertRule({ type: 'STALE', index: BTC, forSeconds: 90 });

  test('a carried value is not new', () => {
    const carried = { price: 1, flags: maskOf('CARRIED') };
    const { brief, events } = run(stale, [btc(0, 1), btc(1, carried), slot(2), btc(3, carried), btc(4, 1)]);
    expect(brief).toEqual(['3 fired', '4 resolved']);
    expect(events[0]?.figures).toEqual({ since: SLOT_0 });
  });

  test('time passes without slots, and a new rule begins to count when it is first evaluated', () => {
    const beat = (seconds: number) => slot(0, {}, { at: SLOT_0 + seconds * SECOND_MS, isSlot: false });
    expect(run(stale, [beat(10), beat(99)]).brief).toEqual([]);
    expect(run(stale, [beat(10), beat(100)]).brief).toEqual(['3 fired']);
  });

  test('an exchange is down if none of its tickers was delivered', () => {
    const rule = alertRule({ type: 'EXCHANGE_DOWN', exchangeId: KRAKEN, forSeconds: 60 });
    const seen = (number: number, deliveredIn: number | undefined) =>
      slot(
        number,
        {},
        {
          exchangeSeenAt: (id) =>
            id === KRAKEN && deliveredIn !== undefined ? SLOT_0 + deliveredIn * SLOT_MS : undefined,
        },
      );
    const { brief } = run(rule, [seen(0, 0), seen(1, 0), seen(2, 0), seen(3, undefined), seen(4, 4)]);
    expect(brief).toEqual(['2 fired', '4 resolved']);
  });
});

describe('a gap', () => {
  const rule = alertRule({ type: 'GAP' });
  const from = (number: number, previous: number, changes: Partial<Observation> = {}) =>
    slot(number, {}, { previousSlot: SLOT_0 + previous * SLOT_MS, ...changes });

  test('fires in the slot after it, with its length', () => {
    const { brief, events } = run(rule, [from(1, 0), from(4, 1), from(5, 4)]);
    expect(brief).toEqual(['4 fired', '5 resolved']);
    expect(events[0]?.figures).toEqual({ missingSlots: 2 });
  });

  test('fires between slots once a slot is missing, not while it is late', () => {
    const late = (ms: number) => from(0, 0, { at: SLOT_0 + ms, isSlot: false });
    expect(run(rule, [late(SLOT_MS + 29_000)]).brief).toEqual([]);
    expect(run(rule, [late(2 * SLOT_MS)]).events[0]?.figures).toEqual({ missingSlots: 1 });
  });

  test('slots from before the rule do not count', () => {
    const young = alertRule({ type: 'GAP' }, { validFrom: SLOT_0 + 9 * SLOT_MS + 1 });
    expect(run(young, [from(10, 0)]).brief).toEqual([]);
  });
});

test('damage fires while there is any', () => {
  const { brief } = run(alertRule({ type: 'DAMAGE' }), [slot(0), slot(1, {}, { damagedParts: 3 }), slot(2)]);
  expect(brief).toEqual(['1 fired', '2 resolved']);
});

describe('what keeps an alert from firing', () => {
  test('a cool-down: it fires at its end if the condition is still true', () => {
    const rule = alertRule(above('100'), { cooldownSeconds: 120 });
    const swinging = prices(rule, 101, 99, 101, 99, 101, 99);
    expect(swinging.brief).toEqual(['0 fired', '1 resolved', '4 fired', '5 resolved']);
    expect(prices(rule, 101, 99, 101, 101, 101).brief).toEqual(['0 fired', '1 resolved', '4 fired']);
  });

  test('silence: it fires at its end if the condition is still true, and resolves during it', () => {
    const rule = alertRule(above('100'), { silencedUntil: SLOT_0 + MINUTE_MS });
    expect(prices(rule, 101, 101, 101).brief).toEqual(['2 fired']);
    expect(run(rule, [btc(0, 99)], { isFiring: true, firedAt: SLOT_0 }).brief).toEqual(['0 resolved']);
  });

  test('being disabled; an alert that has fired still resolves', () => {
    const rule = alertRule(above('100'), { enabled: false });
    expect(prices(rule, 101, 102).brief).toEqual([]);
    expect(run(rule, [btc(0, 99)], { isFiring: true, firedAt: SLOT_0 }).brief).toEqual(['0 resolved']);
  });
});
