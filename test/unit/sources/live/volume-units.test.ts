import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SLOT_MS } from '../../../../src/core/time.ts';
import { ExchangeFaults } from '../../../../src/sources/live/understand/faults/exchange-faults.ts';
import { qualify, type ComparedListing } from '../../../../src/sources/live/understand/qualification.ts';
import { volumeUnits } from '../../../../src/sources/live/understand/faults/volume-units.ts';

const USD = 'usd';
const NOON = Date.UTC(2026, 10, 16, 12);
/** Prices in USD and what one of the exchanges trades of each in base units. */
const ASSETS: readonly (readonly [asset: string, price: number, volume: number])[] = [
  ['btc', 100_000, 300],
  ['eth', 4000, 5000],
  ['sol', 150, 60_000],
  ['ltc', 90, 9000],
  ['xrp', 2.4, 4e6],
  ['doge', 0.2, 3e7],
  ['shib', 0.00001, 5e11],
];

function listing(
  exchange: string,
  base: string,
  price: number,
  volume: number,
  quote = USD,
): ComparedListing {
  return {
    exchange,
    marketId: `${base}_${quote}`,
    base,
    quote,
    price,
    volume,
    isSettled: false,
    qualified: false,
    agreesSince: undefined,
    doubts: 0,
  };
}

/** All assets on one exchange; `size` is its volume relative to the others. */
function exchange(name: string, size: number, assets = ASSETS): ComparedListing[] {
  return assets.map(([base, price, volume]) => listing(name, base, price, volume * size));
}

function inQuoteUnits(listings: readonly ComparedListing[]): ComparedListing[] {
  return listings.map((each) => ({ ...each, volume: each.volume * each.price }));
}

const found = (...exchanges: readonly (readonly ComparedListing[])[]) => [
  ...volumeUnits(exchanges.flat()).inQuote,
];

