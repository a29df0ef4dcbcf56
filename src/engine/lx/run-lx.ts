import { exp } from '../../core/numbers/ln-exp.ts';
import { maskOf } from '../../core/index-value.ts';
import { SLOT_MS } from '../../core/time.ts';
import type { EngineReference, LxIndex } from '../engine-reference.ts';
import { withoutMarkets } from '../gwa/rate-equations.ts';
import { solveRates } from '../gwa/solve-rates.ts';
import { cappedVolumes, decideLx, tradedPrice, type LxOutcome } from './lx.ts';
import type { Methodology } from '../methodology.ts';
import { clamp } from '../numbers/clamp.ts';
import { usable } from '../numbers/read-number.ts';
import { compareTrades, type RecordedTrade } from './recorded-trade.ts';
import type { AssetsRun } from '../gwa/run-assets.ts';
import type { MarketsRun } from '../market/run-markets.ts';
import type { ReferenceLayout } from '../reference-layout.ts';
import {
  ACCEPTED,
  hasValidQuote,
  priceOf,
  screen,
  SCREEN_OUTCOMES,
  STALE,
  type ScreenOutcome,
} from '../market/screen.ts';
import type { TickInput } from '../tick-input.ts';

const PARTIAL = maskOf('PARTIAL');

/** The contribution of one constituent, or why it has none. */
export interface ConstituentRun {
  readonly listing: number;
  /** Here `STALE` means silent for too long, and `NO_RATE` that its quote has no GWA at this tick. */
  readonly outcome: ScreenOutcome | 'NO_RATE';
  readonly source: 'TRADES' | 'TICKER';
  /** In USD; 0 if it does not contribute. */
  readonly price: number;
  readonly volume: number;
  /** The part of the volume that counts; 0 if the constituent does not contribute. */
  readonly believedVolume: number;
  readonly silentTicks: number;
  readonly tradedAt: number;
}

export interface LxRun {
  readonly index: LxIndex;
  readonly constituents: readonly ConstituentRun[];
  readonly outcome: LxOutcome;
}

/** What a constituent needs from the rest of the tick. */
export interface LxSurroundings {
  readonly assets: Pick<AssetsRun, 'outcomes'>;
  readonly markets: Pick<MarketsRun, 'previousUsd' | 'quoteUsd'>;
}

export function runLx(
  reference: EngineReference,
  input: TickInput,
  markets: MarketsRun,
  assets: AssetsRun,
  methodology: Methodology,
): LxRun[] {
  const impliedUsd = (index: LxIndex) => impliedWithout(reference, index, markets, methodology);
  return lxFrom(reference, reference.lx, input, { markets, assets }, impliedUsd, methodology);
}

/**
 * The same, if the price implied by all other markets is already known. `impliedUsd` is called only if there are enough votes.
 */
export function lxFrom(
  reference: ReferenceLayout,
  indices: readonly LxIndex[],
  input: TickInput,
  { markets, assets }: LxSurroundings,
  impliedUsd: (index: LxIndex) => number,
  methodology: Methodology,
): LxRun[] {
  const trades = tradesByListing(input);
  const incomplete = new Set(input.incomplete);
  let position = 0;
  return indices.map((index, i) => {
    const screened = index.constituents.map((listing) => {
      const before = input.state.tradedAt[position++]!;
      return runConstituent(
        reference,
        input,
        listing,
        trades.get(listing) ?? [],
        before,
        { assets, markets },
        methodology,
      );
    });
    const constituents = believe(screened, methodology);
    const accepted = constituents.filter(({ outcome }) => outcome === 'ACCEPTED');
    const votes = accepted.map(({ price, believedVolume }) => ({ price, volume: believedVolume }));
    const units = index.constituents.flatMap((listing) => trades.get(listing) ?? []);
    const traded = units.reduce((sum, trade) => sum + trade.units, 0n);
    const implied = () => impliedUsd(index);
    const isQuorate = contributesEnough(constituents, methodology);
    const decided = decideLx(votes, isQuorate, implied, traded, input.state.lx[i]!, input.at, methodology);
    const isPartial = decided.price > 0 && index.constituents.some((listing) => incomplete.has(listing));
    const outcome = isPartial ? { ...decided, flags: decided.flags | PARTIAL } : decided;
    return { index, constituents, outcome };
  });
}

