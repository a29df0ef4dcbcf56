import { oneOf } from '../../../contract/parameter-kinds.ts';
import type { Asset } from '../../../core/asset.ts';
import { formatDatetime } from '../../../core/time.ts';
import type { DataRoute } from '../../http/routing/route.ts';
import { coinRoute, type CoinGeckoParts } from './coin-route.ts';
import { changeOver, readPricesAndCaps, type MarketCapRecord } from './market-caps.ts';
import { described, isSet } from './parameters.ts';
import {
  flagsOf,
  inCurrency,
  shownFlags,
  type AssetPrice,
  type Currency,
  type CurrentPrices,
} from './prices.ts';

const STATUSES = { active: 'ACTIVE', inactive: 'INACTIVE' } as const;

export function coinRoutes(parts: CoinGeckoParts): DataRoute[] {
  const { lookups } = parts;
  return [
    coinRoute(parts, {
      path: '/coins/list',
      access: 'token',
      checksLimit: true,
      query: {
        include_platform: isSet('Also platforms, which are not known'),
        status: described(oneOf(Object.keys(STATUSES) as (keyof typeof STATUSES)[]), 'Status of the coins'),
      },
      answer: ({ query }) =>
        lookups.catalogue
          .findAssets({ type: 'CRYPTO', status: STATUSES[query.status ?? 'active'] })
          .map(({ slugName, symbol, name }) => ({
            id: slugName,
            symbol: symbol.toLowerCase(),
            name,
            ...(query.include_platform && { platforms: {} }),
          })),
    }),
    coinRoute(parts, {
      path: '/coins/{id}',
      access: 'token',
      checksLimit: true,
      query: { market_data: isSet('Prices and market cap (true)') },
      answer: async (call) => {
        const coin = call.coin();
        if (call.query.market_data === false) return knownOf(coin);
        const { now, caps } = await readPricesAndCaps(parts, call, true);
        const price = now.of(coin);
        const cap = caps.find(({ assetId }) => assetId === coin.id);
        return {
          ...knownOf(coin),
          market_cap_rank: cap ? Number(cap.marketCapRank) : null,
          market_data: price ? marketData(price, cap, now) : null,
          last_updated: price ? formatDatetime(price.at) : null,
          ...shownFlags(flagsOf(price, cap && { flags: cap.flags ?? [] })),
        };
      },
    }),
  ];
}

/** What is known of a coin besides its prices. */
function knownOf({ slugName, symbol, name, url }: Asset) {
  return {
    id: slugName,
    symbol: symbol.toLowerCase(),
    name,
    web_slug: null,
    asset_platform_id: null,
    platforms: null,
    detail_platforms: null,
    block_time_in_minutes: null,
    hashing_algorithm: null,
    categories: null,
    public_notice: null,
    description: null,
    links: { homepage: [url] },
    image: null,
    country_origin: null,
    genesis_date: null,
    sentiment_votes_up_percentage: null,
    sentiment_votes_down_percentage: null,
    tickers: null,
  };
}

/** Amounts by currency. */
function marketData({ usd, volume }: AssetPrice, cap: MarketCapRecord | undefined, now: CurrentPrices) {
  const currencies = now.mapCurrencies();
  const inAll = (amount: number) => byCurrency(amount, currencies);
  const change = (span: string) => changeOver(span, cap?.pricePercentChange, 'usd');
  return {
    current_price: inAll(usd),
    market_cap: cap ? inAll(Number(cap.marketCap)) : null,
    fully_diluted_valuation: cap ? inAll(Number(cap.totalMarketCap)) : null,
    total_volume: inAll(volume * usd),
    market_cap_rank: cap ? Number(cap.marketCapRank) : null,
    ath: null,
    atl: null,
    high_24h: null,
    low_24h: null,
    price_change_24h: null,
    price_change_percentage_24h: change('24h'),
    price_change_percentage_7d: change('7d'),
    price_change_percentage_30d: change('30d'),
    market_cap_change_percentage_24h: changeOver('24h', cap?.marketCapPercentChange, 'usd'),
    total_supply: cap ? Number(cap.totalSupply) : null,
    max_supply: null,
    circulating_supply: cap ? Number(cap.freeFloatSupply) : null,
  };
}

export function byCurrency(usd: number, currencies: readonly Currency[]): Record<string, number> {
  return Object.fromEntries(currencies.map((currency) => [currency.code, inCurrency(usd, currency)]));
}
