import { setTimeout as delay } from 'node:timers/promises';
import { sourceStatusOf } from '../../../src/app/operate/status/source-status.ts';
import {
  CUT_OFF_MS,
  SECOND_MS,
  SLOT_MS,
  slotAfter,
  slotAtOrBefore,
  type Millis,
} from '../../../src/core/time.ts';

/** The slot's report is available by then. */
const REPORTED_MS = 3 * SECOND_MS;

/**
 * Age of each exchange's last tickers at each slot, as the service itself reports it: from their arrival in the computing thread
 * to the slot. Tickers that arrived too late for a slot count from the next one on.
 */
export class SlotAges {
  readonly #folder: string;
  /** When tickers of each exchange last arrived, as reported for the previous slot. */
  #before: ReadonlyMap<string, Millis> = new Map();
  readonly #ages: Millis[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  async begin(): Promise<void> {
    this.#before = await this.#deliveries();
  }

  async nextSlot(): Promise<void> {
    await delay(slotAfter(Date.now()) + REPORTED_MS - Date.now());
    const slot = slotAtOrBefore(Date.now());
    const deliveries = await this.#deliveries();
    for (const [exchange, last] of deliveries) {
      const counted = last <= slot - CUT_OFF_MS ? last : this.#before.get(exchange);
      if (counted !== undefined) this.#ages.push(slot - counted);
    }
    this.#before = deliveries;
  }

  /** Share of the exchanges without new tickers in time for a slot. */
  get missedShare(): number {
    const missed = this.#ages.filter((age) => age >= SLOT_MS + CUT_OFF_MS);
    return missed.length / this.#ages.length;
  }

  percentile(share: number): Millis {
    const sorted = this.#ages.toSorted((a, b) => a - b);
    return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  }

  async #deliveries(): Promise<ReadonlyMap<string, Millis>> {
    const { exchanges } = await sourceStatusOf(this.#folder);
    return new Map(
      exchanges.flatMap(({ exchange, lastDelivery }) =>
        lastDelivery === undefined ? [] : [[exchange, lastDelivery] as const],
      ),
    );
  }
}
