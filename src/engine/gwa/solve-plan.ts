import { Conductances } from './conductances.ts';
import { InnerMarkets } from './inner-markets.ts';
import { OuterMarkets } from './outer-markets.ts';
import type { RateTopology } from './rate-topology.ts';

/** Prepared once per topology. Has the memory of one solution at a time, whose content is not kept between solutions. */
export interface SolvePlan {
  readonly topology: RateTopology;
  readonly network: Conductances;
  readonly inner: InnerMarkets;
  readonly outer: OuterMarkets;
  /** By position; 0 at the ground. */
  readonly potentials: Float64Array;
}

export function solvePlan(topology: RateTopology): SolvePlan {
  const size = topology.quoteAssets.length;
  const network = new Conductances(size);
  return {
    topology,
    network,
    inner: new InnerMarkets(topology, network),
    outer: new OuterMarkets(topology, network),
    potentials: new Float64Array(size + 1),
  };
}
