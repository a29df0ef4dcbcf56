import { buildReference, type EngineReference } from '../../engine/engine-reference.ts';
import { SimulatedMarket } from '../../sources/simulator/simulated-market.ts';
import { buildWorld, type WorldSize } from '../../sources/simulator/world.ts';
import { simulatedLxDefinitions } from '../../sources/simulator/lx-definitions.ts';

export interface SimulatedWorld {
  readonly world: WorldSize;
  readonly seed: string;
}

/** What the engine computes the simulated world with: it follows from size and seed alone. */
export function simulatedReference({ world, seed }: SimulatedWorld): EngineReference {
  const built = buildWorld(world);
  const market = new SimulatedMarket(built, { seed });
  return buildReference(built.reference, simulatedLxDefinitions(built.reference, market));
}
