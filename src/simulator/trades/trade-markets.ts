import { WELL_KNOWN_ASSETS } from '../../core/ids/well-known-ids.ts';
import type { SimulatedExchange, SimulatedListing } from '../simulated-listing.ts';
import type { SimulatedWorld } from '../world.ts';

/** By the names of rows in the table of exchanges. */
export const TRADE_EXCHANGES: readonly string[] = [
  'Binance',
  'Bitfinex',
  'Bitstamp',
  'Bittrex',
  'BTSE',
  'Coinbase-Pro',
  'Gemini',
  'itBit',
  'Kraken',
];
const { BTC, ETH, XRP, LTC, EOS, USD, EUR, GBP, USDT } = WELL_KNOWN_ASSETS;
/** Markets of the liquid indices come first. */
const INDEX_BASES: readonly string[] = [BTC, ETH, XRP];
const INDEX_QUOTES: readonly string[] = [USD, EUR, GBP];
/** Then the markets that trade feeds have always had. */
const FAMILIAR_BASES: readonly string[] = [LTC, EOS];
const QUOTES = new Set([...INDEX_QUOTES, USDT]);
const MAX_MARKETS = 12;

/** Which listings of an exchange also deliver single trades: those of the liquid indices, the familiar, then the most traded. */
export function tradedListings(exchange: SimulatedExchange, world: SimulatedWorld): SimulatedListing[] {
  if (!TRADE_EXCHANGES.includes(exchange.key)) return [];
  const id = (assetIndex: number) => world.assets[assetIndex]?.asset.id ?? '';
  const priority = ({ base, quote }: SimulatedListing) => {
    if (INDEX_BASES.includes(id(base)) && INDEX_QUOTES.includes(id(quote))) return 2;
    return FAMILIAR_BASES.includes(id(base)) ? 1 : 0;
  };
  const candidates = exchange.listings.filter(
    ({ base, quote }) => QUOTES.has(id(quote)) && isCoin(world, base),
  );
  const order = (a: SimulatedListing, b: SimulatedListing) =>
    priority(b) - priority(a) || b.usdPerDay - a.usdPerDay || (a.marketId < b.marketId ? -1 : 1);
  return candidates.sort(order).slice(0, MAX_MARKETS);
}

function isCoin({ assets }: SimulatedWorld, assetIndex: number): boolean {
  const sector = assets[assetIndex]?.sector;
  return sector !== 'fiat' && sector !== 'stablecoin';
}
