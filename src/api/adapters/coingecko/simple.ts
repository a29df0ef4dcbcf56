import { SECOND_MS } from '../../../core/time.ts';
import type { DataRoute } from '../../http/routing/route.ts';
import { coinRoute, type CoinGeckoParts } from './coin-route.ts';
import { invalidParameter } from './errors.ts';
import { changeOver, readPricesAndCaps, type MarketCapRecord } from './market-caps.ts';
import { described, IDS, isSet, list, PRECISION, rounded, VS_CURRENCIES } from './parameters.ts';
import { flagsOf, inCurrency, shownFlags, type AssetPrice, type Currency } from './prices.ts';

/** Prices in an answer: computing them takes about 10 ms, in which nothing else is served. */
const MAX_PRICES = 2500;
const NEEDS_IDS = 'is not supported, because several coins can have it: use ids';

export const REFUSED_SELECTORS = {
  names: described(list, 'Refused: use ids'),
  symbols: described(list, 'Refused: use ids'),
};

/** Throws 400 for parameters that would select other coins than the client expects. */
export function refuseSelectors(query: {
  readonly names?: readonly string[] | undefined;
  readonly symbols?: readonly string[] | undefined;
}): void {
  for (const name of ['names', 'symbols'] as const)
    if (query[name] !== undefined) throw invalidParameter(name, NEEDS_IDS);
}

function refuseTooMany(coins: number, currencies: number): void {
  if (coins * currencies <= MAX_PRICES) return;
  const message = `${coins} ids in ${currencies} currencies are more than ${MAX_PRICES} prices: send several requests`;
  throw invalidParameter('vs_currencies', message);
}

export function simpleRoutes(parts: CoinGeckoParts): DataRoute[] {
  const { prices, lookups } = parts;
  return [
    coinRoute(parts, {
      path: '/ping',
      access: 'token',
      checksLimit: true,
      answer: () => ({ gecko_says: '(V3) To the Moon!' }),
    }),
    coinRoute(parts, {
      path: '/simple/supported_vs_currencies',
      access: ['read:index-ticker'],
      checksLimit: true,
      answer: async (call) => (await prices.read(call)).currencies().map(({ code }) => code),
    }),
    coinRoute(parts, {
      path: '/simple/price',
      access: ['read:index-ticker'],
      checksLimit: true,
      query: {
        ...IDS,
        ...VS_CURRENCIES,
        ...PRECISION,
        ...REFUSED_SELECTORS,
        include_market_cap: isSet('Also market caps'),
        include_24hr_vol: isSet('Also volumes'),
        include_24hr_change: isSet('Also changes'),
        include_last_updated_at: isSet('Also the time of the price'),
      },
      answer: async (call) => {
        const { query } = call;
        refuseSelectors(query);
        refuseTooMany(query.ids.length, query.vs_currencies.length);
        const { now, caps } =
          query.include_market_cap || query.include_24hr_change
            ? await readPricesAndCaps(parts, call, query.include_24hr_change === true)
            : { now: await prices.read(call), caps: [] };
        const coins = query.ids.flatMap((slugName) =>
          lookups.catalogue.findAssets({ slugName, type: 'CRYPTO' }),
        );
        const current = coins.map((coin) => now.of(coin));
        const currencies = query.vs_currencies.flatMap((code) => now.findCurrency(code) ?? []);
        const capOf = new Map(caps.map((cap) => [cap.assetId, cap]));
        const entries = coins.map((coin, i) => {
          const price = current[i];
          const cap = capOf.get(coin.id);
          return [coin.slugName, price ? simplePrice(price, cap, currencies, query) : {}];
        });
        return Object.fromEntries(entries) as unknown;
      },
    }),
  ];
}

interface Included {
  readonly precision?: number | 'full' | undefined;
  readonly include_market_cap?: boolean | undefined;
  readonly include_24hr_vol?: boolean | undefined;
  readonly include_24hr_change?: boolean | undefined;
  readonly include_last_updated_at?: boolean | undefined;
}

function simplePrice(
  price: AssetPrice,
  cap: MarketCapRecord | undefined,
  currencies: readonly Currency[],
  included: Included,
): object {
  const members = currencies.map((currency) => {
    const { code } = currency;
    return {
      [code]: rounded(inCurrency(price.usd, currency), included.precision),
      ...(included.include_market_cap && {
        [`${code}_market_cap`]: cap ? inCurrency(Number(cap.marketCap), currency) : null,
      }),
      ...(included.include_24hr_vol && {
        [`${code}_24h_vol`]: inCurrency(price.volume * price.usd, currency),
      }),
      ...(included.include_24hr_change && {
        [`${code}_24h_change`]: changeOver('24h', cap?.pricePercentChange, code),
      }),
    };
  });
  const flags = flagsOf(price, cap && { flags: cap.flags ?? [] }, ...currencies.map((each) => each.price));
  return {
    ...(Object.assign({}, ...members) as object),
    ...(included.include_last_updated_at && { last_updated_at: Math.floor(price.at / SECOND_MS) }),
    ...shownFlags(flags),
  };
}
