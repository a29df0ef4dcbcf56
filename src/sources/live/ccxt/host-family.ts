/**
 * Exchanges of ccxt that ask a host which another one asks too, with that other one. Known without loading ccxt; a test compares it
 * with what ccxt says of every exchange.
 */
const FAMILIES: Readonly<Record<string, string>> = {
  binancecoinm: 'binance',
  binanceus: 'binance',
  binanceusdm: 'binance',
  kucoinfutures: 'kucoin',
  modetrade: 'woofipro',
  tokocrypto: 'binance',
};

/** The same for all exchanges of ccxt that may ask the same host. */
export function hostFamilyOf(key: string): string {
  return FAMILIES[key] ?? key;
}
