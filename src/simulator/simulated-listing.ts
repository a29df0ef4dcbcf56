import type { Exchange, TrustTier } from '../core/exchange.ts';
import { exp, ln } from '../core/numbers/ln-exp.ts';
import { type Millis, SLOTS_PER_DAY } from '../core/time.ts';
import { below, hashPair, hashText, unit } from './hash.ts';
import { popularityOf, usdPerDayOf, type ListedPair } from './volumes/listing-volume.ts';
import { decimalMagnitude, powerOfTen } from './prices/scaled-number.ts';
import type { SimulatedWorld } from './world.ts';

/** A market on an exchange that delivers ticks, with everything about it that does not change. */
export interface SimulatedListing {
  /** Position among all listings of the world. */
  readonly index: number;
  readonly exchangeId: string;
  readonly marketId: string;
  readonly marketIndex: number;
  /** Positions of the assets in the world. */
  readonly base: number;
  readonly quote: number;
  readonly qualified: boolean;
  readonly tier: TrustTier;
  /** Hashes of the seed with exchange and market, with the market, and with the base asset. */
  readonly key: number;
  readonly marketKey: number;
  readonly baseKey: number;
  readonly usdPerDay: number;
  /** Base units of an average day, in steps of 10^-volumeDecimals. */
  readonly unitsPerDay: number;
  readonly volumeDecimals: number;
  /** The price moves once per this many slots. */
  readonly windowSlots: number;
  /** How long before each slot the exchange is read. */
  readonly refreshLeadMs: Millis;
  /** Fractions of the price. */
  readonly halfSpread: number;
  readonly basis: number;
  readonly noise: number;
  readonly significantDigits: number;
  /** Magnitude of the price when all assets have their table prices. */
  readonly usualMagnitude: number;
}

export interface SimulatedExchange {
  readonly exchangeId: string;
  /** The name of its row in the table of exchanges. */
  readonly key: string;
  readonly refreshLeadMs: Millis;
  readonly listings: readonly SimulatedListing[];
}

/** A market with the properties common to all exchanges. */
interface PricedMarket extends ListedPair {
  readonly marketIndex: number;
  readonly baseIndex: number;
  readonly quoteIndex: number;
  readonly textHash: number;
  readonly key: number;
  readonly baseKey: number;
  readonly usualMagnitude: number;
}

const MAX_LEAD_MS = 26_500;
const MIN_LEAD_MS = 3_000;
/** The exchanges that dominate the indices are read just before the slot, so that an index is close to its moment. */
const MAJOR_MAX_LEAD_MS = 8_000;
const MAJOR_WEIGHT = 2;

const USD_PER_MOVE = 100;
/** At least two moves a day: a listing that moves less often would count as dead. */
const LONGEST_WINDOW_SLOTS = SLOTS_PER_DAY / 2;
const VOLUME_DIGITS = 11;
const MAX_VOLUME_DECIMALS = 8;
const BPS = 1e-4;

/** The exchanges that are ACTIVE, each with its ACTIVE listings. */
export function simulatedExchanges(world: SimulatedWorld, seed: string): SimulatedExchange[] {
  const seedHash = hashText(seed);
  const markets = pricedMarkets(world, seedHash);
  let index = 0;
  const active = world.reference.exchanges.filter(({ status }) => status === 'ACTIVE');
  return active.map((exchange) => {
    const weight = world.exchangeWeights.get(exchange.id) ?? 0;
    const name = world.exchangeKeys.get(exchange.id) ?? exchange.name;
    const key = hashPair(seedHash, hashText(`exchange ${name}`));
    const refreshLeadMs = refreshLeadOf(exchange.tier, weight, key);
    const traded = exchange.listings.filter(({ status }) => status === 'ACTIVE');
    const pairs = traded.map(({ marketId }) => markets.get(marketId)!);
    const usdPerDay = usdPerDayOf(name, weight, pairs);
    const host = { exchange, key, refreshLeadMs };
    const listings = traded.map(({ qualified }, i) =>
      listingOf(host, pairs[i]!, qualified, usdPerDay[i]!, index++),
    );
    return { exchangeId: exchange.id, key: name, refreshLeadMs, listings };
  });
}

interface Host {
  readonly exchange: Exchange;
  readonly key: number;
  readonly refreshLeadMs: Millis;
}

