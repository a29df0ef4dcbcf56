import type { SupplyMapping } from './supply-mapping.ts';

/** Slugs of large assets that most of these providers use. */
const USUAL_SLUGS = {
  tether: 'tether-usdt',
  'usd-coin': 'usd-coin-centre',
  tron: 'tronix',
  uniswap: 'uniswap-governance-token',
};

const USUAL_FIELDS: SupplyMapping['fields'] = {
  slugName: 'id',
  symbol: 'symbol',
  name: 'name',
  totalSupply: 'total_supply',
  freeFloatSupply: 'circulating_supply',
  asOf: { path: 'last_updated', unit: 'iso' },
};

/** Layouts of public addresses, from their documentation. Which plan includes which field is up to the provider. */
export const READY_MAPPINGS: Readonly<Record<string, SupplyMapping>> = {
  // /api/v3/coins/markets?vs_currency=usd&per_page=250&page={page}
  coingecko: {
    pages: { from: 1, size: 250, most: 8 },
    key: { header: 'x-cg-demo-api-key' },
    slugs: {
      ...USUAL_SLUGS,
      ripple: 'xrp',
      binancecoin: 'bnb-chain-native-token',
      'avalanche-2': 'avalanche',
      'matic-network': 'polygon',
      'the-open-network': 'toncoin',
    },
    fields: USUAL_FIELDS,
  },
  // /v1/tickers returns all assets at once; circulating_supply is not part of the free plan.
  coinpaprika: {
    key: { header: 'authorization' },
    slugs: {
      'usdt-tether': 'tether-usdt',
      'usdc-usd-coin': 'usd-coin-centre',
      'bnb-binance-coin': 'bnb-chain-native-token',
      'trx-tron': 'tronix',
      'uni-uniswap': 'uniswap-governance-token',
    },
    fields: USUAL_FIELDS,
  },
  // /v3/assets?limit=2000&offset={offset}, and v2 likewise. It has the circulating and the maximum supply, but not the
  // existing one: the circulating supply is used as the total.
  coincap: {
    list: 'data',
    pages: { from: 0, size: 2000, most: 3 },
    key: { header: 'authorization', prefix: 'Bearer ' },
    slugs: {
      ...USUAL_SLUGS,
      'binance-coin': 'bnb-chain-native-token',
    },
    fields: {
      slugName: 'id',
      symbol: 'symbol',
      name: 'name',
      totalSupply: 'supply',
      freeFloatSupply: 'supply',
      asOf: { path: '$answer.timestamp', unit: 'ms' },
    },
  },
};
