import { recordedTicker } from '../recorded.ts';
import { endpoints, type RigInstrument, type RigLayout } from '../rig-layout.ts';
import { koreanTicker } from './korean-ticker.ts';

/** Recorded from the exchange with the same format. */
const TICKER = recordedTicker('upbit', 0);

const idOf = ({ base, quote }: RigInstrument) => `${quote}-${base}`;
const traded = (instruments: readonly RigInstrument[]) => instruments.filter(({ active }) => active);

/** Lists active markets only. */
export const bithumb: RigLayout = {
  id: 'bithumb',
  hosts: ['api.bithumb.com'],
  codes: { FTC: 'FTC2', SOC: 'Soda Coin' },
  refusal: { status: 400, body: { error: { name: 'invalid_parameter', message: 'Invalid parameter' } } },
  answer: endpoints({
    'GET /v1/market/all': (instruments) => traded(instruments).map(market),
    'GET /v1/ticker': (instruments, url) => {
      const asked = new Set(url.searchParams.get('markets')?.split(','));
      return traded(instruments)
        .filter((one) => asked.has(idOf(one)))
        .map((one) => koreanTicker(TICKER, idOf(one), one));
    },
  }),
};

function market(instrument: RigInstrument) {
  const { base, baseName = base } = instrument;
  return {
    market: idOf(instrument),
    korean_name: baseName,
    english_name: baseName,
    market_warning: 'NONE',
  };
}
