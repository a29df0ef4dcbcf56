import { choice, decimalNumber, setting, type SettingKind } from '../core/setting.ts';
import type { SourceDefinition, SourceDiskUse, SourceOptions } from '../sources/source-definition.ts';
import type { SimulatorOptions } from './prepared-simulator.ts';
import {
  FIRST_WORLD_VERSION,
  WORLD_SIZES,
  WORLD_VERSION,
  WORLD_VERSIONS,
  type WorldSize,
} from './world-identity.ts';

const USUAL_FAULT_RATE = 1;
const MIB = 2 ** 20;

/** Each text gives a different world. The permitted characters are safe in file names and command lines. */
export const seed: SettingKind<string> = {
  placeholder: 'TEXT',
  parse: (text) => (/^[A-Za-z0-9._-]{1,64}$/.test(text) ? text : undefined),
  expects: 'must be 1 to 64 letters, digits, dots, dashes or underscores',
};

const DISK_USE: Readonly<Record<WorldSize, SourceDiskUse>> = {
  full: { sourceName: 'the full world', smallestBytes: 1024 * MIB, dayBytes: 72e6 },
  small: { sourceName: 'the small world', smallestBytes: 24 * MIB, dayBytes: 3.2e6 },
};

export const SIMULATOR = {
  name: 'simulator',
  description: 'a simulated market, the same for the same seed',
  origin: 'simulated',
  settings: {
    world: setting(choice(WORLD_SIZES), 'full', 'Size of the simulated world'),
    seed: setting(
      seed,
      'tidemark',
      'Seed of the simulated world: the same seed gives the same prices on every machine',
    ),
    faultRate: setting(
      decimalNumber(0, 100),
      USUAL_FAULT_RATE,
      'Rate of faults of simulated exchanges: 1 is the usual rate, 0 disables faults',
    ),
  },
  identity(options) {
    const { world, seed, worldVersion } = optionsOf(options);
    return { world, seed, worldVersion };
  },
  readIdentity({ world, seed, worldVersion = FIRST_WORLD_VERSION }) {
    if (typeof world !== 'string' || typeof seed !== 'string' || typeof worldVersion !== 'number')
      return undefined;
    return { world, seed, worldVersion };
  },
  outdated: ({ worldVersion }) =>
    WORLD_VERSIONS.some((known) => known === worldVersion)
      ? undefined
      : `version ${worldVersion} of the simulated world, but this version of Tidemark knows only ${WORLD_VERSIONS.join(' and ')}`,
  // The small world is a part of the market: it leaves out most assets that its exchanges trade.
  servesUntraded: (options) => optionsOf(options).world === 'full',
  diskUse: (options) => DISK_USE[optionsOf(options).world],
  async prepare(options) {
    const { PreparedSimulator } = await import('./prepared-simulator.ts');
    return new PreparedSimulator(optionsOf(options));
  },
  shared: {
    async openReader(options, place) {
      const { openSimulatorReader } = await import('./shared/simulator-reader.ts');
      return openSimulatorReader(optionsOf(options), place);
    },
    async prepare(options, { openLink }) {
      const { prepareCollectedSimulator } = await import('./shared/prepared-collected.ts');
      return prepareCollectedSimulator(optionsOf(options), openLink);
    },
  },
  async openPast(input) {
    const { SimulatedPast } = await import('./past/simulated-past.ts');
    return SimulatedPast.open(input);
  },
} as const satisfies SourceDefinition;

/** The world version comes from the identity of the directory; a new directory gets the newest. */
function optionsOf(options: SourceOptions): SimulatorOptions {
  const { world, seed, faultRate = USUAL_FAULT_RATE, worldVersion = WORLD_VERSION } = options;
  const size = WORLD_SIZES.find((name) => name === world);
  if (size === undefined || typeof seed !== 'string' || typeof faultRate !== 'number')
    throw new Error(`a simulated world needs a size, a seed and a rate of faults, not ${String(world)}`);
  const version = WORLD_VERSIONS.find((known) => known === worldVersion);
  if (version === undefined)
    throw new Error(`there is no version ${String(worldVersion)} of the simulated world`);
  return { world: size, seed, faultRate, worldVersion: version };
}
