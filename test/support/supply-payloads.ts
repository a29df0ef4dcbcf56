/** An asset as public addresses know it. */
export interface MadeAsset {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  /** Numbers as written; null if the address does not have them. */
  readonly circulating: string | null;
  readonly total: string | null;
}

const UPDATED = '2026-11-16T11:58:03.412Z';

/** Numbers are inserted as text: a double would round them. */
const numeral = (text: string | null) => text ?? 'null';

/** Made up, in the layout of CoinGecko's /coins/markets. */
export function coingeckoPage(assets: readonly MadeAsset[]): string {
  const entries = assets.map(
    ({ id, symbol, name, circulating, total }, i) =>
      `{"id":"${id}","symbol":"${symbol.toLowerCase()}","name":"${name}","image":"https://example.com/${id}.png",` +
      `"current_price":1.5,"market_cap":123456,"market_cap_rank":${i + 1},"total_volume":77.5,` +
      `"circulating_supply":${numeral(circulating)},"total_supply":${numeral(total)},"max_supply":null,` +
      `"roi":null,"last_updated":"${UPDATED}"}`,
  );
  return `[${entries.join(',')}]`;
}

/** Made up, in the layout of CoinPaprika's /tickers. */
export function coinpaprikaPage(assets: readonly MadeAsset[]): string {
  const entries = assets.map(
    ({ id, symbol, name, circulating, total }, i) =>
      `{"id":"${symbol.toLowerCase()}-${id}","name":"${name}","symbol":"${symbol}","rank":${i + 1},` +
      `"circulating_supply":${numeral(circulating)},"total_supply":${numeral(total)},"max_supply":0,"beta_value":0.9,` +
      `"first_data_at":"2015-01-01T00:00:00Z","last_updated":"${UPDATED.slice(0, 19)}Z",` +
      `"quotes":{"USD":{"price":1.5,"volume_24h":77.5,"market_cap":123456}}}`,
  );
  return `[${entries.join(',')}]`;
}

/** Made up, in the layout of CoinCap's /assets: numbers are texts. */
export function coincapPage(assets: readonly MadeAsset[]): string {
  const data = assets.map(({ id, symbol, name, circulating }, i) => ({
    id,
    rank: String(i + 1),
    symbol,
    name,
    supply: circulating,
    maxSupply: null,
    marketCapUsd: '123456.7',
    volumeUsd24Hr: '77.5',
    priceUsd: '1.5',
    changePercent24Hr: '-0.5',
    vwap24Hr: null,
    explorer: `https://example.com/${id}`,
  }));
  return JSON.stringify({ data, timestamp: Date.parse(UPDATED) });
}