/** Field by field instead of spreading: ticks are made fastest from objects of a single shape. */
function listingOf(
  host: Host,
  market: PricedMarket,
  qualified: boolean,
  usdPerDay: number,
  index: number,
): SimulatedListing {
  const key = hashPair(host.key, market.textHash);
  const volume = volumeTraits(usdPerDay, market.base.priceUsd);
  const quote = quoteTraits(usdPerDay, host.exchange.tier, key);
  return {
    index,
    exchangeId: host.exchange.id,
    marketId: market.marketId,
    marketIndex: market.marketIndex,
    base: market.baseIndex,
    quote: market.quoteIndex,
    qualified,
    tier: host.exchange.tier,
    key,
    marketKey: market.key,
    baseKey: market.baseKey,
    refreshLeadMs: host.refreshLeadMs,
    usdPerDay,
    unitsPerDay: volume.unitsPerDay,
    volumeDecimals: volume.decimals,
    windowSlots: windowOf(usdPerDay),
    halfSpread: quote.halfSpread,
    basis: quote.basis,
    noise: quote.noise,
    significantDigits: quote.significantDigits,
    usualMagnitude: market.usualMagnitude,
  };
}

function pricedMarkets({ assets, reference }: SimulatedWorld, seedHash: number): Map<string, PricedMarket> {
  const indices = new Map(assets.map(({ asset }, i) => [asset.id, i]));
  const popularities = assets.map(popularityOf);
  const keys = assets.map(({ key }) => hashPair(seedHash, hashText(key)));
  const markets = new Map<string, PricedMarket>();
  reference.markets.forEach(({ id, baseAssetId, quoteAssetId }, marketIndex) => {
    const [baseIndex, quoteIndex] = [indices.get(baseAssetId)!, indices.get(quoteAssetId)!];
    const [base, quote] = [assets[baseIndex]!, assets[quoteIndex]!];
    const textHash = hashText(id);
    markets.set(id, {
      marketId: id,
      marketIndex,
      base,
      quote,
      baseIndex,
      quoteIndex,
      popularity: popularities[baseIndex]!,
      textHash,
      key: hashPair(seedHash, textHash),
      baseKey: keys[baseIndex]!,
      usualMagnitude: decimalMagnitude(base.priceUsd / quote.priceUsd),
    });
  });
  return markets;
}

function refreshLeadOf(tier: TrustTier, weight: number, key: number): number {
  const maxLeadMs = tier === 'A' || weight >= MAJOR_WEIGHT ? MAJOR_MAX_LEAD_MS : MAX_LEAD_MS;
  return MIN_LEAD_MS + below(hashPair(key, hashText('lead')), maxLeadMs - MIN_LEAD_MS);
}

function volumeTraits(usdPerDay: number, basePriceUsd: number) {
  const basePerDay = usdPerDay / basePriceUsd;
  const decimals = Math.min(MAX_VOLUME_DECIMALS, VOLUME_DIGITS - decimalMagnitude(basePerDay));
  const unitsPerDay = decimals >= 0 ? basePerDay * powerOfTen(decimals) : basePerDay / powerOfTen(-decimals);
  return { decimals, unitsPerDay };
}

function windowOf(usdPerDay: number): number {
  const windowSlots = Math.floor((SLOTS_PER_DAY * USD_PER_MOVE) / usdPerDay);
  return Math.min(LONGEST_WINDOW_SLOTS, Math.max(1, windowSlots));
}

/** The spread is 1 bps at 10^8 USD a day, 4 at 10^6, 16 at 10^4; tier B has wider spreads and deviates further. */
function quoteTraits(usdPerDay: number, tier: TrustTier, key: number) {
  const chance = (which: number) => unit(hashPair(key, 1000 + which));
  const spreadBps = exp(0.3 * ln(1e8 / usdPerDay)) * (0.6 + 1.2 * chance(0)) * (tier === 'A' ? 1 : 1.5);
  const basisBps = tier === 'A' ? 1 + 2 * chance(1) : Math.min(20, 4 + spreadBps * 0.5 + 6 * chance(1));
  const noiseBps = tier === 'A' ? 0.2 + 0.6 * chance(2) : 0.5 + 2 * chance(2);
  const digits = usdPerDay > 2e7 ? 6 : usdPerDay > 2e4 ? 5 : 4;
  return {
    halfSpread: (Math.min(150, Math.max(0.4, spreadBps)) / 2) * BPS,
    basis: basisBps * BPS,
    noise: noiseBps * BPS,
    significantDigits: digits + (chance(3) < 0.6 ? 1 : 0),
  };
}
