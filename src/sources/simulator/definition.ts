import type { SourceDefinition, SourceOptions } from '../source-definition.ts';
import type { SimulatorOptions } from './prepared-simulator.ts';
import { FIRST_WORLD_VERSION, WORLD_SIZES, WORLD_VERSION } from './world-identity.ts';

const USUAL_FAULT_RATE = 1;

export const SIMULATOR = {
  name: 'simulator',
  description: 'a simulated market, the same for the same seed',
  simulated: true,
  settings: ['world', 'seed', 'faultRate'],
  identity(options) {
    const { world, seed } = optionsOf(options);
    return { world, seed, worldVersion: WORLD_VERSION };
  },
  readIdentity({ world, seed, worldVersion = FIRST_WORLD_VERSION }) {
    if (typeof world !== 'string' || typeof seed !== 'string' || typeof worldVersion !== 'number')
      return undefined;
    return { world, seed, worldVersion };
  },
  outdated: ({ worldVersion }) =>
    worldVersion === WORLD_VERSION
      ? undefined
      : `version ${worldVersion} of the simulated world, this version of Tidemark knows ${WORLD_VERSION}`,
  async prepare(options) {
    const { PreparedSimulator } = await import('./prepared-simulator.ts');
    return new PreparedSimulator(optionsOf(options));
  },
  async openPast(input) {
    const { SimulatedPast } = await import('./past/simulated-past.ts');
    return SimulatedPast.open(input);
  },
} as const satisfies SourceDefinition;

function optionsOf({ world, seed, faultRate = USUAL_FAULT_RATE }: SourceOptions): SimulatorOptions {
  const size = WORLD_SIZES.find((name) => name === world);
  if (size === undefined || typeof seed !== 'string' || typeof faultRate !== 'number')
    throw new Error(`a simulated world needs a size, a seed and a rate of faults, not ${String(world)}`);
  return { world: size, seed, faultRate };
}
