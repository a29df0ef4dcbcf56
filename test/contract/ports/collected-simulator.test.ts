import { SimulatedMarket } from '../../../src/simulator/simulated-market.ts';
import { buildWorld } from '../../../src/simulator/world.ts';
import { openCollected } from '../../support/collected-simulator.ts';
import { describeSourceContract } from './source-contract.ts';

const world = buildWorld('small');
const { calendar } = new SimulatedMarket(world, { seed: 'contract' });
/** It takes half a minute to receive a reading of every exchange; within a minute after that, something is listed, delisted or closed. */
const START = calendar.nextChange(Date.UTC(2026, 4, 6, 12)) - 78_750;

describeSourceContract('CollectedSimulator', {
  create: () => openCollected(new SimulatedMarket(world, { seed: 'contract', faultRate: 0 }), START),
  createFailing: () => openCollected(new SimulatedMarket(world, { seed: 'contract', faultRate: 20 }), START),
  durationMs: 95_000,
});
