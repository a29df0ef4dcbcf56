import { parseDecimal, roundToDecimals } from '../../../src/core/numbers/decimal.ts';
import type { LxName } from '../../../src/core/lx-definition.ts';
import { LX_INDICES } from '../../../src/core/ids/well-known-ids.ts';
import { emptyState } from '../../../src/engine/engine-state.ts';
import { AMOUNT_DECIMALS } from '../../../src/engine/lx/recorded-trade.ts';
import { lxFrom } from '../../../src/engine/lx/run-lx.ts';
import { explainLx } from '../../../src/engine/receipt/explain-lx.ts';
import { InputLeaves } from '../../../src/engine/record/input-leaves.ts';
import { layoutOf, type ReferenceLayout } from '../../../src/engine/reference-layout.ts';
import { difference } from './differences.ts';
import {
  exchangesOf,
  numberOf,
  symbolsOf,
  tickersOf,
  timeOf,
  type LxLine,
  type Recomputed,
  type Task,
} from './receipt-parts.ts';

/**
 * Uses reference data that contain only the constituents; the implied price is read from the receipt. Each market gets its own
 * assets.
 */
export function computeLx({ receipt, at, methodology }: Task): Recomputed {
  const { indexId, constituents = [], refused = [] } = receipt;
  const lines = [...constituents, ...(refused as readonly LxLine[])];
  const reference = referenceOf(lines, at);
  const listingOf = ({ exchangeId, marketId }: LxLine) => reference.listingIndex(exchangeId, marketId)!;
  const marketOf = ({ marketId }: LxLine) => reference.marketIndex(marketId)!;
  const { listingExchange } = reference;
  const listings = lines.map(listingOf).sort((a, b) => listingExchange[a]! - listingExchange[b]! || a - b);
  const name = receipt.name as LxName;
  const index = { name, indexId, asset: 0, constituents: listings, ownMarkets: [] };
  const { lastValue, lastVolume, lastRealAt, pendingVolume = '0' } = receipt.state;
  const memory = {
    price: numberOf(lastValue),
    volume: numberOf(lastVolume),
    realAt: timeOf(lastRealAt),
    pendingUnits: unitsOf(pendingVolume),
  };
  const state = { ...emptyState({ ...reference, lx: [index] }), lx: [memory] };
  const previousUsd = new Float64Array(reference.assetIds.length);
  const quoteUsd = new Float64Array(reference.assetIds.length);
  const outcomes = reference.assetIds.map(() => ({ price: 0, flags: 0, holdTicks: 0 }));
  for (const line of lines) {
    const [base, quote] = [reference.base[marketOf(line)]!, reference.quote[marketOf(line)]!];
    previousUsd[base] = numberOf(line.baseUsdBefore);
    quoteUsd[quote] = numberOf(line.quoteUsdBefore);
    outcomes[quote]!.price = numberOf(line.quoteUsd);
    state.tradedAt[listings.indexOf(listingOf(line))] = timeOf(line.lastTradedAt);
  }
  const trades = lines.flatMap((line) =>
    line.trades.map(({ tradeId, slot, price, amount }) => ({
      listing: listingOf(line),
      slot: timeOf(slot),
      tradeId,
      price: Number(price),
      units: unitsOf(amount),
    })),
  );
  const incomplete = lines.filter(({ tradesIncomplete }) => tradesIncomplete === true).map(listingOf);
  const input = { at, tickers: tickersOf(reference, lines), trades, state, incomplete };
  const context = { assets: { outcomes }, markets: { previousUsd, quoteUsd } };
  const impliedUsd = () => numberOf(receipt.impliedUsd);
  const lx = lxFrom(reference, [index], input, context, impliedUsd, methodology);
  const knownId: string | undefined = LX_INDICES[name];
  const tick = { reference, input, methodology, run: { lx, ...context } };
  return {
    receipt: explainLx(tick, indexId),
    inputsLeaf: (hash) => new InputLeaves(tick, hash).ofLx(tick.run, 0),
    impossible: knownId === undefined || knownId === indexId ? [] : [difference('indexId', indexId, knownId)],
  };
}

function referenceOf(lines: readonly LxLine[], at: number): ReferenceLayout {
  const named = new Map(lines.map(({ marketId, market }) => [marketId, market]));
  const markets = [...named].map(([id, market]) => ({ id, symbols: symbolsOf(market) }));
  return layoutOf(
    {
      assets: markets.flatMap(({ id, symbols: [base, quote] }) => [
        { id: `${id} base`, symbol: base },
        { id: `${id} quote`, symbol: quote },
      ]),
      markets: markets.map(({ id }) => ({ id, baseAssetId: `${id} base`, quoteAssetId: `${id} quote` })),
      exchanges: exchangesOf(lines, at),
    },
    '',
  );
}

/** In units of 1e-8. */
function unitsOf(amount: string): bigint {
  const { units, scale } = roundToDecimals(parseDecimal(amount)!, AMOUNT_DECIMALS);
  return units * 10n ** BigInt(AMOUNT_DECIMALS - scale);
}
