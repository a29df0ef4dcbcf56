import { join } from 'node:path';
import { IndexComputer, type ComputedTick } from '../../src/app/pipeline/compute/index-computer.ts';
import { SLOT_MS, type Millis } from '../../src/core/time.ts';
import type { TickSlice } from '../../src/history/history-store.ts';
import { ReferenceLog } from '../../src/reference/versions/reference-log.ts';
import { SimulatedMarket } from '../../src/simulator/simulated-market.ts';
import { buildWorld } from '../../src/simulator/world.ts';
import { simulatedVersion } from './simulated-version.ts';

export const SEED = 'recorded';
export const FIRST: Millis = Date.parse('2026-03-01T12:00:30Z');

const world = buildWorld('small');
const market = new SimulatedMarket(world, { seed: SEED });
export const recordedVersion = simulatedVersion(world, market);
export const recordedOrder = recordedVersion.orders.series;

/** Ticks of the small world, computed one after the other as the service does. */
export class RecordedWorld {
  readonly #computer: IndexComputer;
  #at: Millis;

  constructor(first = FIRST, computer = new IndexComputer(recordedVersion)) {
    this.#at = first - SLOT_MS;
    this.#computer = computer;
  }

  /** A tick that is not adopted counts as never published. */
  next(adopted = true): ComputedTick {
    this.#at += SLOT_MS;
    for (const exchange of market.exchanges) {
      const receivedAt = this.#at - exchange.refreshLeadMs;
      this.#computer.observeTicks([...market.ticksOf(exchange, this.#at)], receivedAt);
      this.#computer.observeTrades([...market.tradesOf(exchange, this.#at)], receivedAt);
    }
    const tick = this.#computer.compute(this.#at);
    if (adopted) this.#computer.adopt(tick);
    else this.#computer.abandon(tick);
    return tick;
  }
}

export function sliceOf({ columns, record }: ComputedTick): TickSlice {
  return { ...columns, order: recordedOrder, record: Buffer.from(JSON.stringify(record)) };
}

/** Stores the version of the ticks in a data directory, as the service does before its first tick. */
export async function storeReference(folder: string): Promise<void> {
  const { hash, data } = recordedVersion;
  const log = await ReferenceLog.open(join(folder, 'reference.log'), (reason) => {
    throw new Error(reason);
  });
  await log.append({ hash, from: FIRST, data });
  await log.close();
}
