import { runTick } from '../../../../src/engine/engine.ts';
import { marketMemory } from '../../../../src/engine/engine-state.ts';
import { withoutMarkets } from '../../../../src/engine/gwa/rate-equations.ts';
import { solveRates } from '../../../../src/engine/gwa/solve-rates.ts';
import { crossRate } from '../../../../src/engine/market/cross-rate.ts';
import {
  estimateMarket,
  type EstimateContext,
  type MarketEstimate,
  type Observation,
} from '../../../../src/engine/market/estimate-market.ts';
import type { Methodology } from '../../../../src/engine/methodology.ts';
import { flagsIn } from '../../../../src/core/index-value.ts';
import type { Stage } from '../stage.ts';

/** One market at the first tick of an attack, with the engine's state for it. */
export interface Situation {
  readonly market: number;
  readonly observations: readonly Observation[];
  readonly context: EstimateContext;
  /** The value published without an attack. */
  readonly honest: MarketEstimate;
}

const KNOWN = new WeakMap<Stage, Map<Methodology, readonly Situation[]>>();

/** Every market of a stage by itself, so that many attacks on one market do not require solving the whole graph. */
export function situationsOf(stage: Stage, methodology: Methodology): readonly Situation[] {
  const known = KNOWN.get(stage) ?? new Map<Methodology, readonly Situation[]>();
  KNOWN.set(stage, known);
  const situations = known.get(methodology) ?? allSituations(stage, methodology);
  known.set(methodology, situations);
  return situations;
}

function allSituations(stage: Stage, methodology: Methodology): Situation[] {
  const { reference, honest } = stage;
  const state = stage.stateBefore(methodology);
  const { markets } = runTick(reference, { ...honest, state }, methodology);
  const { base, quote, topology, solvePlan, marketsOfAsset } = reference;
  const asked = [...markets.crossRates.keys()];
  const deciding = withoutMarkets(markets.equations, asked);
  const rates = solveRates(solvePlan, deciding, methodology);
  // A market whose base has no other market that decides for itself would have no cross rate if it needed one.
  const isAlone = (m: number) =>
    !marketsOfAsset[base[m]!]!.some((other) => other !== m && deciding.takesPart[other] === 1);
  return reference.marketIds.map((_, market) => {
    const observations = stage.observationsOf(market, honest.tickers, methodology);
    const context = {
      at: honest.at,
      memory: marketMemory(state, market),
      crossRate: isAlone(market) ? 0 : crossRate(topology, rates, market),
      usd: { base: markets.previousUsd[base[market]!]!, quote: markets.quoteUsd[quote[market]!]! },
    };
    return { market, observations, context, honest: estimateMarket(observations, context, methodology) };
  });
}

/** Describes a situation: what each exchange shows, and the published value. */
export function described(
  stage: Stage,
  { market, context, honest }: Situation,
  observations: readonly Observation[],
  hostile: ReadonlySet<string>,
  estimate: MarketEstimate,
): string {
  const { reference } = stage;
  const name = `${reference.symbols[reference.base[market]!]}/${reference.symbols[reference.quote[market]!]}`;
  const rows = observations
    .toSorted((a, b) => a.last - b.last)
    .map(({ exchangeId, last, bid = 0, ask = 0, volume, k, trust }) => {
      const bps = (price: number) => (1e4 * (price / honest.price - 1)).toFixed(1);
      const who = `${hostile.has(exchangeId) ? 'HOSTILE ' : ''}${trust === 1 ? 'A' : trust > 0 ? 'B' : 'new'}`;
      const said = `last ${bps(last)} bid ${bps(bid)} ask ${bps(ask)}`;
      return `    ${who}: ${said} volume ${volume.toPrecision(3)} k ${k} ${estimate.outcomes.get(exchangeId) ?? ''}`;
    });
  const of = (value = 0) => (1e4 * (value / honest.price - 1)).toFixed(1);
  const opinions = (one: MarketEstimate) =>
    one.quorums
      ? `V ${of(one.quorums.v)} E ${of(one.quorums.e)} T ${of(one.quorums.t)} (${one.quorums.trustSource}) R ${of(one.quorums.r)} C ${of(one.quorums.c)}`
      : `no quorum${one.quiet ? `, R ${of(one.quiet.r)}` : ''}`;
  const reach = (one: MarketEstimate) =>
    one.oneExchangeReach === undefined ? '' : ` reach ${(1e4 * one.oneExchangeReach).toFixed(1)}`;
  return [
    `${name} (bps from the honest value; cross rate ${context.crossRate ? of(context.crossRate) : 'none'}, anchor ${of(context.memory?.anchor)})`,
    `    honest: [${flagsIn(honest.flags).join()}] ${opinions(honest)}${reach(honest)}`,
    `    attacked: ${of(estimate.price)} [${flagsIn(estimate.flags).join()}] ${opinions(estimate)}${reach(estimate)}`,
    ...rows,
  ].join('\n');
}
