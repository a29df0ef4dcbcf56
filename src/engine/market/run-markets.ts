import { crossRate } from './cross-rate.ts';
import type { EngineReference } from '../engine-reference.ts';
import { marketMemory } from '../engine-state.ts';
import { enterEquation, noEquations, takesPart } from '../gwa/rate-equations.ts';
import { solveRates, type RateEquations } from '../gwa/solve-rates.ts';
import { decideMarket } from './market-case.ts';
import type { MarketOutcome } from './market-outcome.ts';
import { ballotFor, screenedTickers, type MarketView, type ScreenedTickers } from './market-view.ts';
import type { Methodology } from '../methodology.ts';
import type { ReferenceLayout } from '../reference-layout.ts';
import type { TickInput } from '../tick-input.ts';
import { trustWeight } from './trust.ts';

export interface MarketsRun {
  /** One per market. */
  readonly outcomes: readonly MarketOutcome[];
  readonly screened: ScreenedTickers;
  /** For markets that needed one: the rate implied by the others, 0 if they imply none. */
  readonly crossRates: ReadonlyMap<number, number>;
  /** The USD values of the previous tick, 0 if there are none. */
  readonly previousUsd: Float64Array;
  /** The USD values of quotes by which volumes were screened: the same, unless a volume limit needed those of `firstWorth`. */
  readonly quoteUsd: Float64Array;
  /** The equations of all MWAs that take part in the GWA. */
  readonly equations: RateEquations;
  /** The trust of each exchange at this tick. */
  readonly trustOf: readonly number[];
}

/**
 * Computes all MWAs of the tick in two rounds: first the markets that need no cross rate, then the others, with the cross rates
 * implied by the first.
 */
export function runMarkets(
  reference: EngineReference,
  input: TickInput,
  methodology: Methodology,
  previousUsd = previousRates(reference, input),
  quoteUsd = previousUsd,
): MarketsRun {
  const { topology } = reference;
  const count = reference.marketIds.length;
  const trustOf = reference.exchanges.map((exchange) => trustWeight(exchange, input.at, methodology.trust));
  const { tickers, screened, ballot } = openDesk(reference, input, trustOf);
  const equations = noEquations(count);
  const outcomes: MarketOutcome[] = [];
  const waiting: number[] = [];

  const decide = (m: number, rate: number | undefined) => {
    const memory = marketMemory(input.state, m);
    const from = reference.firstListing[m]!;
    const to = reference.firstListing[m + 1]!;
    const usd = {
      base: previousUsd[topology.base[m]!]!,
      quote: quoteUsd[topology.quote[m]!]!,
    };
    const view = { tickers, from, to, screened, ballot, usd, methodology };
    const outcome = decideMarket(view, { at: input.at, memory, crossRate: rate });
    if (!outcome) return false;
    outcomes[m] = outcome;
    if (takesPart(outcome, memory, input.at, methodology)) {
      enterEquation(equations, m, outcome, topology, previousUsd, methodology);
    }
    return true;
  };

  for (let m = 0; m < count; m++) {
    if (!decide(m, undefined)) waiting.push(m);
  }
  const crossRates = new Map<number, number>();
  if (waiting.length > 0) {
    const rates = solveRates(reference.solvePlan, equations, methodology);
    for (const m of waiting) crossRates.set(m, crossRate(topology, rates, m));
    for (const [m, rate] of crossRates) decide(m, rate);
  }
  return { outcomes, screened, crossRates, previousUsd, quoteUsd, equations, trustOf };
}

/** The tickers of a tick, and buffers for the results. */
export function openDesk(
  { listingExchange, standing, maxListings }: ReferenceLayout,
  { tickers }: Pick<TickInput, 'tickers'>,
  trustOf: readonly number[],
): Pick<MarketView, 'tickers' | 'screened' | 'ballot'> {
  const trust = new Float64Array(listingExchange.length);
  for (let i = 0; i < trust.length; i++) trust[i] = trustOf[listingExchange[i]!]!;
  return {
    tickers: { ...tickers, trust, standing },
    screened: screenedTickers(listingExchange.length),
    ballot: ballotFor(maxListings),
  };
}

/** The GWA of the previous tick, 0 if there is none. USD is worth 1 even before the first tick. */
function previousRates({ usd }: EngineReference, { state }: TickInput): Float64Array {
  const rates = state.assets.price.slice();
  if (usd >= 0) rates[usd] = 1;
  return rates;
}