function believe(
  constituents: readonly ConstituentRun[],
  methodology: Methodology,
): readonly ConstituentRun[] {
  const accepted = constituents.filter(({ outcome }) => outcome === 'ACCEPTED');
  const volumes = cappedVolumes(
    accepted.map(({ volume }) => volume),
    methodology.mwa.believedTimes,
  );
  return constituents.map((constituent) => {
    const vote = accepted.indexOf(constituent);
    return vote < 0 ? constituent : { ...constituent, believedVolume: volumes[vote]! };
  });
}

/**
 * Whether more than the minimum share of the constituents contribute, by number and by volume. Implausible volumes do not count,
 * and no volume counts for half of the total: a single constituent must not be able to stop the index.
 */
function contributesEnough(constituents: readonly ConstituentRun[], { lx }: Methodology): boolean {
  const { minShare, countedTimes } = lx;
  const volumes = cappedVolumes(
    constituents.map(({ outcome, volume }) => (outcome === 'BAD_NUMBER' ? 0 : volume)),
    countedTimes,
  );
  let [count, volume, total] = [0, 0, 0];
  constituents.forEach(({ outcome }, i) => {
    total += volumes[i]!;
    if (outcome !== 'ACCEPTED') return;
    count++;
    volume += volumes[i]!;
  });
  return count > minShare * constituents.length && volume > minShare * total;
}

/** Trades of each listing in canonical order. */
function tradesByListing({ trades }: TickInput): Map<number, RecordedTrade[]> {
  const byListing = new Map<number, RecordedTrade[]>();
  for (const trade of trades.toSorted(compareTrades)) {
    const known = byListing.get(trade.listing);
    if (known) known.push(trade);
    else byListing.set(trade.listing, [trade]);
  }
  return byListing;
}

function runConstituent(
  { base, quote, listingMarket, standing }: ReferenceLayout,
  { at, tickers }: TickInput,
  listing: number,
  trades: readonly RecordedTrade[],
  tradedBefore: number,
  { assets, markets }: LxSurroundings,
  methodology: Methodology,
): ConstituentRun {
  const ofSlot = trades.filter(({ slot }) => slot === at);
  const tradedAt = trades.reduce((latest, { slot }) => Math.max(latest, slot), tradedBefore);
  const silentTicks = Math.min(tickers.k[listing]!, (at - tradedAt) / SLOT_MS);
  const { last, bid, ask, volume } = tickers;
  const market = listingMarket[listing]!;
  const usd = assets.outcomes[quote[market]!]!.price;
  const own =
    ofSlot.length > 0
      ? nearQuote(tradedPrice(ofSlot, methodology), bid[listing]!, ask[listing]!, methodology)
      : priceOf(last[listing]!, bid[listing]!, ask[listing]!, methodology);
  const price = usable(own * usd);
  const before = { base: markets.previousUsd[base[market]!]!, quote: markets.quoteUsd[quote[market]!]! };
  let code = screen({ ...tickers, standing }, listing, at, before, methodology);
  if (code === ACCEPTED && silentTicks > methodology.lx.silentTicks) code = STALE;
  const outcome = code === ACCEPTED && price === 0 ? 'NO_RATE' : SCREEN_OUTCOMES[code]!;
  return {
    listing,
    outcome,
    source: ofSlot.length > 0 ? 'TRADES' : 'TICKER',
    price: outcome === 'ACCEPTED' ? price : 0,
    volume: volume[listing]!,
    believedVolume: 0,
    silentTicks,
    tradedAt,
  };
}

/** Limits a trade price to the range around the exchange's current quote: a print far from the quote is not a market price. */
function nearQuote(price: number, bid: number, ask: number, methodology: Methodology): number {
  const { beyondQuote } = methodology.lx;
  if (beyondQuote === Infinity || !hasValidQuote(bid, ask, methodology)) return price;
  return clamp(price, bid * (1 - beyondQuote), ask * (1 + beyondQuote));
}

/** The asset's USD value implied by all markets except its own USD, EUR and GBP markets; 0 if these do not reach it. */
function impliedWithout(
  { solvePlan }: EngineReference,
  { asset, ownMarkets }: LxIndex,
  { equations }: MarketsRun,
  methodology: Methodology,
): number {
  const { x, reached } = solveRates(solvePlan, withoutMarkets(equations, ownMarkets), methodology);
  return reached[asset] === 1 ? usable(exp(x[asset]!)) : 0;
}
