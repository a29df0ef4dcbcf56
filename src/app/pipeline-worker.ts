import { parentPort, workerData } from 'node:worker_threads';
import { ScaledClock, SystemClock } from '../core/clock.ts';
import { ListingOrder } from '../latest/listing-order.ts';
import type { TickerRefresh } from '../latest/ticker-refresh.ts';
import { TickerSheet } from '../latest/ticker-sheet.ts';
import { Catalogue } from '../reference/catalogue.ts';
import { SimulatedMarket } from '../sources/simulator/simulated-market.ts';
import { SimulatorSource } from '../sources/simulator/simulator-source.ts';
import { buildWorld } from '../sources/simulator/world.ts';
import type { PipelineInput, PipelineMessage } from './pipeline-messages.ts';
import { TickLoop } from './tick-loop.ts';

/** The thread in which sources are read and everything is prepared. It ends when its parent says `stop`. */
async function main(input: PipelineInput): Promise<void> {
  const stop = new AbortController();
  parentPort?.once('message', () => stop.abort());
  const world = buildWorld(input.world);
  const clock = input.paced ? new ScaledClock(new SystemClock(), input.time) : new SystemClock();
  const market = new SimulatedMarket(world, { seed: input.seed, faultRate: input.faultRate });
  const source = new SimulatorSource({ market, clock });
  const sheet = new TickerSheet(new ListingOrder(new Catalogue(world.reference)));
  const loop = new TickLoop({ source, clock, sheet, publish: handOver });
  const { slot, events } = source.lastPassed();
  loop.publishPassed(slot, events);
  await loop.run(stop.signal);
}

function handOver(refresh: TickerRefresh): void {
  const message: PipelineMessage = { kind: 'refresh', refresh };
  const { body, starts, listings, deliveredAt } = refresh;
  parentPort?.postMessage(message, [body.buffer, starts.buffer, listings.buffer, deliveredAt.buffer]);
}

await main(workerData as PipelineInput);
