import { SLOT_MS } from '../../../src/core/time.ts';
import { RigWorld } from '../../../test/support/rig/rig-world.ts';
import { ccxtLayouts, countsOf, declaredLayouts, instrumentsOf } from './exchanges.ts';
import type { RigInput } from './rig-process.ts';
import { measureUnderstanding } from './understanding.ts';

// Measures the service's share of a cycle by itself.

const CYCLES = 4;

process.once('message', (input: RigInput) => run(input));
process.once('disconnect', () => process.exit(0));

function run({ declared, tickers }: RigInput): void {
  const [ofCcxt, ofFiles] = [ccxtLayouts(), declaredLayouts(declared)];
  const layouts = [...ofCcxt, ...ofFiles];
  const counts = countsOf(ofCcxt.length, ofFiles.length, tickers);
  const world = new RigWorld({ size: 'full', layouts });
  const now = Date.now();
  const cycles = Array.from(
    { length: CYCLES },
    (_, cycle) =>
      new Map(
        layouts.map(
          ({ id }, i) => [id, instrumentsOf(world, id, now - cycle * SLOT_MS, counts[i]!)] as const,
        ),
      ),
  );
  process.send?.(measureUnderstanding(cycles).at(-1));
}
