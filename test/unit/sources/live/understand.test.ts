import { describe, expect, test } from 'vitest';
import type { Asset } from '../../../../src/core/asset.ts';
import { assetIdOf } from '../../../../src/core/ids/entity-id.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SLOT_MS } from '../../../../src/core/time.ts';
import { WELL_KNOWN_ASSETS } from '../../../../src/core/ids/well-known-ids.ts';
import { WellKnown } from '../../../../src/reference/well-known/well-known.ts';
import type { TickerReading } from '../../../../src/sources/live/ports/exchange-api.ts';
import type { FailureKind } from '../../../../src/sources/live/ports/poll-failure.ts';
import { FIAT_CODES } from '../../../../src/sources/live/understand/fiat-codes.ts';
import { AssetBook } from '../../../../src/sources/live/understand/asset-book.ts';
import { Overrides } from '../../../../src/sources/live/understand/overrides.ts';
import { StatusWatch } from '../../../../src/sources/live/understand/exchange-status.ts';
import { qualify, type ComparedListing } from '../../../../src/sources/live/understand/qualification.ts';
import { tickNumbersOf, plainDecimal } from '../../../../src/sources/live/understand/tick-numbers.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
const wellKnown = new WellKnown();

describe('the asset of a code', () => {
  const bookWith = (facts: [string, Asset][] = []) => {
    const found: [string, Asset][] = [];
    const book = new AssetBook(wellKnown, new Overrides([]), (code, asset) => void found.push([code, asset]));
    for (const [code, asset] of facts) book.restore(code, asset);
    return { book, found };
  };

  test('well-known ones keep their ids, names and slugs', () => {
    const { book } = bookWith();
    expect(book.find({ exchange: 'x', code: 'BTC' }).asset).toMatchObject({
      id: WELL_KNOWN_ASSETS.BTC,
      slugName: 'bitcoin',
    });
    expect(book.find({ exchange: 'x', code: 'USD' })).toMatchObject({
      asset: { id: WELL_KNOWN_ASSETS.USD, type: 'FIAT' },
      isSettled: true,
    });
    expect(book.find({ exchange: 'x', code: 'BTC' }).isSettled).toBe(false);
  });

  test.each([
    ['INJ', '79bc95fc-ea80-4db4-addc-fee813963289', 'Injective'],
    ['CFX', '7810e69a-f407-4a21-a1e2-d75b47284591', 'Conflux'],
    ['THETA', '22fc1a1b-3326-4875-ae86-3a26510192f8', 'Theta Network'],
    ['JST', '4de45e1f-8cad-4427-950f-32e8ca0def57', 'JUST'],
    ['FLOKI', 'd59077ca-ba04-4f8d-a5d6-4206d914f62b', 'FLOKI'],
    ['BTT', '91165d41-c765-4bd8-831b-9f4384ec3eb2', 'BitTorrent'],
    ['TRX', 'a65e2724-9a24-4cc4-b9e9-330ccb027991', 'TRON'],
  ])('%s has its well-known id and the name of today, with a name and without', (code, id, name) => {
    for (const clue of [{}, { name }, { name: 'Another Name' }])
      expect(bookWith().book.find({ exchange: 'x', code, ...clue }).asset).toMatchObject({ id, name });
  });

  test('every symbol that one well-known asset has means that asset', () => {
    const bySymbol = new Map<string, string[]>();
    for (const { type, symbol, id } of wellKnown.assets)
      if (type === 'CRYPTO')
        bySymbol.set(symbol.toUpperCase(), [...(bySymbol.get(symbol.toUpperCase()) ?? []), id]);
    const { book } = bookWith();
    const unique = [...bySymbol].flatMap(([code, [only, ...others]]) =>
      only && others.length === 0 && !FIAT_CODES.has(code) ? [[code, only] as const] : [],
    );
    expect(unique.length).toBeGreaterThan(2200);
    for (const [code, id] of unique)
      expect([code, book.find({ exchange: 'x', code }).asset.id]).toEqual([code, id]);
  });

  test('what version 1.0.0 found keeps its id, and gets the name of today', () => {
    const made = bookWith().book.find({ exchange: 'x', code: 'BTT' }).asset;
    const other = wellKnown.assetBySlug('blocktrade')!;
    const { seen: _, ...kept } = other;
    const { book } = bookWith([
      ['BTT', { ...kept, status: 'ACTIVE' }],
      ['TRX', { ...made, id: 'a65e2724-9a24-4cc4-b9e9-330ccb027991', name: 'Tronix', slugName: 'tronix' }],
    ]);
    expect(book.find({ exchange: 'x', code: 'BTT', name: 'BitTorrent' }).asset.id).toBe(other.id);
    expect(book.find({ exchange: 'x', code: 'TRX' }).asset).toMatchObject({
      id: 'a65e2724-9a24-4cc4-b9e9-330ccb027991',
      slugName: 'tronix',
      name: 'TRON',
    });
  });

  test('a code of a currency that is also a token is the token', () => {
    expect(bookWith().book.find({ exchange: 'x', code: 'SOS', name: 'OpenDAO' }).asset.type).toBe('CRYPTO');
  });

  test('of several assets with a symbol, the contract address decides, then the name, then the newer one', () => {
    const bearers = wellKnown.assets.filter(({ symbol }) => symbol === 'TON');
    expect(bearers.length).toBeGreaterThan(1);
    for (const { name, id } of bearers)
      expect(bookWith().book.find({ exchange: 'x', code: 'TON', name }).asset.id).toBe(id);
    const contract = wellKnown.assets.find(({ contractAddress }) => contractAddress?.startsWith('0x'));
    const clue = { exchange: 'x', code: 'TON', contractAddress: contract?.contractAddress?.toUpperCase() };
    expect(bookWith().book.find(clue)).toMatchObject({ asset: { id: contract?.id }, isSettled: true });
  });

  test('a new one gets a slug of its own and keeps its id, whatever it is called later', () => {
    const { book, found } = bookWith();
    const made = book.find({ exchange: 'x', code: 'NEWX', name: 'Bitcoin' }).asset;
    expect(made).toMatchObject({ slugName: 'bitcoin-newx', id: assetIdOf('bitcoin-newx'), symbol: 'NEWX' });
    expect(found).toEqual([['NEWX', made]]);
    expect(bookWith(found).book.find({ exchange: 'x', code: 'NEWX', name: 'Another Name' }).asset).toEqual(
      made,
    );
    expect(book.find({ exchange: 'x', code: '龙' }).asset.slugName).toMatch(/^[a-z0-9-]+$/);
  });
});

