import type { Alert, AlertDelivery, Asset, Exchange, Market } from '@tidemark/sdk';
import { describe, expect, test } from 'vitest';
import {
  deliveryText,
  ruleDetails,
  ruleSentence,
  stateWords,
  type Names,
} from '../../../web/src/views/alerts/alert-words.ts';

const BTC = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const BTC_EUR = '0f3c1df8-6a3a-4c0e-b1c5-0d7f8d6a1f43';
const KRAKEN = 'fa75a209-f460-4195-bbcc-56eb72286e3d';
const NAMES: Names = {
  assets: new Map([[BTC, { id: BTC, symbol: 'BTC', name: 'Bitcoin' } as Asset]]),
  markets: new Map([[BTC_EUR, { id: BTC_EUR, name: 'BTC_EUR', quoteSymbol: 'EUR' } as Market]]),
  exchanges: new Map([[KRAKEN, { id: KRAKEN, name: 'Kraken' } as Exchange]]),
};
const NOTHING_LOADED: Names = { assets: new Map(), markets: new Map(), exchanges: new Map() };
const OF_BTC = { index: 'BTC', indexId: BTC, indexType: 'GWA' } as const;

const alertOf = (changes: Partial<Alert>): Alert => ({
  id: KRAKEN,
  type: 'ABOVE',
  ignoreFlagged: true,
  cooldownSeconds: 0,
  enabled: true,
  endpointIds: [],
  state: 'OK',
  createdAt: '2026-01-31T12:00:00.000Z',
  ...changes,
});

describe('a rule in one sentence', () => {
  test.each<[Partial<Alert>, string]>([
    [{ ...OF_BTC, threshold: '70000' }, 'BTC above 70,000 USD'],
    [{ ...OF_BTC, type: 'BELOW', threshold: '1234567.12345' }, 'BTC below 1,234,567.12345 USD'],
    [{ ...OF_BTC, threshold: '0.000012345' }, 'BTC above 0.000012345 USD'],
    [{ index: 'BTC_EUR', indexId: BTC_EUR, indexType: 'MWA', threshold: '999' }, 'BTC_EUR above 999 EUR'],
    [{ index: 'BLX', indexType: 'LX', threshold: '70000' }, 'BLX above 70,000 USD'],
    [{ ...OF_BTC, type: 'MOVED', percent: '5', withinSeconds: 5400 }, 'BTC moves by 5% within 1 h 30 min'],
    [{ ...OF_BTC, type: 'DEVIATION', otherIndex: 'BLX', percent: '0.5' }, 'BTC and BLX differ by 0.5%'],
    [{ ...OF_BTC, type: 'FLAG', flags: ['THIN', 'SINGLE_SOURCE'] }, 'BTC has the flag thin or single source'],
    [{ ...OF_BTC, type: 'STALE', forSeconds: 90 }, 'BTC has no new value for 1 min 30 s'],
    [{ type: 'EXCHANGE_DOWN', exchangeId: KRAKEN, forSeconds: 300 }, 'Kraken sends no ticker for 5 min'],
    [{ type: 'GAP' }, 'Ticks are missing'],
    [{ type: 'DAMAGE' }, 'Stored data is damaged or lost'],
    [{ type: 'LATER' as 'GAP' }, 'LATER'],
    [{ ...OF_BTC, index: BTC, threshold: '1' }, 'BTC (Bitcoin) above 1 USD'],
  ])('of %j', (changes, sentence) => {
    expect(ruleSentence(alertOf(changes), NAMES)).toBe(sentence);
  });

  test('shows ids until names have loaded, and no unit that is not known', () => {
    const ofMarket = { index: BTC_EUR, indexId: BTC_EUR, indexType: 'MWA', threshold: '999' } as const;
    expect(ruleSentence(alertOf(ofMarket), NOTHING_LOADED)).toBe(`${BTC_EUR} above 999`);
    const ofExchange = { type: 'EXCHANGE_DOWN', exchangeId: KRAKEN, forSeconds: 60 } as const;
    expect(ruleSentence(alertOf(ofExchange), NOTHING_LOADED)).toBe(`${KRAKEN} sends no ticker for 1 min`);
  });

  test('is followed by what else is set', () => {
    const set = { ...OF_BTC, hysteresis: '500', ignoreFlagged: false, cooldownSeconds: 1800 };
    expect(ruleDetails(alertOf({ ...set, endpointIds: [KRAKEN] }), NAMES)).toEqual([
      'hysteresis 500 USD',
      'flagged values count',
      'cool-down 30 min',
      '1 endpoint',
    ]);
    expect(ruleDetails(alertOf({ type: 'MOVED', hysteresis: '1' }), NAMES)).toEqual([
      'hysteresis 1%',
      'websocket only',
    ]);
  });
});

describe('the state of an alert', () => {
  const firedAt = '2026-01-31T12:00:30.000Z';
  const silencedUntil = '2026-01-31T13:00:00.000Z';
  const before = Date.parse(silencedUntil) - 1;

  test.each<[Partial<Alert>, string, string]>([
    [{}, 'Waiting', ''],
    [{ firedAt }, 'Waiting', 'last fired 2026-01-31 12:00:30 UTC'],
    [{ state: 'FIRING', firedAt }, 'Firing', 'since 2026-01-31 12:00:30 UTC'],
    [
      { state: 'FIRING', firedAt, silencedUntil, enabled: false },
      'Firing',
      'since 2026-01-31 12:00:30 UTC, disabled, silenced until 2026-01-31 13:00:00 UTC',
    ],
    [{ silencedUntil }, 'Silenced', 'until 2026-01-31 13:00:00 UTC'],
    [{ enabled: false, silencedUntil }, 'Disabled', ''],
  ])('%j', (changes, tag, about) => {
    expect(stateWords(alertOf(changes), before)).toEqual({ tag, about, isWarning: tag === 'Firing' });
  });

  test('is not shown to a token that lacks a scope of the data', () => {
    const { state: _state, ...hidden } = alertOf({});
    expect(stateWords(hidden, before)).toMatchObject({ tag: 'Not shown', isWarning: false });
  });

  test('is waiting again when the silence is over', () => {
    expect(stateWords(alertOf({ silencedUntil }), before + 1).tag).toBe('Waiting');
  });
});

describe('a delivery', () => {
  const sent = {
    type: 'alert.fired',
    timestamp: '2026-01-31T12:00:30.000Z',
    createdAt: '2026-01-31T12:00:32.000Z',
    attempts: 1,
  } as const;
  test.each<[Partial<AlertDelivery>, string]>([
    [{ status: 'DELIVERED', responseStatus: 204 }, 'delivered'],
    [{ status: 'PENDING', attempts: 0 }, 'being sent'],
    [
      {
        status: 'PENDING',
        problem: 'STATUS',
        responseStatus: 500,
        nextAttemptAt: '2026-01-31T12:00:40.000Z',
      },
      'the receiver answered 500, next attempt 2026-01-31 12:00:40 UTC',
    ],
    [{ status: 'DEAD', problem: 'DNS' }, 'not delivered, the name of the receiver cannot be resolved'],
    [{ status: 'DEAD', problem: 'LATER' as 'DNS' }, 'not delivered, for an unknown reason'],
  ])('%j', (changes, words) => {
    expect(deliveryText({ ...sent, ...changes } as AlertDelivery)).toBe(
      `fired 2026-01-31 12:00:30 UTC: ${words}`,
    );
  });
});
