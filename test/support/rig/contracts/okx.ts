import { HOUR_MS } from '../../../../src/core/time.ts';
import { like } from '../recorded.ts';
import {
  contractEndpoints,
  lifeOf,
  recordedRow,
  type RigContract,
  type RigContractLayout,
} from './rig-contract.ts';

const SWAP = recordedRow('okx', 'instruments', 'instId', 'BTC-USDT-SWAP');
const OPTION = recordedRow('okx', 'instruments', 'instId', 'BTC-USD-241227-60000-P');
const TICKER = recordedRow('okx', 'tickers', 'instId', 'BTC-USDT');
const INTEREST = recordedRow('okx', 'openInterest', 'instId', 'BTC-USDT-SWAP');
const KINDS = { perpetuals: 'SWAP', futures: 'FUTURES', options: 'OPTION' } as const;

export const okxContracts: RigContractLayout = {
  key: 'okx',
  hosts: ['www.okx.com'],
  answer: contractEndpoints({
    '/api/v5/public/instruments': (contracts, query) => of(contracts, query, instrument),
    '/api/v5/market/tickers': (contracts, query) => of(contracts, query, ticker),
    '/api/v5/public/open-interest': (contracts, query) => of(contracts, query, interest),
    '/api/v5/public/mark-price': (contracts, query) =>
      of(contracts, query, ({ contract, tick }) => ({
        instType: KINDS[contract.type],
        instId: contract.exchangeName,
        markPx: tick.markPrice,
      })),
    '/api/v5/public/funding-rate': (contracts) =>
      listed(contracts.filter(({ contract }) => contract.type === 'perpetuals').map(funding)),
    '/api/v5/market/index-tickers': (contracts, query) =>
      listed(contracts.filter(({ quote }) => quote === query.get('quoteCcy')).map(index)),
  }),
};

const listed = (data: unknown) => ({ code: '0', msg: '', data });
const familyOf = ({ base, quote }: RigContract) => `${base}-${quote}`;

/** The requested ones; spot markets are answered elsewhere. */
function of(contracts: readonly RigContract[], query: URLSearchParams, row: (each: RigContract) => unknown) {
  const [kind, family] = [query.get('instType'), query.get('uly')];
  if (kind === 'SPOT') return undefined;
  const asked = contracts.filter(
    (each) => KINDS[each.contract.type] === kind && (family === null || familyOf(each) === family),
  );
  return listed(asked.map(row));
}

/** Options have their size in a multiplier. */
function instrument(each: RigContract) {
  const { contract } = each;
  const { listing, expiration } = lifeOf(each);
  const names = {
    instId: contract.exchangeName,
    instType: KINDS[contract.type],
    instFamily: familyOf(each),
    uly: familyOf(each),
    ctValCcy: contract.valueCurrency,
    settleCcy: contract.settlementCurrency,
    listTime: String(listing),
    expTime: expiration === undefined ? '' : String(expiration),
  };
  if (contract.type === 'options')
    return like(OPTION, {
      ...names,
      ctVal: '1',
      ctMult: contract.contractValue,
      optType: contract.optionType === 'CALL' ? 'C' : 'P',
      stk: contract.optionStrike,
    });
  return like(SWAP, { ...names, ctVal: contract.contractValue, ctMult: '1', contTdSwTime: String(listing) });
}

function ticker({ contract, tick }: RigContract) {
  return like(TICKER, {
    instType: KINDS[contract.type],
    instId: contract.exchangeName,
    last: tick.price,
    bidPx: tick.bid ?? '',
    askPx: tick.ask ?? '',
    vol24h: tick.volume,
  });
}

function interest({ contract, tick }: RigContract) {
  return like(INTEREST, {
    instType: KINDS[contract.type],
    instId: contract.exchangeName,
    oi: tick.openInterest,
    oiUsd: tick.openInterestUsd,
  });
}

/** Every four hours, at half the rate. */
function funding({ contract, tick }: RigContract) {
  return {
    instType: 'SWAP',
    instId: contract.exchangeName,
    fundingRate: String(Number(tick.fundingRate) / 2),
    fundingTime: String(100 * HOUR_MS),
    nextFundingTime: String(104 * HOUR_MS),
  };
}

function index(each: RigContract) {
  return { instId: familyOf(each), idxPx: each.tick.indexPrice };
}
