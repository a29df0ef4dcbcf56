/**
 * ccxt exchanges that share a host with another one, with the name of that other one. Known without loading ccxt; a
 * test compares it with every exchange of ccxt.
 */
const FAMILIES: Readonly<Record<string, string>> = {
  binancecoinm: 'binance',
  binanceus: 'binance',
  binanceusdm: 'binance',
  kucoinfutures: 'kucoin',
  modetrade: 'woofipro',
  tokocrypto: 'binance',
};

/** The same name for all ccxt exchanges that may share a host. */
export function hostFamilyOf(key: string): string {
  return FAMILIES[key] ?? key;
}
