import { describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../../src/core/time.ts';
import { estimateMarket, type Observation } from '../../../../src/engine/market/estimate-market.ts';
import { freshnessWeight } from '../../../../src/engine/market/freshness.ts';
import { readPositive } from '../../../../src/engine/numbers/read-number.ts';
import { hasValidQuote, priceOf } from '../../../../src/engine/market/screen.ts';
import { trustWeight } from '../../../../src/engine/market/trust.ts';
import { AT, METHODOLOGY, Ticking, type WorldPlan } from '../small-world.ts';

const { freshness, trust } = METHODOLOGY;

function saying(exchangeId: string, change: Partial<Observation> = {}): Observation {
  return { exchangeId, last: 100, volume: 1, k: 0, trust: 1, ...change };
}

function outcomeOf(change: Partial<Observation>) {
  const others = ['b', 'c', 'd', 'e'].map((id) => saying(id));
  return estimateMarket([saying('a', change), ...others], { at: AT }).outcomes.get('a');
}

describe('one ticker', () => {
  test('is accepted without a reason for refusal', () => {
    expect(outcomeOf({})).toBe('ACCEPTED');
  });

  test.each([NaN, Infinity, -Infinity, 0, -1, -0])('is a bad number with last or volume %s', (bad) => {
    expect(outcomeOf({ last: bad })).toBe('BAD_NUMBER');
    expect(outcomeOf({ volume: bad })).toBe('BAD_NUMBER');
  });

  test('may be from the future by a minute, not more', () => {
    expect(outcomeOf({ lastMoved: AT + MINUTE_MS })).toBe('ACCEPTED');
    expect(outcomeOf({ lastMoved: AT + MINUTE_MS + 1 })).toBe('BAD_TIME');
    expect(outcomeOf({ lastMoved: NaN })).toBe('BAD_TIME');
  });

  test('is an outlier more than 5 % from the reference', () => {
    expect(outcomeOf({ last: 105 })).toBe('ACCEPTED');
    expect(outcomeOf({ last: 105.01 })).toBe('OUTLIER');
    expect(outcomeOf({ last: 94.99 })).toBe('OUTLIER');
  });

  test('is stale more than 60 ticks behind the freshest', () => {
    expect(outcomeOf({ k: 60 })).toBe('ACCEPTED');
    expect(outcomeOf({ k: 61 })).toBe('STALE');
  });

  test('a number is read strictly', () => {
    for (const garbage of [
      '',
      ' ',
      '1 ',
      'NaN',
      'Infinity',
      '1e999',
      '-1',
      '0',
      '0x10',
      '1_000',
      '1,5',
      '.',
      'e5',
    ]) {
      expect(readPositive(garbage), garbage).toBe(0);
    }
    expect(readPositive(undefined)).toBe(0);
    expect([readPositive('1.5'), readPositive('.5'), readPositive('7.'), readPositive('1e-30')]).toEqual([
      1.5, 0.5, 7, 1e-30,
    ]);
  });
});

describe('the reference data', () => {
  const plan: WorldPlan = {
    exchanges: { a: 'A', b: 'A', c: 'A', closed: 'A', delisted: 'A', unqualified: 'A' },
    markets: { 'bitcoin/us-dollar': ['a', 'b', 'c', 'closed', 'delisted', 'unqualified'] },
    change: (exchange) => {
      if (exchange.name === 'closed') return { ...exchange, status: 'MAINTENANCE' };
      const listings = exchange.listings.map((listing) => ({
        ...listing,
        status: exchange.name === 'delisted' ? ('INACTIVE' as const) : listing.status,
        qualified: exchange.name !== 'unqualified',
      }));
      return { ...exchange, listings };
    },
  };

  test('refuses an exchange or market that is not ACTIVE, and one that is not qualified', () => {
    const ticking = new Ticking(plan);
    const all = { a: 100, b: 100, c: 100, closed: 100, delisted: 100, unqualified: 100 };
    const output = ticking.next({ 'bitcoin/us-dollar': all });
    expect(output.refusals).toMatchObject({ EXCHANGE_STATUS: 2, UNQUALIFIED: 1, STALE: 0 });
    expect(ticking.mwa(output, 'bitcoin/us-dollar').volume).toBe(3);
  });

  test('a ticker that is refused anyway cannot make others look stale', () => {
    const ticking = new Ticking(plan);
    const old = { last: 100, k: 100 };
    const output = ticking.next({ 'bitcoin/us-dollar': { a: old, b: old, c: old, closed: 100 } });
    expect(output.refusals.STALE).toBe(0);
    expect(ticking.mwa(output, 'bitcoin/us-dollar').price).toBe(100);
  });
});

describe('the quote', () => {
  test('is valid up to 5 % wide', () => {
    expect(hasValidQuote(100, 105, METHODOLOGY)).toBe(true);
    expect(hasValidQuote(100, 105.01, METHODOLOGY)).toBe(false);
    expect(hasValidQuote(100, 100, METHODOLOGY)).toBe(true);
    expect(hasValidQuote(101, 100, METHODOLOGY)).toBe(false);
    expect(hasValidQuote(0, 100, METHODOLOGY)).toBe(false);
  });

  test('limits the last price if it is valid', () => {
    expect(priceOf(90, 100, 101, METHODOLOGY)).toBe(100);
    expect(priceOf(110, 100, 101, METHODOLOGY)).toBe(101);
    expect(priceOf(100.5, 100, 101, METHODOLOGY)).toBe(100.5);
    expect(priceOf(90, 101, 100, METHODOLOGY)).toBe(90);
  });
});

describe('freshness', () => {
  test('halves every four ticks after the first', () => {
    expect([0, 1, 5, 9, 13].map((k) => freshnessWeight(k, freshness))).toEqual([1, 1, 0.5, 0.25, 0.125]);
    expect(freshnessWeight(61, freshness)).toBe(0);
  });

  test('the table contains 2^(-n/4)', () => {
    for (let behind = 2; behind <= 60; behind++) {
      expect(freshnessWeight(behind, freshness)).toBeCloseTo(2 ** (-(behind - 1) / 4), 15);
    }
  });

  test('counts from the freshest of the market, so that a quiet market is not a stale one', () => {
    const quiet = ['a', 'b', 'c'].map((id, i) => saying(id, { k: 500 + i }));
    expect(estimateMarket(quiet, { at: AT })).toMatchObject({ price: 100, exchanges: 3 });
  });

  test('a market whose freshest ticker is older than 24 h has no fresh input', () => {
    const silent = (k: number) =>
      estimateMarket(
        ['a', 'b', 'c'].map((id) => saying(id, { k })),
        { at: AT },
      );
    expect(silent(2880).price).toBe(100);
    expect(silent(2881).price).toBe(0);
    expect([...silent(2881).outcomes.values()]).toEqual(['STALE', 'STALE', 'STALE']);
  });
});

describe('trust', () => {
  test('tier A weighs 1, tier B 0.1', () => {
    expect(trustWeight({ tier: 'A' }, AT, trust)).toBe(1);
    expect(trustWeight({ tier: 'B' }, AT, trust)).toBe(0.1);
  });

  test('an exchange listed after installation weighs nothing for 30 days', () => {
    expect(trustWeight({ tier: 'A', listedAt: AT - 30 * DAY_MS + 1 }, AT, trust)).toBe(0);
    expect(trustWeight({ tier: 'A', listedAt: AT - 30 * DAY_MS }, AT, trust)).toBe(1);
    expect(trustWeight({ tier: 'B', listedAt: AT }, AT, trust)).toBe(0);
  });
});
