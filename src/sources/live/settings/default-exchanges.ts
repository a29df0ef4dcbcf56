/** An exchange that is read by default. */
export interface DefaultExchange {
  /** Its id in ccxt. */
  readonly key: string;
  /** Its name for clients. */
  readonly name: string;
  readonly reason: string;
}

/**
 * All exchanges of tier A whose spot order books ccxt can read without a key, then the largest others. Each order book
 * is listed once. docs/reference/exchange-list.md is generated from this table.
 */
export const DEFAULT_EXCHANGES: readonly DefaultExchange[] = table(`
binance|Binance|Largest order books by volume
bitbank|bitbank|Registered in Japan; JPY order books
bitfinex|Bitfinex|USD order books since 2012
bitflyer|bitFlyer|Registered in Japan; JPY order books
bithumb|Bithumb|Registered in Korea; KRW order books since 2014
bitso|Bitso|Licensed in Gibraltar; MXN order books
bitstamp|Bitstamp|Licensed in Luxembourg; order books since 2011
bitvavo|Bitvavo|Registered in the Netherlands; largest EUR order books
btcturk|BTCTurk|TRY order books since 2013
bullish|Bullish|Licensed in Gibraltar; order books for institutions
bybit|Bybit|Among the largest order books
cex|CEX.IO|USD, EUR and GBP order books since 2013
coinbase|Coinbase-Pro|Supervised in the US; deepest USD order books
coincheck|Coincheck|Registered in Japan; JPY order books
coinone|Coinone|Registered in Korea; KRW order books
cryptocom|Crypto.com|Licensed in Singapore; USD order books
gemini|Gemini|Trust company, supervised in New York
kraken|Kraken|Order books in USD, EUR and GBP since 2013
luno|Luno|Licensed in South Africa; ZAR order books
okx|OKX|Among the largest order books
upbit|UPbit|Registered in Korea; largest KRW order books
bitget|Bitget|Large order books in USDT
coinex|Coinex|Many small assets
gate|Gate.io|Large order books in USDT; more assets than most
hitbtc|HitBTC|Order books since 2013; markets in BTC and ETH
htx|Huobi|Large order books in USDT since 2013
kucoin|KuCoin|Large order books in USDT; many small assets
lbank|LBank|Many small assets
mexc|MEXC|Large order books in USDT; more assets than most
poloniex|Poloniex|Order books since 2014; markets in TRX and BTC
whitebit|WhiteBIT|Large order books in Europe
xt|XT.com|Many small assets
`);

/** Exchanges of ccxt that `all` leaves out, with the reason. Those that ccxt cannot read are left out too. */
export const NOT_IN_ALL: Readonly<Record<string, string>> = {
  bequant: 'White label of HitBTC: the same order book',
  bybiteu: 'Regional site of Bybit',
  bybitid: 'Regional site of Bybit',
  coinbaseexchange: 'Second interface of Coinbase: the same order book',
  fmfwio: 'White label of HitBTC: the same order book',
  gateeu: 'Regional site of Gate',
  myokx: 'Regional site of OKX',
  okxus: 'Regional site of OKX',
  tokocrypto: 'Order book of Binance',
};

/** Exchanges of ccxt whose spot tickers cannot be read; `sources list --all` shows why. */
export const NOT_READABLE: readonly string[] = [
  'alpaca',
  'apex',
  'binancecoinm',
  'binanceusdm',
  'blofin',
  'bydfi',
  'dydx',
  'extended',
  'grvt',
  'hibachi',
  'krakenfutures',
  'kucoinfutures',
  'modetrade',
  'mudrex',
  'paradex',
  'woo',
  'woofipro',
];

function table(text: string): readonly DefaultExchange[] {
  const lines = text.trim().split('\n');
  return lines.map((line) => {
    const [key = '', name = '', reason = ''] = line.split('|');
    return { key, name, reason };
  });
}
