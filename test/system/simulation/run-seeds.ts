import { syncBuiltinESMExports } from 'node:module';
import crypto from 'node:crypto';
import { SimulatedProcess } from './core/simulated-process.ts';
import { SeededRandom } from './core/seeded-random.ts';
import { StoreWorld, type WorldCounts } from './store/store-world.ts';

export interface SeedResult {
  readonly seed: number;
  readonly counts: WorldCounts;
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

export async function runSeed(seed: number, trace?: (what: string) => void): Promise<SeedResult> {
  const world = new StoreWorld(seed, trace && { trace });
  try {
    await world.run();
    return { seed, counts: world.counts };
  } catch (error) {
    const { stack, message } = error as Error;
    return {
      seed,
      counts: world.counts,
      violation: (error as Error).name === 'Violation' ? message : `${stack}`,
    };
  }
}