test('thousands of codes with the same slug get unique ones, found at once', () => {
  const book = new AssetBook(new WellKnown(), new Overrides([]), () => undefined);
  const codes = Array.from({ length: 20_000 }, (_, i) => `Q${String.fromCharCode(0x4e00 + i)}`);
  const slugs = codes.map((code) => book.find({ exchange: 'kraken', code }).asset.slugName);
  expect(new Set(slugs).size).toBe(codes.length);
  expect(slugs.slice(0, 4)).toEqual(['q', 'q-q', 'q-2', 'q-3']);
});

test('a number longer than any valid one is rejected', () => {
  const digits = '1'.repeat(65);
  expect(plainDecimal(digits)).toBeUndefined();
  expect(plainDecimal(`0.${digits}`)).toBeUndefined();
  expect(plainDecimal('1e-300')).toBeUndefined();
  expect(plainDecimal('1E-18')).toBe('0.000000000000000001');
  expect(plainDecimal('9'.repeat(64))).toBe('9'.repeat(64));
});

describe('the numbers of a ticker', () => {
  const numbers = (reading: Omit<TickerReading, 'symbol'>) => tickNumbersOf({ symbol: 'A/B', ...reading });

  test.each([
    [
      { last: '1.6E8', bid: '1e-8', ask: '+1.50' },
      { last: '160000000', bid: '0.00000001', ask: '1.5' },
    ],
    [
      { last: '1', baseVolume: '0' },
      { last: '1', volume: '0' },
    ],
    [{ last: '1', bid: '', ask: 'NaN' }, { last: '1' }],
    [
      { last: '2', quoteVolume: '10' },
      { last: '2', volume: '5' },
    ],
    [
      { last: '2', quoteVolume: '10', vwap: '4' },
      { last: '2', volume: '2.5' },
    ],
    [
      { last: '3', quoteVolume: '10' },
      { last: '3', volume: '3.33333333333' },
    ],
    [{ last: '0', quoteVolume: '10' }, { last: '0' }],
    [
      { last: '2', baseVolume: '7', quoteVolume: '10' },
      { last: '2', volume: '7' },
    ],
  ])('%j are %j', (reading, expected) => expect(numbers(reading)).toEqual(expected));

  test('without a last price there are none', () => {
    expect(numbers({ bid: '1', ask: '2' })).toBeUndefined();
    expect(numbers({ last: 'n/a' })).toBeUndefined();
  });
});

