import type { EngineReference } from '../engine-reference.ts';
import type { AssetsRun } from '../gwa/run-assets.ts';
import type { LxOutcome } from '../lx/lx.ts';
import type { LxRun } from '../lx/run-lx.ts';
import type { MarketOutcome } from '../market/market-outcome.ts';
import type { TrustSource } from '../market/quorums.ts';
import type { MarketsRun } from '../market/run-markets.ts';
import { ACCEPTED, NO_TICKER } from '../market/screen.ts';

const BPS = 1e4;

/** Codes of `trustSource` columns: 0 means that there was no quorum and therefore no third median. */
export const TRUST_SOURCES = [
  undefined,
  'TIERS',
  'CROSS_RATE',
  'EXCHANGES',
  'MEAN',
] as const satisfies readonly (TrustSource | undefined)[];

/**
 * How well the MWA of each market is supported, in the order of the reference. Rows of markets without a value are meaningless.
 */
export interface MarketQualityColumns {
  /** The number of exchanges whose ticker was accepted, and of those whose ticker was rejected. */
  readonly exchanges: Uint16Array;
  readonly refused: Uint16Array;
  /** The largest distance between the three medians, relative to the reference; NaN without a quorum. */
  readonly spreadBps: Float64Array;
  /** Codes of `TRUST_SOURCE_NAMES`. */
  readonly trustSource: Uint8Array;
  /** How far one exchange could move it; NaN if the rules do not define this. */
  readonly oneExchangeBps: Float64Array;
}

/** A GWA is solved from markets: tickers are rejected and medians computed at the market level. */
export interface AssetQualityColumns {
  /** Distinct exchanges that contribute to the markets with a weight in the solution. */
  readonly exchanges: Uint16Array;
}

/** The quality of a liquid index. */
export interface LxQuality {
  readonly indexId: string;
  readonly exchanges: number;
  readonly refused: number;
  /** The largest distance between its three prices, relative to the index; NaN if it is carried. */
  readonly spreadBps: number;
  /** How far one exchange could move it; NaN if the rules do not define this. */
  readonly oneExchangeBps: number;
}

export function marketQuality(
  { firstListing }: EngineReference,
  { outcomes, screened }: MarketsRun,
): MarketQualityColumns {
  const count = outcomes.length;
  const columns = {
    exchanges: new Uint16Array(count),
    refused: new Uint16Array(count),
    spreadBps: new Float64Array(count),
    trustSource: new Uint8Array(count),
    oneExchangeBps: new Float64Array(count),
  };
  for (let m = 0; m < count; m++) {
    for (let i = firstListing[m]!; i < firstListing[m + 1]!; i++) {
      const outcome = screened.outcome[i]!;
      if (outcome === ACCEPTED) columns.exchanges[m]!++;
      else if (outcome !== NO_TICKER) columns.refused[m]!++;
    }
    const { quorums, oneExchangeReach } = outcomes[m]!;
    columns.oneExchangeBps[m] = (oneExchangeReach ?? Number.NaN) * BPS;
    columns.spreadBps[m] = spreadOf(quorums);
    if (quorums) columns.trustSource[m] = TRUST_SOURCES.indexOf(quorums.trustSource);
  }
  return columns;
}

export function assetQuality(
  { marketsOfAsset, firstListing, listingExchange, exchanges }: EngineReference,
  { screened }: MarketsRun,
  { rates }: AssetsRun,
): AssetQualityColumns {
  const counts = new Uint16Array(marketsOfAsset.length);
  /** The last asset that an exchange was counted for. */
  const countedFor = new Int32Array(exchanges.length).fill(-1);
  marketsOfAsset.forEach((markets, asset) => {
    for (const m of markets) {
      if (!(rates.weight[m]! > 0)) continue;
      for (let i = firstListing[m]!; i < firstListing[m + 1]!; i++) {
        const exchange = listingExchange[i]!;
        if (screened.outcome[i] !== ACCEPTED || countedFor[exchange] === asset) continue;
        countedFor[exchange] = asset;
        counts[asset]!++;
      }
    }
  });
  return { exchanges: counts };
}

/** Each exchange counts once per index. An exchange without a ticker does not count as rejected. */
export function lxQuality({ index, constituents, outcome }: LxRun): LxQuality {
  const outcomes = constituents.map((constituent) => constituent.outcome);
  const exchanges = outcomes.filter((became) => became === 'ACCEPTED').length;
  const silent = outcomes.filter((became) => became === 'NO_TICKER').length;
  return {
    indexId: index.indexId,
    exchanges,
    refused: outcomes.length - exchanges - silent,
    spreadBps: lxSpreadOf(outcome),
    oneExchangeBps: (outcome.oneExchangeReach ?? Number.NaN) * BPS,
  };
}

function spreadOf(quorums: MarketOutcome['quorums']): number {
  if (!quorums) return Number.NaN;
  const { v, e, t, r } = quorums;
  return ((Math.max(v, e, t) - Math.min(v, e, t)) / r) * BPS;
}

function lxSpreadOf({ opinions, price }: LxOutcome): number {
  if (!opinions) return Number.NaN;
  const prices = [opinions.v, opinions.e, opinions.a].filter((opinion) => opinion > 0);
  return ((Math.max(...prices) - Math.min(...prices)) / price) * BPS;
}
