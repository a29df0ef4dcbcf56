import { engineVersion, type EngineVersion } from '../../src/app/pipeline/compute/engine-version.ts';
import { simulatedLxDefinitions } from '../../src/simulator/lx-definitions.ts';
import type { ReferenceContent } from '../../src/core/reference-data.ts';
import { referenceHashOf } from '../../src/reference/versions/reference-hash.ts';
import type { SimulatedMarket } from '../../src/simulator/simulated-market.ts';
import type { SimulatedWorld } from '../../src/simulator/world.ts';

/** Everything that values of a simulated market depend on, besides its ticks. */
export function simulatedContent(world: SimulatedWorld, market: SimulatedMarket): ReferenceContent {
  const traded = market.exchanges.flatMap((exchange) => market.listingsWithTrades(exchange));
  return {
    ...world.reference,
    lx: simulatedLxDefinitions(world.reference, market),
    traded: traded.map(({ exchangeId, marketId }) => ({ exchangeId, marketId })),
  };
}

export function versionOf(data: ReferenceContent): EngineVersion {
  return engineVersion(referenceHashOf(data), data);
}

export function simulatedVersion(world: SimulatedWorld, market: SimulatedMarket): EngineVersion {
  return versionOf(simulatedContent(world, market));
}