describe('the status of an exchange', () => {
  const failed = (failure: FailureKind) => ({ outcome: 'failed', failure, message: '' }) as const;
  const read = { outcome: 'read', tickers: 1 } as const;
  const resting = { outcome: 'resting' } as const;
  /** Every minute, and at the end. */
  const failUntil = (watch: StatusWatch, from: number, until: number) => {
    for (let at = from; at < until; at += MINUTE_MS) watch.record(failed('timeout'), at);
    watch.record(resting, until);
    watch.passed(until);
  };

  test('is MAINTENANCE after 15 minutes without a good reading, INACTIVE after a day, ACTIVE after two good ones', () => {
    const watch = new StatusWatch(NOON);
    failUntil(watch, NOON, NOON + 15 * MINUTE_MS - 1);
    expect(watch.status).toBe('ACTIVE');
    watch.passed(NOON + 15 * MINUTE_MS);
    expect(watch.status).toBe('MAINTENANCE');
    failUntil(watch, NOON + 15 * MINUTE_MS, NOON + DAY_MS - 1);
    expect(watch.status).toBe('MAINTENANCE');
    watch.passed(NOON + DAY_MS);
    expect(watch.status).toBe('INACTIVE');
    watch.record(read, NOON + DAY_MS);
    watch.record(failed('reset'), NOON + DAY_MS);
    watch.record(read, NOON + DAY_MS);
    expect(watch.status).toBe('INACTIVE');
    watch.record(read, NOON + DAY_MS);
    expect(watch.status).toBe('ACTIVE');
  });

  test.each([
    ['the clock is set forward', 30 * DAY_MS],
    ['the machine sleeps, or the collector is gone, for an hour', HOUR_MS],
    ['the clock is set back', -DAY_MS],
  ])('does not change because %s', (_, byMs) => {
    const watch = new StatusWatch(NOON);
    failUntil(watch, NOON, NOON + 3 * MINUTE_MS);
    const then = NOON + 3 * MINUTE_MS + byMs;
    watch.passed(then);
    expect(watch.status).toBe('ACTIVE');
    failUntil(watch, then, then + 12 * MINUTE_MS - 1);
    expect(watch.status).toBe('ACTIVE');
    watch.passed(then + 12 * MINUTE_MS);
    expect(watch.status).toBe('MAINTENANCE');
  });

  test('does not follow from the time in which we were refused', () => {
    const watch = new StatusWatch(NOON);
    for (let minute = 0; minute < 60; minute++) {
      watch.record(failed('not-from-here'), NOON + minute * MINUTE_MS);
      watch.passed(NOON + minute * MINUTE_MS);
    }
    failUntil(watch, NOON + HOUR_MS, NOON + HOUR_MS + MINUTE_MS);
    expect(watch.status).toBe('ACTIVE');
  });

  test('does not change because we are refused, nor while our own network is down', () => {
    const watch = new StatusWatch(NOON);
    watch.record(failed('not-from-here'), NOON);
    watch.passed(NOON + 2 * DAY_MS);
    expect(watch).toMatchObject({ status: 'ACTIVE', isServed: false });
    const excused = new StatusWatch(NOON);
    excused.excuse(NOON + DAY_MS);
    excused.passed(NOON + DAY_MS + MINUTE_MS);
    expect(excused.status).toBe('ACTIVE');
  });
});

