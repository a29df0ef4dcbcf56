import { HOUR_MS, hourOfTick, type Millis } from '../../core/time.ts';
import type { EngineReference } from '../engine-reference.ts';
import { NEW, NO_TICKER } from '../market/screen.ts';

/** The number of hours kept: the current one and those before it. */
export const HOURS_KEPT = 24;

/** The counted outcomes: codes of SCREEN_OUTCOMES. */
export const COUNTED_OUTCOMES = [0, 1, 2, 3, 4, 5, 6, NEW] as const;
/** The number of counts per exchange, in the order of `COUNTED_OUTCOMES`. */
export const COUNTS_PER_EXCHANGE = COUNTED_OUTCOMES.length;

/** The ticker outcomes of one hour, which contains the ticks after `startAt` up to and including its end. */
export interface RefusalHour {
  readonly startAt: Millis;
  /** Number of published ticks: fewer than 120 if the service was down, or if the hour is not over. */
  readonly ticks: number;
  /** `COUNTS_PER_EXCHANGE` counts for each exchange of the reference. */
  readonly counts: Uint32Array;
}

/** The last hours with a tick, ascending. Immutable plain data: each tick creates new ones. */
export type RefusalHours = readonly RefusalHour[];

/** The hours with one more tick. `outcomes` are codes of SCREEN_OUTCOMES, one per listing of the reference. */
export function countedHours(
  { exchanges, listingExchange }: EngineReference,
  hours: RefusalHours,
  at: Millis,
  outcomes: Uint8Array,
): RefusalHours {
  const startAt = hourOfTick(at);
  const running = hours.find((hour) => hour.startAt === startAt);
  const counts = running ? running.counts.slice() : new Uint32Array(exchanges.length * COUNTS_PER_EXCHANGE);
  for (let i = 0; i < outcomes.length; i++) {
    const outcome = outcomes[i]!;
    if (outcome === NO_TICKER) continue;
    const column = outcome === NEW ? COUNTS_PER_EXCHANGE - 1 : outcome;
    counts[listingExchange[i]! * COUNTS_PER_EXCHANGE + column]!++;
  }
  // Even after a clock change, only the hours before the tick's hour count.
  const oldest = startAt - (HOURS_KEPT - 1) * HOUR_MS;
  const before = hours.filter((hour) => hour.startAt >= oldest && hour.startAt < startAt);
  return [...before, { startAt, ticks: (running?.ticks ?? 0) + 1, counts }];
}

/** The hours under another version of the reference data: new exchanges have counts of 0. */
export function carryHours(hours: RefusalHours, from: EngineReference, to: EngineReference): RefusalHours {
  const positions = new Map(from.exchanges.map(({ id }, exchange) => [id, exchange]));
  return hours.map(({ counts, ...hour }) => {
    const carried = new Uint32Array(to.exchanges.length * COUNTS_PER_EXCHANGE);
    to.exchanges.forEach(({ id }, exchange) => {
      const old = positions.get(id);
      if (old === undefined) return;
      const own = counts.subarray(old * COUNTS_PER_EXCHANGE, (old + 1) * COUNTS_PER_EXCHANGE);
      carried.set(own, exchange * COUNTS_PER_EXCHANGE);
    });
    return { ...hour, counts: carried };
  });
}
