import { like, recordedMarket, recordedTicker } from '../recorded.ts';
import { endpoints, type RigInstrument, type RigLayout } from '../rig-layout.ts';
import { koreanTicker } from './korean-ticker.ts';

const MARKET = recordedMarket('upbit');
const TICKER = recordedTicker('upbit', 0);

const idOf = ({ base, quote }: RigInstrument) => `${quote}-${base}`;
const traded = (instruments: readonly RigInstrument[]) => instruments.filter(({ active }) => active);

/** Lists active markets only. */
export const upbit: RigLayout = {
  id: 'upbit',
  hosts: ['api.upbit.com'],
  codes: { TON: 'Tokamak Network' },
  refusal: { status: 404, body: { error: { name: 404, message: 'Code not found' } } },
  answer: endpoints({
    'GET /v1/market/all': (instruments) => traded(instruments).map(market),
    'GET /v1/ticker/all': (instruments, url) => {
      const quotes = url.searchParams.get('quote_currencies')?.split(',') ?? [];
      return traded(instruments)
        .filter(({ quote }) => quotes.includes(quote))
        .map((one) => koreanTicker(TICKER, idOf(one), one));
    },
  }),
};

function market(instrument: RigInstrument) {
  const { base, baseName = base } = instrument;
  return like(MARKET, { market: idOf(instrument), korean_name: baseName, english_name: baseName });
}