describe('volumes in quote units', () => {
  test.each([0.01, 0.1, 1, 30])('are found for an exchange of %d times the usual size', (size) => {
    const wrong = inQuoteUnits(exchange('wrong', size));
    expect(found(exchange('a', 1), exchange('b', 3), exchange('c', 0.2), wrong)).toEqual(['wrong']);
  });

  test('are found with one other exchange that is trusted more, and not with one that is not', () => {
    const listings = [...exchange('a', 1), ...inQuoteUnits(exchange('wrong', 0.3))];
    const rankOf = (name: string) => (name === 'a' ? 2 : 1);
    expect([...volumeUnits(listings, new Set(), rankOf).inQuote]).toEqual(['wrong']);
    expect([...volumeUnits(listings).inQuote]).toEqual([]);
  });

  test('cannot be faked against an exchange by less trusted ones', () => {
    const honest = exchange('honest', 1);
    const invented = honest.map((each) => ({ ...each, volume: each.volume / each.price }));
    const colluding = ['x', 'y'].flatMap((name) => invented.map((each) => ({ ...each, exchange: name })));
    const rankOf = (name: string) => (name === 'honest' ? 2 : 1);
    expect(volumeUnits([...honest, ...colluding], new Set(), rankOf).inQuote.has('honest')).toBe(false);
  });

  test('are not what a large exchange has next to two small ones', () => {
    const few = ASSETS.slice(0, 2);
    const listings = [
      ...exchange('large', 1, few),
      ...exchange('b', 0.0003, few),
      ...exchange('c', 0.0003, few),
    ];
    const rankOf = (name: string) => (name === 'large' ? 2 : 1);
    expect([...volumeUnits(listings, new Set(), rankOf).inQuote]).toEqual([]);
  });

  test('are found for two of five exchanges', () => {
    const right = ['a', 'b', 'c'].map((name) => exchange(name, 1));
    const wrong = ['d', 'e'].map((name) => inQuoteUnits(exchange(name, 0.5)));
    expect(found(...right, ...wrong).toSorted()).toEqual(['d', 'e']);
  });

  test('are found for an exchange with only two expensive assets', () => {
    const wrong = inQuoteUnits(exchange('wrong', 0.5, ASSETS.slice(0, 2)));
    expect(found(exchange('a', 1), exchange('b', 2), wrong)).toEqual(['wrong']);
  });

  test('are not seen in one market, which may be chance', () => {
    const wrong = inQuoteUnits(exchange('wrong', 0.5, ASSETS.slice(0, 1)));
    expect(found(exchange('a', 1), exchange('b', 2), wrong)).toEqual([]);
  });

  test('are not seen where prices are near 1', () => {
    const dollars = (name: string, factor: number) =>
      ['usdt', 'usdc', 'dai', 'eur'].map((base, i) => listing(name, base, 1 + i / 50, 1000 * factor ** i));
    expect(found(dollars('a', 1), dollars('b', 2), inQuoteUnits(dollars('wrong', 5)))).toEqual([]);
  });

  test('are not seen in a large, a small, and a nearly dead exchange', () => {
    const dead = exchange('dead', 1).map((each, i) => ({ ...each, volume: each.volume / 100 ** (i % 3) }));
    expect(
      found(exchange('a', 1), exchange('b', 2), exchange('large', 500), exchange('small', 0.0005), dead),
    ).toEqual([]);
  });

  test('are seen in no honest exchange, however its volumes differ from the others', () => {
    // A factor of e^2 either way, at random, in each of 20 markets with prices over ten orders of magnitude.
    const market = fc.record({
      price: fc.double({ min: -12, max: 11, noNaN: true }),
      off: noise(),
      other: noise(),
    });
    fc.assert(
      fc.property(
        fc.array(market, { minLength: 12, maxLength: 30 }),
        fc.double({ min: -5, max: 5, noNaN: true }),
        (markets, size) => {
          const of = (name: string, volumeOf: (each: (typeof markets)[number]) => number) =>
            markets.map((each, i) =>
              listing(name, `asset${i}`, Math.exp(each.price), Math.exp(volumeOf(each))),
            );
          const [a, b] = [
            of('a', ({ price, other }) => 12 - price + other),
            of('b', ({ price }) => 12 - price),
          ];
          const honest = of('honest', ({ price, off }) => 12 - price + off + size);
          expect(found(a, b, honest)).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });
});

function noise() {
  return fc.double({ min: -2, max: 2, noNaN: true });
}

describe('an exchange with wrong units', () => {
  function settled(candidates: readonly ComparedListing[], slots = 1, faults = new ExchangeFaults()) {
    for (let i = 0; i < slots; i++) qualify(candidates, USD, NOON + i * SLOT_MS, { faults });
    return faults;
  }
  const all = (candidates: readonly ComparedListing[], qualified: boolean) =>
    candidates.every((each) => each.qualified === qualified);

  test('takes no part from the first slot on, also with markets of its own, and again when its volumes are right', () => {
    const right = [...exchange('a', 1), ...exchange('b', 2)];
    const wrong = inQuoteUnits(exchange('wrong', 0.5));
    const own = { ...listing('wrong', 'own', 5, 100), isSettled: true };
    const candidates = [...right, ...wrong, own];
    const faults = settled(candidates);
    expect(faults.takeChanges()).toEqual([{ exchange: 'wrong', fault: 'quote-volume', began: true }]);
    expect(all(right, true)).toBe(true);
    expect(all([...wrong, own], false)).toBe(true);
    expect(wrong[0]?.fault).toBe('quote-volume');
    for (const each of [...wrong, own]) each.volume /= each.price;
    settled(candidates, 2, faults);
    expect(all(wrong, false)).toBe(true);
    settled(candidates, 1, faults);
    expect(faults.takeChanges()).toEqual([{ exchange: 'wrong', fault: 'quote-volume', began: false }]);
    expect(all([...right, ...wrong, own], true)).toBe(true);
  });

  test('is taken out in the slot in which its volumes change their unit', () => {
    const candidates = [...exchange('a', 1), ...exchange('b', 2), ...exchange('changed', 1)];
    const faults = settled(candidates, 3);
    expect(all(candidates, true)).toBe(true);
    const changed = candidates.filter((each) => each.exchange === 'changed');
    for (const each of changed) each.volume *= each.price;
    settled(candidates, 1, faults);
    expect(all(changed, false)).toBe(true);
  });

  test('with base and quote swapped takes no part, with no market at all', () => {
    const right = [...exchange('a', 1), ...exchange('b', 2), ...exchange('c', 1)];
    // BTC/USD is listed as USD/BTC, with the price of BTC/USD.
    const swapped = ASSETS.map(([base, price, volume]) => listing('swapped', USD, price, volume, base));
    const own = { ...listing('swapped', 'own', 5, 100), isSettled: true };
    const faults = settled([...right, ...swapped, own]);
    expect(faults.takeChanges()).toEqual([{ exchange: 'swapped', fault: 'inverted-price', began: true }]);
    settled([...right, ...swapped, own], 5, faults);
    expect(all([...swapped, own], false)).toBe(true);
    expect(all(right, true)).toBe(true);
  });

  test('with inverted prices in the right markets takes no part', () => {
    const right = [...exchange('a', 1), ...exchange('b', 2), ...exchange('c', 1)];
    const inverted = exchange('inverted', 1).map((each) => ({ ...each, price: 1 / each.price }));
    const faults = settled([...right, ...inverted]);
    expect(faults.of('inverted')).toBe('inverted-price');
    expect(all(inverted, false)).toBe(true);
    expect(all(right, true)).toBe(true);
    for (const each of inverted) each.price = 1 / each.price;
    settled([...right, ...inverted], 11, faults);
    expect(faults.of('inverted')).toBeUndefined();
    expect(all(inverted, true)).toBe(true);
  });
});
