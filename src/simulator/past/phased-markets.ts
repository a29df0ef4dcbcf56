import type { PriceRuns } from '../prices/price-runs.ts';
import type { SlotRun } from '../runs/slot-run.ts';
import type { PhasedMarket } from './listing-times.ts';
import type { ModelledMarket } from './modelled-market.ts';
import type { MarketRun, MarketVolumes, ModelledMarkets } from './modelled-markets.ts';

/** Has 0 exchanges and no volume at slots without a listing; `whole` then has the values of all listings. */
export type Phased<Run> = Run & { readonly whole?: Run };

/** The volume change from hidden listings, at the places at which they are hidden. */
export interface VolumeChange {
  readonly places: readonly number[];
  /** At all slots of the requested run. */
  readonly differences: Float64Array;
}

/** Markets over a run in which their listings come and go. */
export class PhasedMarkets {
  readonly #markets: ModelledMarkets;

  constructor(markets: ModelledMarkets) {
    this.#markets = markets;
  }

  runOf(market: PhasedMarket, prices: PriceRuns): Phased<MarketRun> {
    return joined(market, prices.run, (phase) => this.#markets.runOf(phase, prices));
  }

  volumesOf(market: PhasedMarket, run: SlotRun): Phased<MarketVolumes> {
    return joined(market, run, (phase) => this.#markets.volumesOf(phase, run));
  }

  /** The volume with all listings, as if rare ones moved evenly, and the changes from hidden listings. */
  smoothVolumesOf(
    { whole, phases }: PhasedMarket,
    run: SlotRun,
  ): { volumes: Float64Array; changes: VolumeChange[] } {
    const volumes = this.#markets.smoothVolumesOf(whole, run);
    const changes = phases.map(({ market, places }): VolumeChange => {
      const left = market && this.#markets.smoothVolumesOf(market, run);
      return { places, differences: volumes.map((volume, i) => (left?.[i] ?? 0) - volume) };
    });
    return { volumes, changes };
  }
}

function joined<Run extends MarketVolumes & { readonly prices?: Float64Array }>(
  { whole, phases }: PhasedMarket,
  { count }: SlotRun,
  make: (market: ModelledMarket) => Run,
): Phased<Run> {
  const [first] = phases;
  if (first?.market && first.places.length === count) return make(first.market);
  const run = make(whole);
  if (phases.length === 0) return run;
  const isAbsent = phases.some(({ market }) => !market);
  const kept = isAbsent ? { ...run, whole: copyOf(run) } : run;
  for (const { market, places } of phases) {
    if (market) take(make(market), run, places);
    else clear(run, places);
  }
  return kept;
}

function copyOf<Run extends MarketVolumes & { readonly prices?: Float64Array }>(run: Run): Run {
  const { volumes, exchanges, trust } = run;
  return { ...run, volumes: volumes.slice(), exchanges: exchanges.slice(), trust: trust.slice() };
}

function take<Run extends MarketVolumes & { readonly prices?: Float64Array }>(
  from: Run,
  to: Run,
  places: readonly number[],
): void {
  for (const place of places) {
    to.volumes[place] = from.volumes[place]!;
    to.exchanges[place] = from.exchanges[place]!;
    to.trust[place] = from.trust[place]!;
    if (to.prices) to.prices[place] = from.prices![place]!;
  }
}

/** Clears all values except the price, which stays the price of all listings. */
function clear({ volumes, exchanges, trust }: MarketVolumes, places: readonly number[]): void {
  for (const place of places) {
    volumes[place] = 0;
    exchanges[place] = 0;
    trust[place] = 0;
  }
}
