import { like, recordedMarket } from '../recorded.ts';
import { assetsOf, endpoints, ownCode, type RigInstrument, type RigLayout } from '../rig-layout.ts';

const PRODUCT = recordedMarket('coinbase');
const NO_RATES = { data: { currency: 'USD', rates: {} } };
const FIATS = new Set('USD EUR GBP SGD'.split(' '));

export const coinbase: RigLayout = {
  id: 'coinbase',
  hosts: ['api.coinbase.com'],
  codes: { CGLD: 'CELO' },
  refusal: {
    status: 500,
    body: { error: 'INTERNAL', error_details: 'internal server error', message: 'internal server error' },
  },
  answer: endpoints({
    'GET /v2/currencies': (instruments) => ({
      data: assetsOf(instruments)
        .filter(({ code }) => FIATS.has(code))
        .map(({ code, name }) => ({ id: code, name, min_size: '0.01' })),
    }),
    'GET /v2/currencies/crypto': (instruments) => ({
      data: assetsOf(instruments)
        .filter(({ code }) => !FIATS.has(code))
        .map(({ code, name }) => ({ code: codeOf(code), name, exponent: 8, type: 'crypto', asset_id: code })),
    }),
    'GET /v2/exchange-rates': () => NO_RATES,
    // One list has both markets and tickers.
    'GET /api/v3/brokerage/market/products': (instruments, url) => {
      const products = url.searchParams.get('product_type') === 'FUTURE' ? [] : instruments.map(product);
      return { products, num_products: products.length };
    },
  }),
};

const codeOf = (common: string) => ownCode(coinbase, common);

function product({ base, quote, last, baseVolume, quoteVolume, active, baseName = base }: RigInstrument) {
  const id = `${codeOf(base)}-${codeOf(quote)}`;
  return like(PRODUCT, {
    product_id: id,
    price: last,
    price_percentage_change_24h: '0',
    volume_24h: baseVolume,
    volume_percentage_change_24h: '0',
    base_name: baseName,
    quote_name: quote,
    is_disabled: !active,
    status: active ? 'online' : 'delisted',
    trading_disabled: !active,
    quote_currency_id: codeOf(quote),
    base_currency_id: codeOf(base),
    base_display_symbol: base,
    quote_display_symbol: quote,
    display_name: id,
    approximate_quote_24h_volume: quoteVolume,
  });
}
