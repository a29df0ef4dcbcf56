import { addDecimals, formatDecimal, ZERO } from '../../core/numbers/decimal.ts';
import { flagsIn } from '../../core/index-value.ts';
import { formatDatetime } from '../../core/time.ts';
import type { TickRun } from '../engine.ts';
import { tickVolumeOf } from '../lx/lx.ts';
import { AMOUNT_DECIMALS, compareTrades } from '../lx/recorded-trade.ts';
import type { ConstituentRun, LxRun } from '../lx/run-lx.ts';
import { capped } from '../numbers/rounding.ts';
import type { LxSurroundings } from '../lx/run-lx.ts';
import type { ExplainedTick } from './explain.ts';
import type { LxContribution, LxReceipt, LxTrade, Refused } from './receipt.ts';
import { optionalNumber, marketNameAt, stateUsed, tickerLine, usdBefore } from './ticker-line.ts';

/** Includes what constituents use from the rest of the tick. */
interface ExplainedLx extends ExplainedTick<'lx'> {
  readonly run: Pick<TickRun, 'lx'> & LxSurroundings;
}

export function explainLx(tick: ExplainedLx, indexId: string): LxReceipt | undefined {
  const { input, methodology, run } = tick;
  const position = run.lx.findIndex(({ index }) => index.indexId === indexId);
  const lx = run.lx[position];
  if (!lx?.outcome.price) return undefined;
  const { outcome } = lx;
  const memory = input.state.lx[position]!;
  const lines = lx.constituents.map((constituent, i) => ({
    outcome: constituent.outcome,
    line: contribution(tick, lx, constituent, lastTraded(tick, position, i)),
  }));
  return {
    indexId,
    indexType: 'LX',
    name: lx.index.name,
    at: input.at,
    methodology: methodology.version,
    price: outcome.price,
    volume: outcome.volume,
    tickVolume: tickVolumeOf(outcome.tickUnits),
    flags: flagsIn(outcome.flags),
    ...(outcome.opinions && {
      volumeMedian: outcome.opinions.v,
      exchangeMedian: outcome.opinions.e,
      ...optionalNumber('impliedUsd', outcome.opinions.a),
    }),
    state: { ...stateUsed(memory), pendingVolume: amountOf(memory.pendingUnits) },
    constituents: lines.flatMap(({ outcome: screened, line }) => (screened === 'ACCEPTED' ? [line] : [])),
    refused: lines.flatMap(({ outcome: screened, line }): Refused<LxContribution>[] =>
      screened === 'ACCEPTED' ? [] : [{ ...line, reason: screened }],
    ),
  };
}

/** Reads the state, which holds the constituents of all indices in turn. */
function lastTraded({ run, input }: ExplainedLx, index: number, constituent: number): number {
  const before = run.lx.slice(0, index).reduce((count, { constituents }) => count + constituents.length, 0);
  return input.state.tradedAt[before + constituent]!;
}

function contribution(
  tick: ExplainedLx,
  { constituents }: LxRun,
  constituent: ConstituentRun,
  tradedBefore: number,
): LxContribution {
  const { reference, run } = tick;
  const { listing, source, price, believedVolume, silentTicks } = constituent;
  const market = reference.listingMarket[listing]!;
  const total = capped(constituents.reduce((sum, each) => sum + each.believedVolume, 0));
  return {
    ...tickerLine(tick, listing, believedVolume),
    marketId: reference.marketIds[market]!,
    market: marketNameAt(reference, market),
    ...usdBefore(tick, market),
    ...optionalNumber('quoteUsd', run.assets.outcomes[reference.quote[market]!]!.price),
    ...(tradedBefore > 0 && { lastTradedAt: formatDatetime(tradedBefore) }),
    silentTicks,
    source,
    price,
    share: total > 0 ? believedVolume / total : 0,
    trades: tradesOf(tick, listing),
    ...(tick.input.incomplete?.includes(listing) && { tradesIncomplete: true }),
  };
}

function tradesOf({ input }: ExplainedLx, listing: number): LxTrade[] {
  const own = input.trades.filter((trade) => trade.listing === listing).toSorted(compareTrades);
  return own.map(({ tradeId, slot, price, units }) => ({
    tradeId,
    slot: formatDatetime(slot),
    price,
    amount: amountOf(units),
  }));
}

function amountOf(units: bigint): string {
  return formatDecimal(addDecimals({ units, scale: AMOUNT_DECIMALS }, ZERO));
}
