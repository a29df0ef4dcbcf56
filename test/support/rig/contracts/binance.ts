import { like } from '../recorded.ts';
import {
  contractEndpoints,
  isInverse,
  lifeOf,
  recordedRow,
  type RigContract,
  type RigContractLayout,
} from './rig-contract.ts';

/** Delivery date of perpetuals. */
const NEVER_DELIVERED = 4_133_404_800_000;

export const binanceUsdmContracts = layout('binanceusdm', 'fapi', 'BTCUSDT');
export const binanceCoinmContracts = layout('binancecoinm', 'dapi', 'BTCUSD_PERP');

/** Two interfaces of one exchange; each has the contracts with its kind of settlement, and no options. */
function layout(key: string, api: 'fapi' | 'dapi', template: string): RigContractLayout {
  const row = recordedRow('binance', 'instruments', 'symbol', template);
  const isOwn = (each: RigContract) =>
    each.contract.type !== 'options' && isInverse(each) === (api === 'dapi');
  const of = (make: (each: RigContract) => unknown) => (contracts: readonly RigContract[]) =>
    contracts.filter(isOwn).map(make);
  return {
    key,
    hosts: [`${api}.binance.com`],
    answer: contractEndpoints({
      [`/${api}/v1/exchangeInfo`]: (contracts) => ({
        symbols: contracts.filter(isOwn).map((each) => instrument(row, api, each)),
      }),
      [`/${api}/v1/fundingInfo`]: () => [],
      [`/${api}/v1/ticker/24hr`]: of(({ contract, tick }) => ({
        symbol: contract.exchangeName,
        lastPrice: tick.price,
        volume: tick.volume,
      })),
      [`/${api}/v1/ticker/bookTicker`]: of(({ contract, tick }) => ({
        symbol: contract.exchangeName,
        bidPrice: tick.bid ?? '0',
        askPrice: tick.ask ?? '0',
      })),
      [`/${api}/v1/premiumIndex`]: of(({ contract, tick }) => ({
        symbol: contract.exchangeName,
        markPrice: tick.markPrice,
        indexPrice: tick.indexPrice,
        lastFundingRate: tick.fundingRate ?? '',
      })),
    }),
  };
}

function instrument(row: Readonly<Record<string, unknown>>, api: string, each: RigContract) {
  const { contract, base, quote } = each;
  const { listing, expiration = NEVER_DELIVERED } = lifeOf(each);
  return like(row, {
    symbol: contract.exchangeName,
    contractType: contract.type === 'perpetuals' ? 'PERPETUAL' : 'CURRENT_QUARTER',
    baseAsset: base,
    quoteAsset: quote,
    marginAsset: contract.settlementCurrency,
    onboardDate: listing,
    deliveryDate: expiration,
    ...(api === 'dapi' ? { contractSize: contract.contractValue } : {}),
  });
}
