import type { LinkedSourceContext, PreparedSource } from '../../sources/source-definition.ts';
import { PreparedSimulator, type SimulatorOptions } from '../prepared-simulator.ts';
import { CollectedSimulator } from './collected-simulator.ts';

/** A simulated world whose exchanges are read by collectors in other processes. Everything else is computed here. */
export function prepareCollectedSimulator(
  options: SimulatorOptions,
  openLink: LinkedSourceContext['openLink'],
): PreparedSource {
  const simulator = new PreparedSimulator(options);
  return {
    past: simulator.past,
    universe: () => simulator.universe(),
    open: (clock, { hasTicks } = { hasTicks: false }) =>
      CollectedSimulator.open({ ...simulator.parts, clock, link: openLink(), waits: !hasTicks }),
  };
}
