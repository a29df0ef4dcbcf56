import type { Millis } from '../../core/time.ts';
import { decideMarket } from './market-case.ts';
import { NO_MEMORY, remember, type MarketMemory, type MarketOutcome } from './market-outcome.ts';
import { emptyTickers, type MarketTickers } from './market-tickers.ts';
import { ballotFor, screenedTickers } from './market-view.ts';
import { methodologyAt, type Methodology } from '../methodology.ts';
import { usable } from '../numbers/read-number.ts';
import { SCREEN_OUTCOMES, type MarketUsd, type ScreenOutcome } from './screen.ts';

const UNKNOWN_USD: MarketUsd = { base: 0, quote: 0 };

/** The ticker of one exchange, as numbers. A number that is absent or not positive is rejected or ignored. */
export interface Observation {
  readonly exchangeId: string;
  readonly last: number;
  readonly volume: number;
  readonly bid?: number;
  readonly ask?: number;
  /** Ticks since last, bid or ask changed. */
  readonly k: number;
  /** 1 for tier A, 0.1 for tier B, 0 for a new exchange. */
  readonly trust: number;
  /** The exchange's time of its last price update; by default the tick itself. */
  readonly lastMoved?: Millis;
  /** Milliseconds since it was last read; 0 by default. */
  readonly age?: Millis;
}

export interface EstimateContext {
  readonly at: Millis;
  /** The state of the market after the previous tick: pass the `memory` of its estimate. */
  readonly memory?: MarketMemory;
  /** The rate that the other markets imply, if any. */
  readonly crossRate?: number;
  /** The USD values of base and quote at the previous tick, if known. */
  readonly usd?: MarketUsd;
}

export interface MarketEstimate extends Omit<MarketOutcome, 'hold'> {
  /** Outcomes by exchange id. */
  readonly outcomes: ReadonlyMap<string, ScreenOutcome>;
  readonly memory: MarketMemory;
}

/**
 * Computes the MWA of one market alone, with the function that computes every market of a tick. For simulations: takes
 * observations and returns the published price (8 significant digits; 0 means no tick) with its reasons. The order of the
 * observations does not matter; each exchange may only appear once.
 */
export function estimateMarket(
  observations: readonly Observation[],
  { at, memory = NO_MEMORY, crossRate = 0, usd = UNKNOWN_USD }: EstimateContext,
  methodology: Methodology = methodologyAt(at),
): MarketEstimate {
  const sorted = observations.toSorted((a, b) => (a.exchangeId < b.exchangeId ? -1 : 1));
  const count = sorted.length;
  const screened = screenedTickers(count);
  const tickers = columnsOf(sorted, at);
  const view = { tickers, from: 0, to: count, screened, ballot: ballotFor(count), usd, methodology };
  const outcome = decideMarket(view, { at, memory, crossRate: usable(crossRate) });
  if (!outcome) throw new Error('a market with a known cross rate is always decided');
  const outcomes = sorted.map(
    ({ exchangeId }, i) => [exchangeId, SCREEN_OUTCOMES[screened.outcome[i]!]!] as const,
  );
  return { ...outcome, outcomes: new Map(outcomes), memory: remember(outcome, memory.realAt, at) };
}

function columnsOf(observations: readonly Observation[], at: Millis): MarketTickers {
  const count = observations.length;
  const tickers = { ...emptyTickers(count), trust: new Float64Array(count), standing: new Uint8Array(count) };
  observations.forEach((observation, i) => {
    tickers.last[i] = usable(observation.last);
    tickers.volume[i] = usable(observation.volume);
    tickers.bid[i] = usable(observation.bid ?? 0);
    tickers.ask[i] = usable(observation.ask ?? 0);
    tickers.lastMoved[i] = observation.lastMoved ?? at;
    tickers.k[i] = observation.k;
    tickers.age[i] = observation.age ?? 0;
    tickers.trust[i] = observation.trust;
  });
  return tickers;
}
