import { numeral } from '../numeral.ts';
import { like } from '../recorded.ts';
import {
  contractEndpoints,
  isInverse,
  lifeOf,
  plain,
  recordedRow,
  times,
  type RigContract,
  type RigContractLayout,
} from './rig-contract.ts';

const PERPETUAL = recordedRow('deribit', 'instruments', 'instrument_name', 'BTC-PERPETUAL');
const OPTION = recordedRow('deribit', 'instruments', 'instrument_name', 'BTC-26JAN24-39000-C');
const SUMMARY = recordedRow('deribit', 'tickers', 'instrument_name', 'BTC-PERPETUAL');
/** When perpetuals "expire". */
const YEAR_3000 = 32_503_708_800_000;

export const deribitContracts: RigContractLayout = {
  key: 'deribit',
  hosts: ['www.deribit.com'],
  answer: contractEndpoints({
    '/api/v2/public/get_instruments': (contracts) => answered(contracts.map(instrument)),
    '/api/v2/public/get_book_summary_by_currency': (contracts, query) =>
      answered(
        contracts
          .filter(({ contract }) => contract.settlementCurrency === query.get('currency'))
          .map(summary),
      ),
    '/api/v2/public/get_index_price': (contracts, query) => {
      const found = contracts.find(
        ({ base, quote }) => `${base}_${quote}`.toLowerCase() === query.get('index_name'),
      );
      return answered({ index_price: number(found?.tick.indexPrice) });
    },
  }),
};

const answered = (result: unknown) => ({ jsonrpc: '2.0', result, testnet: false });
const number = (text: string | undefined) => (text === undefined ? null : numeral(text));

function instrument(each: RigContract) {
  const { contract, base, quote } = each;
  const { listing, expiration = YEAR_3000 } = lifeOf(each);
  const names = {
    instrument_name: contract.exchangeName,
    base_currency: base,
    counter_currency: quote,
    settlement_currency: contract.settlementCurrency,
    contract_size: number(contract.contractValue),
    creation_timestamp: listing,
    expiration_timestamp: expiration,
    is_active: true,
  };
  if (contract.type === 'options')
    return like(OPTION, {
      ...names,
      kind: 'option',
      option_type: contract.optionType.toLowerCase(),
      strike: number(contract.optionStrike),
    });
  return like(PERPETUAL, {
    ...names,
    kind: 'future',
    settlement_period: contract.type === 'perpetuals' ? 'perpetual' : 'month',
  });
}

/** Volume is always in the base, open interest in the unit that contracts are valued in. */
function summary(each: RigContract) {
  const { contract, tick, base, quote } = each;
  const valued = times(tick.volume, contract.contractValue) ?? '0';
  const traded = isInverse(each) ? plain(Number(valued) / Number(tick.price)) : valued;
  const notional = isInverse(each) ? valued : plain(Number(valued) * Number(tick.price));
  const row = like(SUMMARY, {
    instrument_name: contract.exchangeName,
    base_currency: base,
    quote_currency: quote,
    last: number(tick.price),
    bid_price: number(tick.bid),
    ask_price: number(tick.ask),
    mark_price: number(tick.markPrice),
    open_interest: number(times(tick.openInterest, contract.contractValue)),
    volume: number(traded),
    volume_notional: number(notional),
    volume_usd: number(notional),
    funding_8h: number(tick.fundingRate),
  });
  if (contract.type === 'perpetuals') return row;
  const { funding_8h: _funding, current_funding: _current, ...others } = row;
  return others;
}
