import { like } from '../recorded.ts';
import {
  contractEndpoints,
  isInverse,
  lifeOf,
  recordedRow,
  type RigContract,
  type RigContractLayout,
} from './rig-contract.ts';

const PERPETUAL = recordedRow('bybit', 'instruments', 'symbol', 'BTCUSDT');
const OPTION = recordedRow('bybit', 'instruments', 'symbol', 'SOL-30MAY25-90-P-USDT');
const TICKER = recordedRow('bybit', 'tickers', 'symbol', 'BTCUSDT');
const OPTION_TICKER = recordedRow('bybit', 'optionTickers', 'symbol', 'BTC-30MAY25-70000-C-USDT');

export const bybitContracts: RigContractLayout = {
  key: 'bybit',
  hosts: ['api.bybit.com'],
  answer: contractEndpoints({
    '/v5/market/instruments-info': (contracts, query) =>
      of(query.has('status') ? [] : contracts, query, instrument),
    '/v5/market/tickers': (contracts, query) => of(contracts, query, ticker),
  }),
};

const categoryOf = (each: RigContract) =>
  each.contract.type === 'options' ? 'option' : isInverse(each) ? 'inverse' : 'linear';

/** The requested ones; spot markets are answered elsewhere. */
function of(contracts: readonly RigContract[], query: URLSearchParams, row: (each: RigContract) => unknown) {
  const [category, base] = [query.get('category'), query.get('baseCoin')];
  if (category === 'spot') return undefined;
  const asked = contracts.filter(
    (each) => categoryOf(each) === category && (base === null || each.base === base),
  );
  return { retCode: 0, retMsg: 'OK', result: { category, list: asked.map(row), nextPageCursor: '' } };
}

function instrument(each: RigContract) {
  const { contract, base, quote } = each;
  const { listing, expiration = 0 } = lifeOf(each);
  const names = {
    symbol: contract.exchangeName,
    baseCoin: base,
    quoteCoin: quote,
    settleCoin: contract.settlementCurrency,
    launchTime: String(listing),
    deliveryTime: String(expiration),
  };
  if (contract.type === 'options')
    return like(OPTION, { ...names, optionsType: contract.optionType === 'CALL' ? 'Call' : 'Put' });
  const kind = `${isInverse(each) ? 'Inverse' : 'Linear'}${contract.type === 'futures' ? 'Futures' : 'Perpetual'}`;
  return like(PERPETUAL, { ...names, contractType: kind });
}

function ticker(each: RigContract) {
  const { contract, tick } = each;
  const numbers = {
    symbol: contract.exchangeName,
    lastPrice: tick.price,
    bid1Price: tick.bid ?? '0',
    ask1Price: tick.ask ?? '0',
    volume24h: tick.volume,
    openInterest: tick.openInterest,
    indexPrice: tick.indexPrice,
    markPrice: tick.markPrice,
  };
  if (contract.type === 'options') return like(OPTION_TICKER, numbers);
  return like(TICKER, { ...numbers, fundingRate: tick.fundingRate ?? '' });
}
