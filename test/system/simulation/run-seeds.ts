import { syncBuiltinESMExports } from 'node:module';
import crypto from 'node:crypto';
import { SimulatedProcess } from './core/simulated-process.ts';
import { SeededRandom } from './core/seeded-random.ts';
import { Violation } from './core/violation.ts';
import { ClusterWorld } from './cluster/cluster-world.ts';
import type { Plant } from './plants.ts';
import { StoreWorld } from './store/store-world.ts';

export const WORLDS = ['store', 'cluster'] as const;
export type WorldName = (typeof WORLDS)[number];

export interface SeedResult {
  readonly seed: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly violation?: string;
}

/** The program's own randomness and turns of the event loop come from the simulated process. */
export function replaceGlobals(): void {
  const realImmediate = globalThis.setImmediate;
  const names = new SeededRandom(1);
  crypto.randomBytes = ((size: number) => (SimulatedProcess.running?.random ?? names).bytes(size)) as never;
  syncBuiltinESMExports();
  globalThis.setImmediate = ((run: (...args: unknown[]) => void, ...args: unknown[]) => {
    const process = SimulatedProcess.running;
    if (!process) return realImmediate(run, ...args);
    process.after(0, () => run(...args));
    return undefined;
  }) as unknown as typeof setImmediate;
}

export interface SeedOptions {
  readonly plant?: Plant | undefined;
  /** Called with all that happens. */
  readonly trace?: ((what: string) => void) | undefined;
}

/** A pure function of the seed. */
export async function runSeed(
  name: WorldName,
  seed: number,
  { plant, trace }: SeedOptions = {},
): Promise<SeedResult> {
  const traced = trace && { trace };
  const world =
    name === 'store'
      ? new StoreWorld(seed, { ...(plant?.store && { planted: plant.store }), ...traced })
      : new ClusterWorld(seed, { ...(plant?.cluster && { planted: plant.cluster() }), ...traced });
  try {
    await world.run();
    return { seed, counts: { ...world.counts } };
  } catch (error) {
    const { stack = '', message } = error as Error;
    return { seed, counts: { ...world.counts }, violation: error instanceof Violation ? message : stack };
  }
}
