import { numeral } from '../numeral.ts';
import { like } from '../recorded.ts';
import {
  contractEndpoints,
  isInverse,
  lifeOf,
  recordedRow,
  type RigContract,
  type RigContractLayout,
} from './rig-contract.ts';

const PERPETUAL = recordedRow('bitmex', 'instruments', 'symbol', 'XBTUSD');
const FUTURE = recordedRow('bitmex', 'instruments', 'symbol', 'XBTZ19');
/** Currencies by their smallest units. */
const SMALLEST: Readonly<Record<string, string>> = { BTC: 'XBt', USDT: 'USDt' };

export const bitmexContracts: RigContractLayout = {
  key: 'bitmex',
  hosts: ['www.bitmex.com'],
  answer: contractEndpoints({
    '/api/v1/instrument/active': (contracts) => contracts.map(instrument),
  }),
};

const own = (code: string) => (code === 'BTC' ? 'XBT' : code);
const number = (text: string | undefined) => (text === undefined ? null : numeral(text));

function instrument(each: RigContract) {
  const { contract, tick, base, quote } = each;
  const { listing, expiration } = lifeOf(each);
  const inverse = isInverse(each);
  return like(contract.type === 'perpetuals' ? PERPETUAL : FUTURE, {
    symbol: contract.exchangeName,
    underlying: own(base),
    quoteCurrency: own(quote),
    settlCurrency: SMALLEST[contract.settlementCurrency] ?? contract.settlementCurrency,
    listing: new Date(listing).toISOString(),
    expiry: expiration === undefined ? null : new Date(expiration).toISOString(),
    isInverse: inverse,
    multiplier: inverse ? -1e8 * Number(contract.contractValue) : 1,
    underlyingToPositionMultiplier: inverse ? null : Math.round(1 / Number(contract.contractValue)),
    underlyingToSettleMultiplier: inverse ? -1e8 : null,
    lastPrice: number(tick.price),
    bidPrice: number(tick.bid),
    askPrice: number(tick.ask),
    markPrice: number(tick.markPrice),
    indicativeSettlePrice: number(tick.indexPrice),
    volume24h: number(tick.volume),
    openInterest: number(tick.openInterest),
    fundingRate: number(tick.fundingRate),
  });
}
