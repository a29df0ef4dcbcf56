import { flagsIn } from '../../core/index-value.ts';
import { marketMemory } from '../engine-state.ts';
import {
  priceOf,
  ACCEPTED,
  NO_TICKER,
  OUTLIER,
  SCREEN_OUTCOMES,
  type TickerRefusal,
} from '../market/screen.ts';
import { capped } from '../numbers/rounding.ts';
import type { ExplainedTick } from './explain.ts';
import type { MarketStateUsed, MwaContribution, MwaReceipt } from './receipt.ts';
import { optionalNumber, listingsOf, marketNameAt, stateUsed, tickerLine, usdBefore } from './ticker-line.ts';

export function explainMarket(tick: ExplainedTick<'markets'>, indexId: string): MwaReceipt | undefined {
  const { reference, input, methodology, run } = tick;
  const { outcomes, crossRates, screened } = run.markets;
  const m = reference.marketIndex(indexId);
  const outcome = m === undefined ? undefined : outcomes[m];
  if (m === undefined || !outcome?.price) return undefined;
  const { quorums, quiet } = outcome;
  const listings = listingsOf(reference, m);
  const contributing = listings.filter((i) => screened.outcome[i] === ACCEPTED);
  const refused = listings.filter((i) => ![ACCEPTED, NO_TICKER].includes(screened.outcome[i]!));
  const total = capped(contributing.reduce((sum, i) => sum + weightOf(tick, i), 0));
  return {
    indexId,
    indexType: 'MWA',
    market: marketNameAt(reference, m),
    at: input.at,
    methodology: methodology.version,
    price: outcome.price,
    volume: outcome.volume,
    flags: flagsIn(outcome.flags),
    ...(quorums && {
      volumeMedian: quorums.v,
      exchangeMedian: quorums.e,
      trustMedian: quorums.t,
      reference: quorums.r,
      trustSource: quorums.trustSource,
    }),
    ...(quiet && { ...(quiet.e !== undefined && { exchangeMedian: quiet.e }), reference: quiet.r }),
    ...optionalNumber('crossRate', crossRates.get(m) ?? 0),
    ...usdBefore(tick, m),
    state: stateOf(tick, m),
    exchanges: contributing.map((i) => contribution(tick, i, (quorums ?? quiet)?.r, total)),
    refused: refused.map((i) => ({
      ...contribution(tick, i, undefined, total),
      reason: SCREEN_OUTCOMES[screened.outcome[i]!] as TickerRefusal,
    })),
  };
}

function stateOf({ input }: ExplainedTick<never>, m: number): MarketStateUsed {
  const memory = marketMemory(input.state, m);
  const { ticks, moves, from } = memory.hold;
  return {
    ...stateUsed(memory),
    ...optionalNumber('anchor', memory.anchor),
    hold: { ticks, moves, ...optionalNumber('from', from) },
  };
}

/** Outliers had a weight in the medians; tickers rejected earlier had none. */
function weightOf({ run }: ExplainedTick<'markets'>, listing: number): number {
  const { outcome, volume, freshness } = run.markets.screened;
  const isWeighed = outcome[listing] === ACCEPTED || outcome[listing] === OUTLIER;
  return isWeighed ? volume[listing]! * freshness[listing]! : 0;
}

function contribution(
  tick: ExplainedTick<'markets'>,
  listing: number,
  reference: number | undefined,
  total: number,
): MwaContribution {
  const { input, methodology, run } = tick;
  const { screened } = run.markets;
  const { last, bid, ask } = input.tickers;
  const price = priceOf(last[listing]!, bid[listing]!, ask[listing]!, methodology);
  const weight = weightOf(tick, listing);
  const { clamp } = methodology.mwa;
  return {
    ...tickerLine(tick, listing, weight > 0 ? screened.volume[listing]! : 0),
    price,
    weight,
    share: screened.outcome[listing] === ACCEPTED ? weight / total : 0,
    clamped: reference !== undefined && (price < reference * (1 - clamp) || price > reference * (1 + clamp)),
  };
}
