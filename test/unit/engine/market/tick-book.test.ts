import { describe, expect, test } from 'vitest';
import type { ExchangeTick } from '../../../../src/core/tick.ts';
import { SLOT_MS } from '../../../../src/core/time.ts';
import { slotOfArrival, TickBook } from '../../../../src/engine/market/tick-book.ts';
import { AT, worldReference } from '../small-world.ts';

const MARKET = 'bitcoin/us-dollar';
const reference = worldReference({
  exchanges: { a: 'A', b: 'B' },
  markets: { [MARKET]: ['a', 'b'] },
  lx: true,
});
const A = reference.listingIndex('a', MARKET)!;
const B = reference.listingIndex('b', MARKET)!;

function tick(change: Partial<ExchangeTick> = {}): ExchangeTick {
  return {
    exchangeId: 'a',
    marketId: MARKET,
    last: '100',
    volume: '5',
    bid: '99',
    ask: '101',
    lastMoved: AT,
    ...change,
  };
}

const trade = (change = {}) => ({
  exchangeId: 'a',
  marketId: MARKET,
  tradeId: '1',
  price: '100',
  amount: '0.5',
  exchangeTimestamp: AT,
  ...change,
});

test('tickers that arrive by t - 2 s belong to t, later ones to t + 30 s', () => {
  expect(slotOfArrival(AT - 2000)).toBe(AT);
  expect(slotOfArrival(AT - 1999)).toBe(AT + SLOT_MS);
  expect(slotOfArrival(AT - 32_000)).toBe(AT - SLOT_MS);
  expect(slotOfArrival(AT - 31_999)).toBe(AT);
});

describe('k', () => {
  test('counts from when it was seen again if our clock was set back since it changed', () => {
    const book = new TickBook(reference);
    book.observe(tick(), AT + 120 * SLOT_MS - 5000);
    book.observe(tick(), AT - 5000);
    expect(book.cut(AT).tickers.k[A]).toBe(0);
    book.observe(tick(), AT + 3 * SLOT_MS - 5000);
    expect(book.cut(AT + 3 * SLOT_MS).tickers.k[A]).toBe(3);
  });

  test('counts ticks since last, bid or ask changed, however often the same ticker is served', () => {
    const book = new TickBook(reference);
    book.observe(tick(), AT - 5000);
    expect(book.cut(AT).tickers.k[A]).toBe(0);
    for (let n = 1; n <= 3; n++) {
      book.observe(tick({ volume: String(n), lastMoved: AT + n * SLOT_MS }), AT + n * SLOT_MS - 5000);
      expect(book.cut(AT + n * SLOT_MS).tickers.k[A]).toBe(n);
    }
    for (const change of [{ bid: '99.5' }, { ask: '101.5' }, { last: '100.5' }]) {
      book.observe(tick(change), AT + 4 * SLOT_MS - 5000);
      expect(book.cut(AT + 4 * SLOT_MS).tickers.k[A]).toBe(0);
    }
  });

  test('continues if an exchange falls silent: its last ticker is still the last', () => {
    const book = new TickBook(reference);
    book.observe(tick(), AT - 5000);
    const { tickers } = book.cut(AT + 10 * SLOT_MS);
    expect([tickers.k[A], tickers.last[A]]).toEqual([10, 100]);
    expect(tickers.k[B]).toBe(-1);
  });

  test('a change and its return within a slot is a change', () => {
    const book = new TickBook(reference);
    book.observe(tick(), AT - 5000);
    book.observe(tick({ last: '101' }), AT + SLOT_MS - 9000);
    book.observe(tick(), AT + SLOT_MS - 5000);
    expect(book.cut(AT + SLOT_MS).tickers.k[A]).toBe(0);
  });

  test('survives a restart from the last observation', () => {
    const book = new TickBook(reference);
    book.observe(tick(), AT - 5000);
    const again = new TickBook(reference, book.cut(AT + 3 * SLOT_MS));
    for (const each of [book, again]) each.observe(tick(), AT + 4 * SLOT_MS - 5000);
    expect(again.cut(AT + 4 * SLOT_MS).tickers).toEqual(book.cut(AT + 4 * SLOT_MS).tickers);
  });
});

