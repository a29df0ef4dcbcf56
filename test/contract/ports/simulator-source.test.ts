import { SimulatedMarket } from '../../../src/simulator/simulated-market.ts';
import { SimulatorSource } from '../../../src/simulator/simulator-source.ts';
import { buildWorld } from '../../../src/simulator/world.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { describeSourceContract } from './source-contract.ts';

const world = buildWorld('small');
/** Between two slots, where a start usually happens; within a minute something is listed, delisted or closed. */
const { calendar } = new SimulatedMarket(world, { seed: 'contract' });
const START = calendar.nextChange(Date.UTC(2026, 4, 6, 12)) - 48_750;

function create(faultRate: number) {
  const clock = new ManualClock(START);
  const market = new SimulatedMarket(world, { seed: 'contract', faultRate });
  return { source: new SimulatorSource({ market, clock }), clock };
}

describeSourceContract('SimulatorSource', {
  create: () => create(0),
  createFailing: () => create(20),
  durationMs: 95_000,
});
