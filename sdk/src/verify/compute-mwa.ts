import { emptyState, marketMemory, rememberMarket } from '../../../src/engine/engine-state.ts';
import { noEquations } from '../../../src/engine/gwa/rate-equations.ts';
import { decideMarket } from '../../../src/engine/market/market-case.ts';
import { NO_MEMORY, type MarketMemory } from '../../../src/engine/market/market-outcome.ts';
import { openDesk } from '../../../src/engine/market/run-markets.ts';
import { InputLeaves } from '../../../src/engine/record/input-leaves.ts';
import { trustWeight } from '../../../src/engine/market/trust.ts';
import { explainMarket } from '../../../src/engine/receipt/explain-market.ts';
import { layoutOf } from '../../../src/engine/reference-layout.ts';
import {
  exchangesOf,
  numberOf,
  symbolsOf,
  tickersOf,
  timeOf,
  type MwaLine,
  type Recomputed,
  type Task,
} from './receipt-parts.ts';

/** Uses reference data that contain only this market. */
export function computeMwa({ receipt, at, methodology }: Task): Recomputed {
  const { indexId: marketId, exchanges = [], refused = [], market = '' } = receipt;
  const lines = [...exchanges, ...(refused as readonly MwaLine[])].map((line) => ({ ...line, marketId }));
  const [base, quote] = symbolsOf(market);
  const reference = layoutOf(
    {
      assets: [
        { id: 'base', symbol: base },
        { id: 'quote', symbol: quote },
      ],
      markets: [{ id: marketId, baseAssetId: 'base', quoteAssetId: 'quote' }],
      exchanges: exchangesOf(lines, at),
    },
    '',
  );
  const state = emptyState({ ...reference, lx: [] });
  rememberMarket(state, 0, memoryOf(receipt.state));
  const input = { at, tickers: tickersOf(reference, lines), trades: [], state };
  const trustOf = reference.exchanges.map((exchange) => trustWeight(exchange, at, methodology.trust));
  const desk = openDesk(reference, input, trustOf);
  const usd = { base: numberOf(receipt.baseUsdBefore), quote: numberOf(receipt.quoteUsdBefore) };
  const view = { ...desk, from: 0, to: reference.firstListing[1]!, usd, methodology };
  const memory = marketMemory(state, 0);
  const crossRate = numberOf(receipt.crossRate);
  const alone = decideMarket(view, { at, memory, crossRate: undefined });
  const outcome = alone ?? decideMarket(view, { at, memory, crossRate })!;
  const run = {
    markets: {
      outcomes: [outcome],
      screened: desk.screened,
      crossRates: new Map(alone ? [] : [[0, crossRate]]),
      previousUsd: Float64Array.of(usd.base, 0),
      quoteUsd: Float64Array.of(0, usd.quote),
      equations: noEquations(1),
      trustOf,
    },
  };
  const tick = { reference, input, methodology, run };
  return {
    receipt: explainMarket(tick, marketId),
    inputsLeaf: (hash) => new InputLeaves(tick, hash).ofMarket(run, 0),
    impossible: [],
  };
}

function memoryOf({
  lastValue,
  lastVolume,
  lastRealAt,
  anchor,
  hold,
}: Task['receipt']['state']): MarketMemory {
  return {
    ...NO_MEMORY,
    price: numberOf(lastValue),
    volume: numberOf(lastVolume),
    realAt: timeOf(lastRealAt),
    anchor: numberOf(anchor),
    hold: { ticks: numberOf(hold?.ticks), moves: numberOf(hold?.moves), from: numberOf(hold?.from) },
  };
}
