import { flagsIn, type SeriesId } from '../../core/index-value.ts';
import { exp } from '../../core/ln-exp.ts';
import type { EngineReference } from '../engine-reference.ts';
import { runTick, type TickRun } from '../engine.ts';
import { tickVolumeOf } from '../lx/lx.ts';
import { methodologyAt, type Methodology } from '../methodology.ts';
import type { GwaReceipt, LxReceipt, MwaReceipt, Receipt } from './receipt.ts';
import { capped, roundSignificant } from '../numbers/rounding.ts';
import { ACCEPTED, NO_TICKER, SCREEN_OUTCOMES, type TickerRefusal } from '../market/screen.ts';
import type { TickInput } from '../tick-input.ts';

const BPS = 1e4;

/**
 * How one value of a tick came about, by computing the tick again with the same functions. Undefined where the series
 * has no value at that tick.
 */
export function explain(
  reference: EngineReference,
  input: TickInput,
  series: SeriesId,
  methodology: Methodology = methodologyAt(input.at),
): Receipt | undefined {
  const run = runTick(reference, input, methodology);
  const { at } = input;
  const head = { indexId: series.indexId, at, methodology: methodology.version };
  if (series.indexType === 'MWA') return explainMarket(reference, input, run, head, methodology);
  if (series.indexType === 'GWA') return explainAsset(reference, run, head);
  return explainLx(reference, run, head);
}

interface Head {
  readonly indexId: string;
  readonly at: number;
  readonly methodology: string;
}

function explainMarket(
  reference: EngineReference,
  input: TickInput,
  { markets }: TickRun,
  head: Head,
  { mwa }: Methodology,
): MwaReceipt | undefined {
  const m = reference.marketIndex(head.indexId);
  const outcome = m === undefined ? undefined : markets.outcomes[m];
  if (m === undefined || !outcome?.price) return undefined;
  const { quorums } = outcome;
  const crossRate = markets.crossRates.get(m);
  const listings = listingsOf(reference, m);
  const isOutside = (price: number) =>
    quorums !== undefined && (price < quorums.r * (1 - mwa.clamp) || price > quorums.r * (1 + mwa.clamp));
  const weightOf = (i: number) => input.tickers.volume[i]! * markets.screened.freshness[i]!;
  const contributing = listings.filter((i) => markets.screened.outcome[i] === ACCEPTED);
  const total = capped(contributing.reduce((sum, i) => sum + weightOf(i), 0));
  return {
    ...head,
    indexType: 'MWA',
    price: outcome.price,
    volume: outcome.volume,
    flags: flagsIn(outcome.flags),
    ...(quorums && {
      v: roundSignificant(quorums.v),
      e: roundSignificant(quorums.e),
      t: roundSignificant(quorums.t),
      r: roundSignificant(quorums.r),
      trustSource: quorums.trustSource,
    }),
    ...(crossRate && { crossRate: roundSignificant(crossRate) }),
    exchanges: contributing.map((i) => ({
      exchangeId: exchangeIdOf(reference, i),
      price: markets.screened.price[i]!,
      volume: input.tickers.volume[i]!,
      k: input.tickers.k[i]!,
      weight: roundSignificant(weightOf(i)),
      share: roundSignificant(weightOf(i) / total),
      clamped: isOutside(markets.screened.price[i]!),
    })),
    refused: listings
      .filter((i) => ![ACCEPTED, NO_TICKER].includes(markets.screened.outcome[i]!))
      .map((i) => ({
        exchangeId: exchangeIdOf(reference, i),
        reason: SCREEN_OUTCOMES[markets.screened.outcome[i]!] as TickerRefusal,
        k: input.tickers.k[i]!,
      })),
  };
}

function listingsOf({ firstListing }: EngineReference, m: number): number[] {
  const first = firstListing[m]!;
  return Array.from({ length: firstListing[m + 1]! - first }, (_, i) => first + i);
}

function exchangeIdOf({ exchanges, listingExchange }: EngineReference, listing: number): string {
  return exchanges[listingExchange[listing]!]!.id;
}

function explainAsset(
  reference: EngineReference,
  { markets, assets }: TickRun,
  head: Head,
): GwaReceipt | undefined {
  const asset = reference.assetIndex(head.indexId);
  const outcome = asset === undefined ? undefined : assets.outcomes[asset];
  if (asset === undefined || !outcome?.price) return undefined;
  const { base, quote } = reference;
  const { x, weight } = assets.rates;
  const { value, deviation } = markets.equations;
  const involved = reference.marketsOfAsset[asset]!.filter((m) => weight[m]! > 0);
  const total = involved.reduce((sum, m) => sum + weight[m]!, 0);
  const volume = assets.volume[asset]!;
  return {
    ...head,
    indexType: 'GWA',
    price: outcome.price,
    volume,
    volumeUsd: roundSignificant(capped(volume * outcome.price)),
    flags: flagsIn(outcome.flags),
    markets: involved.map((m) => {
      const implied = base[m] === asset ? value[m]! + x[quote[m]!]! : x[base[m]!]! - value[m]!;
      const residual = value[m]! - x[base[m]!]! + x[quote[m]!]!;
      return {
        marketId: reference.marketIds[m]!,
        rate: markets.outcomes[m]!.price,
        impliedUsd: roundSignificant(capped(exp(implied))),
        deviationBps: roundSignificant(deviation[m]! * BPS),
        weight: roundSignificant(weight[m]! / total),
        residualBps: signed(residual * BPS),
      };
    }),
  };
}

function signed(value: number): number {
  return value < 0 ? -roundSignificant(-value) : roundSignificant(value);
}

function explainLx(reference: EngineReference, { lx }: TickRun, head: Head): LxReceipt | undefined {
  const run = lx.find(({ index }) => index.indexId === head.indexId);
  if (!run?.outcome.price) return undefined;
  const { outcome, constituents } = run;
  const { opinions } = outcome;
  const votes = constituents.filter((constituent) => constituent.outcome === 'ACCEPTED');
  const total = capped(votes.reduce((sum, { volume }) => sum + volume, 0));
  return {
    ...head,
    indexType: 'LX',
    name: run.index.name,
    price: outcome.price,
    volume: outcome.volume,
    tickVolume: tickVolumeOf(outcome.tickUnits),
    flags: flagsIn(outcome.flags),
    ...(opinions && { v: roundSignificant(opinions.v), e: roundSignificant(opinions.e) }),
    ...(opinions?.a && { a: roundSignificant(opinions.a) }),
    constituents: constituents.map((constituent) => ({
      exchangeId: exchangeIdOf(reference, constituent.listing),
      marketId: reference.marketIds[reference.listingMarket[constituent.listing]!]!,
      outcome: constituent.outcome,
      ...(constituent.outcome === 'ACCEPTED' && {
        source: constituent.source,
        price: roundSignificant(constituent.price),
        volume: constituent.volume,
        share: roundSignificant(constituent.volume / total),
      }),
    })),
  };
}
