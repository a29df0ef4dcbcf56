import { setTimeout as delay } from 'node:timers/promises';
import { sourceStatusOf } from '../../../src/app/operate/status/source-status.ts';
import { CUT_OFF_MS, SECOND_MS, slotAfter, slotAtOrBefore, type Millis } from '../../../src/core/time.ts';

/** The report of a slot is there by then. */
const REPORTED_MS = 3 * SECOND_MS;

/** How old the last reading of each exchange is at slots, as the service itself reports it. */
export class SlotAges {
  readonly #folder: string;
  /** What each exchange had delivered by the slot before. */
  #before = new Map<string, Millis>();
  readonly #ages: Millis[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  async nextSlot(): Promise<void> {
    await delay(slotAfter(Date.now()) + REPORTED_MS - Date.now());
    const slot = slotAtOrBefore(Date.now());
    for (const at of (await this.take()).values()) this.#ages.push(slot - at);
  }

  /** When the last delivery of each was that counts; one that came too late for the slot does not. */
  async take(): Promise<ReadonlyMap<string, Millis>> {
    const cutOff = slotAtOrBefore(Date.now()) - CUT_OFF_MS;
    const { exchanges } = await sourceStatusOf(this.#folder);
    const delivered = exchanges.flatMap(({ exchange, lastDelivery }) => {
      if (lastDelivery === undefined) return [];
      const inTime = lastDelivery <= cutOff ? lastDelivery : this.#before.get(exchange);
      return inTime === undefined ? [] : [[exchange, inTime] as const];
    });
    this.#before = new Map(delivered);
    return this.#before;
  }

  percentile(share: number): Millis {
    const sorted = this.#ages.toSorted((a, b) => a - b);
    return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  }
}
