import type { EngineReference } from '../engine-reference.ts';
import type { AssetsRun } from '../gwa/run-assets.ts';
import type { MarketsRun } from '../market/run-markets.ts';
import { ACCEPTED, OUTLIER } from '../market/screen.ts';

const BPS = 1e4;
/** Limits the volume of every ticker, whatever the methodology version accepts: no sum can overflow. */
const MAX_VOLUME_USD = 2e11;

/** The contribution of each exchange to a tick, in the order of the reference. */
export interface ExchangeQualityColumns {
  readonly listings: Uint32Array;
  /** Listings whose ticker was accepted. */
  readonly accepted: Uint32Array;
  /** The share of the believed volume of all accepted tickers in USD, between 0 and 1. */
  readonly volumeShare: Float64Array;
  /**
   * The median, over its listings, of the absolute distance of its price from the market's reference. Includes outliers, which
   * were rejected for this distance. NaN if it has no price in a market with a value and a reference.
   */
  readonly deviationBps: Float64Array;
}

export function exchangeQuality(
  reference: EngineReference,
  markets: MarketsRun,
  assets: AssetsRun,
): ExchangeQualityColumns {
  const { listingExchange, exchanges } = reference;
  const listings = new Uint32Array(exchanges.length);
  const accepted = new Uint32Array(exchanges.length);
  const { outcome } = markets.screened;
  for (let i = 0; i < outcome.length; i++) {
    const exchange = listingExchange[i]!;
    listings[exchange]!++;
    if (outcome[i] === ACCEPTED) accepted[exchange]!++;
  }
  return {
    listings,
    accepted,
    volumeShare: volumeShares(reference, markets, assets),
    deviationBps: medianDeviations(reference, markets, listings),
  };
}

function volumeShares(
  { base, quote, firstListing, listingExchange, exchanges }: EngineReference,
  { outcomes, screened }: MarketsRun,
  { outcomes: assets }: AssetsRun,
): Float64Array {
  const volumeUsd = new Float64Array(exchanges.length);
  const { outcome, volume } = screened;
  let total = 0;
  for (let m = 0; m < outcomes.length; m++) {
    const usd = assets[base[m]!]!.price || outcomes[m]!.price * assets[quote[m]!]!.price;
    const end = firstListing[m + 1]!;
    for (let i = firstListing[m]!; i < end; i++) {
      if (outcome[i] !== ACCEPTED) continue;
      const own = Math.min(volume[i]! * usd, MAX_VOLUME_USD);
      volumeUsd[listingExchange[i]!]! += own;
      total += own;
    }
  }
  return total > 0 ? volumeUsd.map((own) => own / total) : volumeUsd;
}

function medianDeviations(
  { firstListing, listingExchange }: EngineReference,
  { outcomes, screened }: MarketsRun,
  listings: Uint32Array,
): Float64Array {
  const first = new Uint32Array(listings.length);
  for (let exchange = 1; exchange < listings.length; exchange++)
    first[exchange] = first[exchange - 1]! + listings[exchange - 1]!;
  const next = first.slice();
  const deviations = new Float64Array(listingExchange.length);
  const { outcome, price } = screened;
  for (let m = 0; m < outcomes.length; m++) {
    const { quorums, quiet, price: value } = outcomes[m]!;
    const r = (quorums ?? quiet)?.r;
    if (r === undefined || value === 0) continue;
    const end = firstListing[m + 1]!;
    for (let i = firstListing[m]!; i < end; i++) {
      if (outcome[i] !== ACCEPTED && outcome[i] !== OUTLIER) continue;
      deviations[next[listingExchange[i]!]!++] = (Math.abs(price[i]! - r) / r) * BPS;
    }
  }
  return Float64Array.from(listings, (_, exchange) =>
    medianOf(deviations.subarray(first[exchange], next[exchange])),
  );
}

/** The mean of the two middle values if the count is even. Sorts its argument in place. */
function medianOf(values: Float64Array): number {
  if (values.length === 0) return Number.NaN;
  values.sort();
  const middle = values.length >> 1;
  return values.length % 2 === 1 ? values[middle]! : (values[middle - 1]! + values[middle]!) / 2;
}
