import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ImpliedRates } from '../../../../src/sources/live/understand/implied-rates.ts';
import { largestAgreeing } from '../../../../src/sources/live/understand/witnesses.ts';

interface Listing {
  readonly exchange: string;
  readonly marketId: string;
  readonly base: string;
  readonly quote: string;
  readonly price: number;
  readonly qualified: boolean;
}

const asset = fc.constantFrom('USD', 'USDT', 'BTC', 'ETH', 'DOGE', 'EUR');
/** Few prices, so that many are the same. */
const listings = fc
  .array(
    fc.record({
      exchange: fc.constantFrom('a', 'b', 'c', 'd'),
      base: asset,
      quote: asset,
      price: fc.constantFrom(0.5, 1, 1.1, 1.25, 2, 10),
      qualified: fc.boolean(),
    }),
    { maxLength: 60 },
  )
  .map((all): Listing[] =>
    all
      .filter(({ base, quote }) => base !== quote)
      .map((listing) => ({ ...listing, marketId: `${listing.base}/${listing.quote}` })),
  );

/** A literal implementation of the rule, however slow. */
function plainRate(all: readonly Listing[], { exchange, marketId, base, quote }: Listing) {
  const believed = all.filter(({ qualified }) => qualified);
  const usd = plainValues(believed);
  const valueOf = (wanted: string) => {
    if (wanted === 'USD') return { rate: 1, exchanges: Infinity };
    const others = believed
      .filter((one) => one.exchange !== exchange && one.marketId !== marketId)
      .flatMap((one) => {
        const value = valueBy(one, wanted, usd);
        return value === undefined ? [] : [{ value, exchange: one.exchange }];
      });
    const most = largestAgreeing(others.map(({ value }) => value));
    if (most.length * 2 <= others.length) return undefined;
    const sayers = others.filter(({ value }) => most.includes(value));
    return { rate: median(most)!, exchanges: new Set(sayers.map((one) => one.exchange)).size };
  };
  const [ofBase, ofQuote] = [valueOf(base), valueOf(quote)];
  if (!ofBase || !ofQuote) return undefined;
  return { rate: ofBase.rate / ofQuote.rate, exchanges: Math.min(ofBase.exchanges, ofQuote.exchanges) };
}

function plainValues(believed: readonly Listing[]): Map<string, number> {
  let known = new Map([['USD', 1]]);
  for (;;) {
    const next = new Map(known);
    for (const one of believed)
      for (const wanted of [one.base, one.quote]) {
        if (known.has(wanted)) continue;
        const value = median(believed.flatMap((other) => valueBy(other, wanted, known) ?? []));
        if (value !== undefined) next.set(wanted, value);
      }
    if (next.size === known.size) return known;
    known = next;
  }
}

function valueBy({ base, quote, price }: Listing, wanted: string, usd: ReadonlyMap<string, number>) {
  if (base !== wanted && quote !== wanted) return undefined;
  const other = usd.get(base === wanted ? quote : base);
  if (other === undefined) return undefined;
  return base === wanted ? price * other : other / price;
}

function median(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

test('a rate is that of all other exchanges and markets, to the last bit', () => {
  fc.assert(
    fc.property(listings, (all) => {
      const rates = new ImpliedRates(all, 'USD');
      for (const listing of all) expect(rates.without(listing)).toEqual(plainRate(all, listing));
    }),
    { numRuns: 500 },
  );
});

test('a hundred exchanges of six hundred markets take only a few rounds over all of them', () => {
  // Counts price reads, without timing.
  let looks = 0;
  const all = Array.from({ length: 100 }, (_, e) =>
    Array.from({ length: 60 }, (_m, m) => ({
      exchange: `e${e}`,
      marketId: `${e}-${m}/USDT`,
      base: `${e}-${m}`,
      quote: 'USDT',
      qualified: true,
      get price() {
        looks += 1;
        return 1 + m;
      },
    })),
  ).flat();
  const dollars = [0, 1, 2].map((e) => ({
    exchange: `e${e}`,
    marketId: 'USDT/USD',
    base: 'USDT',
    quote: 'USD',
    price: 1,
    qualified: true,
  }));
  const rates = new ImpliedRates([...all, ...dollars], 'USD');
  for (const listing of all) rates.without(listing);
  expect(looks).toBeLessThan(20 * all.length);
});