describe('a listing takes part', () => {
  const USD = 'usd';
  const listing = (exchange: string, base: string, quote: string, price: number): ComparedListing => ({
    exchange,
    marketId: `${base}_${quote}`,
    base,
    quote,
    price,
    volume: 0,
    isSettled: false,
    qualified: false,
    agreesSince: undefined,
    doubts: 0,
  });
  const btc = ['a', 'b', 'c'].map((exchange, i) => listing(exchange, 'btc', USD, 100 + i));
  const settleAll = (candidates: readonly ComparedListing[], slots = 1, from = NOON) => {
    for (let i = 0; i < slots; i++) qualify(candidates, USD, from + i * SLOT_MS);
  };

  test('where two other exchanges agree within 30 %, and not where they do not', () => {
    const other = listing('d', 'btc', USD, 60);
    settleAll([...btc, other]);
    expect(btc.map(({ qualified }) => qualified)).toEqual([true, true, true]);
    expect(other.qualified).toBe(false);
    settleAll([...btc, other], 2 * (DAY_MS / SLOT_MS));
    expect(other.qualified).toBe(false);
  });

  test('where the rate that other exchanges imply agrees; the own markets of an exchange prove nothing', () => {
    const inUsd = ['a', 'b', 'c'].map((exchange) => listing(exchange, 'eth', USD, 10));
    const cross = listing('d', 'eth', 'btc', 0.1);
    const wrong = listing('e', 'eth', 'btc', 0.2);
    const alone = [listing('f', 'abc', USD, 5), listing('f', 'abc', 'btc', 0.05)];
    settleAll([...btc, ...inUsd, cross, ...alone]);
    settleAll([...btc, ...inUsd, wrong]);
    expect(cross.qualified).toBe(true);
    expect(wrong.qualified).toBe(false);
    expect(alone.map(({ qualified }) => qualified)).toEqual([false, false]);
  });

  test('where two others show the same worth of its base, whichever markets they have it in', () => {
    const usdt = ['a', 'b', 'c'].map((exchange) => listing(exchange, 'usdt', USD, 1));
    const fresh = [
      listing('a', 'abc', USD, 5),
      listing('b', 'abc', USD, 5.1),
      listing('c', 'abc', 'usdt', 5),
      listing('d', 'abc', 'usdt', 5.2),
    ];
    const other = [listing('a', 'xyz', USD, 5), listing('b', 'xyz', USD, 5), listing('c', 'xyz', 'usdt', 90)];
    settleAll([...btc, ...usdt, ...fresh, ...other]);
    expect(fresh.every(({ qualified }) => qualified)).toBe(true);
    expect(other.some(({ qualified }) => qualified)).toBe(false);
  });

  test('where the two that would agree across markets are outnumbered, it waits', () => {
    const usdt = ['a', 'b', 'c'].map((exchange) => listing(exchange, 'usdt', USD, 1));
    const first = ['a', 'b', 'c'].map((exchange, i) =>
      listing(exchange, 'abc', i === 0 ? 'usdt' : 'btc', i === 0 ? 5 : 0.05),
    );
    const second = ['d', 'e', 'f', 'g'].map((exchange, i) =>
      listing(exchange, 'abc', i % 2 === 0 ? USD : 'usdt', 900),
    );
    settleAll([...btc, ...usdt, ...first, ...second]);
    expect(first.some(({ qualified }) => qualified)).toBe(false);
  });

  test('where nothing can be compared: at once if it is settled which asset it is, else after a day', () => {
    const settledOne = { ...listing('f', 'abc', USD, 5), isSettled: true };
    const unknown = listing('f', 'xyz', USD, 5);
    settleAll([...btc, settledOne, unknown], DAY_MS / SLOT_MS);
    expect(settledOne.qualified).toBe(true);
    expect(unknown.qualified).toBe(false);
    settleAll([...btc, settledOne, unknown], 1, NOON + DAY_MS);
    expect(unknown.qualified).toBe(true);
  });

  test('until its symbol means something else: five minutes of disagreement', () => {
    const four = [...btc, listing('d', 'btc', USD, 101)];
    settleAll(four);
    const [first] = four;
    if (!first) throw new Error('there are four');
    first.price = 1;
    settleAll(four, 9);
    expect(first.qualified).toBe(true);
    settleAll(four, 1);
    expect(first.qualified).toBe(false);
    expect(four.slice(1).every(({ qualified }) => qualified)).toBe(true);
  });

  test('where one of three exchanges is wrong: the other two go on, and none of them alone', () => {
    const assets = ['abc', 'def', 'ghi', 'jkl', 'mno'];
    const of = (exchange: string) => assets.map((asset) => listing(exchange, asset, USD, 10));
    const all = ['x', 'y', 'z'].map(of);
    const [wrong = [], ...right] = all;
    // Of these nothing else is known but what one other exchange says, or none.
    const shared = ['x', 'y'].map((exchange) => listing(exchange, 'aud', USD, 0.7));
    const alone = listing('x', 'chf', USD, 1.1);
    for (const one of [...shared, alone]) one.qualified = true;
    const everything = [...all.flat(), ...shared, alone];
    settleAll(everything);
    expect(everything.every(({ qualified }) => qualified)).toBe(true);
    const ofWrong = [...wrong, shared[0], alone].filter((one) => one !== undefined);
    for (const one of ofWrong) one.price *= 100;
    settleAll(everything, 9);
    expect(everything.every(({ qualified }) => qualified)).toBe(true);
    settleAll(everything, 1);
    expect(ofWrong.some(({ qualified }) => qualified)).toBe(false);
    settleAll(everything, DAY_MS / SLOT_MS, NOON + DAY_MS);
    expect(ofWrong.some(({ qualified }) => qualified)).toBe(false);
    expect([...right.flat(), shared[1]].every((one) => one?.qualified)).toBe(true);
    for (const one of ofWrong) one.price /= 100;
    settleAll(everything);
    expect([...wrong, alone].every(({ qualified }) => qualified)).toBe(true);
  });

  test('not because one other exchange contradicts one that is believed; a new one waits', () => {
    const pair = [listing('a', 'abc', USD, 1), listing('b', 'abc', USD, 50)];
    pair[0]!.qualified = true;
    settleAll([...btc, ...pair], 2 * (DAY_MS / SLOT_MS));
    expect(pair.map(({ qualified }) => qualified)).toEqual([true, false]);
  });

  test('of three new ones that cannot be compared otherwise, the two that agree wait out the day, the third does not', () => {
    const trio = [listing('a', 'abc', USD, 1), listing('b', 'abc', USD, 1.01), listing('c', 'abc', USD, 3)];
    settleAll([...btc, ...trio], DAY_MS / SLOT_MS - 1);
    expect(trio.map(({ doubts }) => doubts > 0)).toEqual([false, false, true]);
    settleAll([...btc, ...trio], 2, NOON + DAY_MS);
    expect(trio.map(({ qualified }) => qualified)).toEqual([true, true, false]);
  });

  test('a day-one majority of two symbols that are not the same asset qualifies neither by chance', () => {
    const mixed = [listing('a', 'abc', USD, 1), listing('b', 'abc', USD, 50), listing('c', 'abc', USD, 2500)];
    settleAll([...btc, ...mixed], 2 * (DAY_MS / SLOT_MS));
    expect(mixed.some(({ qualified }) => qualified)).toBe(false);
  });
});