describe('age', () => {
  const age = (book: TickBook, at: number) => book.cut(at).tickers.age[A];

  test('counts from the last reading, however long the same ticker is served', () => {
    const book = new TickBook(reference);
    expect(age(book, AT)).toBe(-1);
    book.observe(tick(), AT - 5000);
    expect(age(book, AT)).toBe(5000);
    expect(age(book, AT + 3 * SLOT_MS)).toBe(3 * SLOT_MS + 5000);
    book.observe(tick(), AT + 4 * SLOT_MS - 7000);
    expect(age(book, AT + 4 * SLOT_MS)).toBe(7000);
  });

  test('counts from a later identical reading, and survives a restart', () => {
    const book = new TickBook(reference);
    book.observe(tick(), AT - 10 * SLOT_MS, AT - 3000);
    const cut = book.cut(AT);
    expect([cut.tickers.k[A], cut.tickers.age[A]]).toEqual([9, 3000]);
    expect(age(new TickBook(reference, cut), AT + SLOT_MS)).toBe(SLOT_MS + 3000);
  });

  test('counts from the timestamp of the exchange only if that is over a minute older', () => {
    const book = new TickBook(reference);
    book.observe(tick({ asOf: AT - 5000 - 60_000 }), AT - 5000);
    expect(age(book, AT)).toBe(5000);
    book.observe(tick({ asOf: AT - 5000 - 60_001 }), AT - 5000);
    expect(age(book, AT)).toBe(65_001);
    book.observe(tick({ asOf: AT + 3_600_000 }), AT - 5000);
    expect(age(book, AT)).toBe(5000);
  });

  test('is never below 0, also if our clock was set back', () => {
    const book = new TickBook(reference);
    book.observe(tick(), AT + 120 * SLOT_MS);
    expect(age(book, AT)).toBe(0);
  });
});

test('garbage becomes 0 and is left to the screen', () => {
  const book = new TickBook(reference);
  book.observe(tick({ last: 'NaN', volume: '1e999', bid: '-1', ask: '', lastMoved: NaN }), AT - 5000);
  const { last, volume, bid, ask, lastMoved, k } = book.cut(AT).tickers;
  expect([last[A], volume[A], bid[A], ask[A], lastMoved[A], k[A]]).toEqual([0, 0, 0, 0, Infinity, 0]);
});

test('unlisted tickers are dropped', () => {
  const book = new TickBook(reference);
  expect(book.observe(tick({ marketId: 'other' }), AT)).toBe(false);
  expect(book.observe(tick({ exchangeId: 'other' }), AT)).toBe(false);
});

describe('trades', () => {
  test('are returned once, those of a slot without a cut with the next', () => {
    const book = new TickBook(reference);
    book.observeTrade(trade({ tradeId: '1' }), AT - 5000);
    book.observeTrade(trade({ tradeId: '2' }), AT + SLOT_MS - 5000);
    book.observeTrade(trade({ tradeId: '3' }), AT + SLOT_MS);
    expect(book.cut(AT + SLOT_MS).trades.map(({ tradeId, slot }) => [tradeId, slot])).toEqual([
      ['1', AT],
      ['2', AT + SLOT_MS],
    ]);
    expect(book.cut(AT + 2 * SLOT_MS).trades.map(({ tradeId }) => tradeId)).toEqual(['3']);
    expect(book.cut(AT + 3 * SLOT_MS).trades).toEqual([]);
  });

  test('of no constituent or with invalid numbers are dropped', () => {
    const book = new TickBook(reference);
    expect(book.observeTrade(trade({ exchangeId: 'b' }), AT)).toBe(false);
    for (const bad of ['', '0', '-1', 'NaN', '1e999', '0.000000001']) {
      expect(book.observeTrade(trade({ amount: bad }), AT), bad).toBe(false);
    }
    expect(book.observeTrade(trade({ price: '0' }), AT)).toBe(false);
    expect(book.observeTrade(trade(), AT)).toBe(true);
  });
});

test('a cut is a copy', () => {
  const book = new TickBook(reference);
  book.observe(tick(), AT - 5000);
  const { tickers } = book.cut(AT);
  book.observe(tick({ last: '200' }), AT + 5000);
  expect(tickers.last[A]).toBe(100);
});
