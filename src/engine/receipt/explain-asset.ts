import { flagsIn } from '../../core/index-value.ts';
import { exp } from '../../core/numbers/ln-exp.ts';
import { assetMemory } from '../engine-state.ts';
import { residualOf } from '../gwa/asset-flags.ts';
import { ACCEPTED } from '../market/screen.ts';
import { capped, roundSignificant } from '../numbers/rounding.ts';
import type { ExplainedTick } from './explain.ts';
import type { GwaContribution, GwaReceipt } from './receipt.ts';
import { listingsOf, marketNameAt, stateUsed, tickerLine } from './ticker-line.ts';

const BPS = 1e4;

type ExplainedPart = ExplainedTick<'markets' | 'assets'>;

export function explainAsset(tick: ExplainedPart, indexId: string): GwaReceipt | undefined {
  const { reference, input, methodology, run } = tick;
  const asset = reference.assetIndex(indexId);
  const outcome = asset === undefined ? undefined : run.assets.outcomes[asset];
  if (asset === undefined || !outcome?.price) return undefined;
  const { x, reached, weight } = run.assets.rates;
  const markets = reference.marketsOfAsset[asset]!.filter((m) => run.markets.outcomes[m]!.price > 0);
  const total = markets.reduce((sum, m) => sum + weight[m]!, 0);
  const volume = run.assets.volume[asset]!;
  const memory = assetMemory(input.state, asset);
  return {
    indexId,
    indexType: 'GWA',
    asset: reference.symbols[asset]!,
    at: input.at,
    methodology: methodology.version,
    price: outcome.price,
    volume,
    volumeUsd: roundSignificant(capped(volume * outcome.price)),
    flags: flagsIn(outcome.flags),
    ...(reached[asset] === 1 && { ln: x[asset]! }),
    state: {
      ...stateUsed({ ...memory, volume: input.state.assets.volume[asset]! }),
      holdTicks: memory.holdTicks,
      lastFlags: flagsIn(memory.flags),
    },
    markets: markets.map((m) => contribution(tick, asset, m, total)),
  };
}

function contribution(tick: ExplainedPart, asset: number, m: number, total: number): GwaContribution {
  const { reference, methodology, run } = tick;
  const { base, quote } = reference;
  const { outcomes, equations } = run.markets;
  const { weight } = run.assets.rates;
  const isBase = base[m] === asset;
  const other = isBase ? quote[m]! : base[m]!;
  const { price, volume, flags, weak, heldTicks } = outcomes[m]!;
  return {
    marketId: reference.marketIds[m]!,
    market: marketNameAt(reference, m),
    side: isBase ? 'BASE' : 'QUOTE',
    otherAssetId: reference.assetIds[other]!,
    otherAsset: reference.symbols[other]!,
    rate: price,
    volume,
    flags: flagsIn(flags),
    takesPart: equations.takesPart[m] === 1,
    weak,
    heldTicks,
    weight: weight[m]!,
    share: total > 0 ? weight[m]! / total : 0,
    ...(methodology.gwa.needsRealPath && { otherReal: run.assets.attested[other] === 1 }),
    ...(weight[m]! > 0 && solved(tick, isBase, m)),
    exchanges: listingsOf(reference, m)
      .filter((i) => run.markets.screened.outcome[i] === ACCEPTED)
      .map((i) => {
        const { exchangeId, exchange, tier } = tickerLine(tick, i, 0);
        return { exchangeId, exchange, tier };
      }),
  };
}

/** The results of the solution for a market that takes part. */
function solved({ reference, run }: ExplainedPart, isBase: boolean, m: number) {
  const { value, deviation } = run.markets.equations;
  const { x } = run.assets.rates;
  const [base, quote] = [reference.base[m]!, reference.quote[m]!];
  const otherLn = isBase ? x[quote]! : x[base]!;
  return {
    otherLn,
    impliedUsd: capped(exp(isBase ? value[m]! + otherLn : otherLn - value[m]!)),
    deviation: deviation[m]!,
    residualBps: residualOf(value[m]!, x, base, quote) * BPS,
  };
}
