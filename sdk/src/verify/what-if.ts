import { formatNumber } from '../../../src/core/numbers/decimal.ts';
import { ln } from '../../../src/core/numbers/ln-exp.ts';
import { nodeMean } from '../../../src/engine/gwa/node-mean.ts';
import { gemanMcClure, huber, plainWeight } from '../../../src/engine/gwa/robust-step.ts';
import { methodologyNamed } from '../../../src/engine/methodology.ts';
import type { IndexReceipt } from '../contract.ts';
import type { GwaMarket } from './receipt-parts.ts';
import { verifyReceipt } from './verify-receipt.ts';

/**
 * The receipt that the engine computes from changed inputs: prices, volumes or lines. Values taken from
 * elsewhere stay unchanged: the rate implied by other markets, and for an asset the values at the other ends
 * of its markets. Undefined if there is no value, or the inputs are invalid.
 */
export function whatIf(receipt: IndexReceipt): IndexReceipt | undefined {
  const { computed } = verifyReceipt(receipt);
  if (!computed || receipt.indexType !== 'GWA') return computed;
  return verifyReceipt(weighedAnew(computed)).computed;
}

/**
 * Weights of markets depend on the value and the other way round: iterates like the solution, for one asset.
 */
function weighedAnew(receipt: IndexReceipt): IndexReceipt {
  const { gwa } = methodologyNamed(receipt.methodology)!;
  const markets = receipt.markets!.filter(({ deviation }) => deviation !== undefined);
  // The asset is number 0; the other end of market i is number i + 1, and does not change.
  const ends = (side: GwaMarket['side']) =>
    Int32Array.from(markets, (market, i) => (market.side === side ? 0 : i + 1));
  const [base, quote] = [ends('BASE'), ends('QUOTE')];
  const x = Float64Array.from([0, ...markets.map(({ otherLn }) => Number(otherLn))]);
  const value = Float64Array.from(markets, ({ rate }) => ln(Number(rate)));
  const deviation = markets.map((market) => Number(market.deviation));
  const weight = Float64Array.from(deviation, plainWeight);
  const own = markets.map((_, i) => i);
  const settle = () => (x[0] = nodeMean(0, own, 0, own.length, { base, quote }, value, weight, x));
  const step = (factor: (z: number, width: number) => number, width: number) => {
    for (const i of own) {
      const z = Math.abs(value[i]! - x[base[i]!]! + x[quote[i]!]!) / deviation[i]!;
      weight[i] = plainWeight(deviation[i]!) * factor(z, width);
    }
    settle();
  };
  settle();
  for (let i = 0; i < gwa.huberSteps; i++) step(huber, gwa.huberWidth);
  for (let i = 0; i < gwa.gemanMcClureSteps; i++) step(gemanMcClure, gwa.gemanMcClureWidth);
  const weightOf = new Map(markets.map(({ marketId }, i) => [marketId, formatNumber(weight[i]!)]));
  return {
    ...receipt,
    ln: formatNumber(x[0]!),
    markets: receipt.markets!.map((market) => ({
      ...market,
      weight: weightOf.get(market.marketId) ?? market.weight,
    })),
  };
}
