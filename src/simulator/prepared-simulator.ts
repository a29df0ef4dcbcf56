import type { Clock } from '../core/clocks/clock.ts';
import type { ReferenceData } from '../core/reference-data.ts';
import type { PastInput } from '../sources/past.ts';
import type { PreparedSource } from '../sources/source-definition.ts';
import { ListedReference } from './calendar/listed-reference.ts';
import type { SimulatedPastInput } from './past/simulated-past.ts';
import type { CollectedSimulatorOptions } from './shared/collected-simulator.ts';
import { SimulatedMarket } from './simulated-market.ts';
import { SimulatorSource } from './simulator-source.ts';
import { buildWorld, type SimulatedWorld } from './world.ts';
import type { WorldSize, WorldVersion } from './world-identity.ts';

export interface SimulatorOptions {
  readonly world: WorldSize;
  readonly seed: string;
  readonly worldVersion: WorldVersion;
  /** 1 is the usual rate of faults, 0 none. */
  readonly faultRate: number;
}

/** Builds the world, and its market when that is first needed. */
export class PreparedSimulator implements PreparedSource {
  readonly past: PastInput;
  readonly #world: SimulatedWorld;
  readonly #options: SimulatorOptions;
  #market: SimulatedMarket | undefined;
  #reference: ListedReference | undefined;

  constructor(options: SimulatorOptions) {
    this.#options = options;
    this.#world = buildWorld(options.world, options.worldVersion);
    const input: SimulatedPastInput = { world: this.#world, seed: options.seed };
    this.past = { source: 'simulator', input };
  }

  universe(): ReferenceData {
    return this.#world.reference;
  }

  open(clock: Clock): SimulatorSource {
    return new SimulatorSource({ ...this.parts, clock });
  }

  /** The parts of a source of this world. */
  get parts(): Pick<CollectedSimulatorOptions, 'market' | 'reference'> {
    return { market: this.#made(), reference: this.#listed() };
  }

  #made(): SimulatedMarket {
    return (this.#market ??= new SimulatedMarket(this.#world, this.#options));
  }

  #listed(): ListedReference {
    return (this.#reference ??= new ListedReference(this.#made()));
  }
}
