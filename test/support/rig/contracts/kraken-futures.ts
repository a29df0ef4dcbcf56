import { numeral } from '../numeral.ts';
import { like } from '../recorded.ts';
import {
  contractEndpoints,
  isInverse,
  lifeOf,
  plain,
  recordedRow,
  type RigContract,
  type RigContractLayout,
} from './rig-contract.ts';

const INVERSE = recordedRow('krakenfutures', 'instruments', 'symbol', 'PI_XBTUSD');
const LINEAR = recordedRow('krakenfutures', 'instruments', 'symbol', 'PF_XBTUSD');
const TICKER = recordedRow('krakenfutures', 'tickers', 'symbol', 'PF_DOGEUSD');

export const krakenFuturesContracts: RigContractLayout = {
  key: 'krakenfutures',
  hosts: ['futures.kraken.com'],
  answer: contractEndpoints({
    '/derivatives/api/v3/instruments': (contracts) => ({
      result: 'success',
      instruments: contracts.map(instrument),
    }),
    '/derivatives/api/v3/tickers': (contracts) => ({ result: 'success', tickers: contracts.map(ticker) }),
  }),
};

const number = (text: string | undefined) => (text === undefined ? null : numeral(text));

function instrument(each: RigContract) {
  const { contract } = each;
  const { listing, expiration } = lifeOf(each);
  const row = like(isInverse(each) ? INVERSE : LINEAR, {
    symbol: contract.exchangeName,
    contractSize: number(contract.contractValue),
    openingDate: new Date(listing).toISOString(),
  });
  return expiration === undefined ? row : { ...row, lastTradingTime: new Date(expiration).toISOString() };
}

/** Funding is what one contract pays per hour. */
function ticker(each: RigContract) {
  const { contract, tick } = each;
  const hourly = Number(tick.fundingRate ?? 0) / 8;
  const mark = Number(tick.markPrice);
  return like(TICKER, {
    symbol: contract.exchangeName,
    last: number(tick.price),
    bid: number(tick.bid),
    ask: number(tick.ask),
    markPrice: number(tick.markPrice),
    indexPrice: number(tick.indexPrice),
    vol24h: number(tick.volume),
    openInterest: number(tick.openInterest),
    fundingRate: number(plain(isInverse(each) ? hourly / mark : hourly * mark)),
  });
}
