import { marketMemory } from '../engine-state.ts';
import { crossRate } from '../market/cross-rate.ts';
import { decideMarket } from '../market/market-case.ts';
import type { MarketTickers } from '../market/market-tickers.ts';
import { ballotFor, screenedTickers, type MarketView } from '../market/market-view.ts';
import { ACCEPTED } from '../market/screen.ts';
import type { PublishedValue, CollusionTarget } from './collusion.ts';
import type { ResistanceInput } from './resistance-input.ts';

/** Colluding exchanges report this many times the market's volume, so that volume never protects the market. */
const VOLUME_TIMES = 1000;
/** A share of the volume limit that is safely below it, so that the volume is not rejected as a wrong number. */
const VOLUME_SHARE = 0.5;

/**
 * The MWA of a market. Its candidates are the exchanges with a ticker whose status lets them contribute. They report one price as
 * last, bid and ask, which has just changed and was just read.
 */
export function marketTarget(scene: ResistanceInput, market: number): CollusionTarget {
  const { reference, input, run, methodology } = scene;
  const { topology, firstListing, listingExchange, standing } = reference;
  const [from, to] = [firstListing[market]!, firstListing[market + 1]!];
  const exchangeTrust = Float64Array.from(listingExchange.subarray(from, to), (e) => run.markets.trustOf[e]!);
  const honest: MarketTickers = {
    last: input.tickers.last.slice(from, to),
    volume: input.tickers.volume.slice(from, to),
    bid: input.tickers.bid.slice(from, to),
    ask: input.tickers.ask.slice(from, to),
    lastMoved: input.tickers.lastMoved.slice(from, to),
    k: input.tickers.k.slice(from, to),
    age: input.tickers.age.slice(from, to),
    trust: exchangeTrust,
    standing: standing.slice(from, to),
  };
  const tickers: MarketTickers = {
    ...honest,
    last: honest.last.slice(),
    volume: honest.volume.slice(),
    bid: honest.bid.slice(),
    ask: honest.ask.slice(),
    lastMoved: honest.lastMoved.slice(),
    k: honest.k.slice(),
    age: honest.age.slice(),
  };
  const usd = {
    base: run.markets.previousUsd[topology.base[market]!]!,
    quote: run.markets.quoteUsd[topology.quote[market]!]!,
  };
  const view: MarketView = {
    tickers,
    from: 0,
    to: to - from,
    screened: screenedTickers(to - from),
    ballot: ballotFor(to - from),
    usd,
    methodology,
  };
  const context = {
    at: input.at,
    memory: marketMemory(input.state, market),
    crossRate: run.markets.crossRates.get(market) ?? impliedRate(scene, market),
  };
  const published = run.markets.outcomes[market]!;
  const candidates = Array.from(honest.k.keys()).filter(
    (i) => honest.k[i]! >= 0 && honest.standing[i] === ACCEPTED,
  );
  const report = (i: number, price: number) => {
    tickers.last[i] = price;
    tickers.bid[i] = price;
    tickers.ask[i] = price;
    const unitUsd = price * usd.quote || usd.base;
    const believable = (methodology.screen.maxVolumeUsd * VOLUME_SHARE) / unitUsd;
    tickers.volume[i] = Math.min(published.volume * VOLUME_TIMES, believable);
    tickers.lastMoved[i] = input.at;
    tickers.k[i] = 0;
    tickers.age[i] = 0;
  };
  const restore = (i: number) => {
    for (const column of ['last', 'bid', 'ask', 'volume', 'lastMoved', 'k', 'age'] as const)
      tickers[column][i] = honest[column][i]!;
  };
  return {
    published,
    candidates: candidates.length,
    valueWith: (colluding, price): PublishedValue => {
      for (const candidate of colluding) report(candidates[candidate]!, price);
      const outcome = decideMarket(view, context);
      for (const candidate of colluding) restore(candidates[candidate]!);
      if (!outcome) throw new Error('a market with a known cross rate is always decided');
      return outcome;
    },
  };
}

/**
 * The cross rate for a market that did not need one but may need one under attack: that of the tick's solution if both of its
 * assets have another market in it; otherwise 0.
 */
function impliedRate({ reference, run }: ResistanceInput, market: number): number {
  const { topology, marketsOfAsset } = reference;
  const { weight } = run.assets.rates;
  const hasAnother = (asset: number) =>
    asset === reference.usd || marketsOfAsset[asset]!.some((m) => m !== market && weight[m]! > 0);
  const assets = [topology.base[market]!, topology.quote[market]!];
  return assets.every(hasAnother) ? crossRate(topology, run.assets.rates, market) : 0;
}
