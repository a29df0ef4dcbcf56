import { performance } from 'node:perf_hooks';
import { DAY_MS, SLOT_MS, SLOTS_PER_DAY, type Millis } from '../../src/core/time.ts';
import type { TickSlice } from '../../src/history/history-store.ts';
import type { TickSource } from '../history/tick-source.ts';
import type { BenchStore, SealingStore, TwoStores } from './two-stores.ts';

const TICKS_AN_HOUR = 120;
/** Number of appends that are timed one by one, first in one store, then in the other. */
const TIMED = 60;

export interface Filling {
  /** 00:00:00 of the first day. */
  readonly startAt: Millis;
  readonly days: number;
  /** Hours of the unfinished day: complete ones, and then half of one. */
  readonly hours: number;
}

/** Appends while complete hours and days are put into blocks in the background. */
export interface SealTimes {
  /** Time from the tick that ends the hour or the day until it is stored in blocks. */
  readonly sealMs: number;
  /** Each durable append in that time. */
  readonly appendMs: readonly number[];
}

export interface FillTimes {
  readonly points: number;
  /** Appends of ticks while nothing else runs. */
  readonly quietMs: readonly number[];
  readonly hour: SealTimes;
  readonly day: SealTimes;
}

export const lastTickOf = ({ startAt, days, hours }: Filling): Millis =>
  startAt + days * DAY_MS + (hours * TICKS_AN_HOUR + TICKS_AN_HOUR / 2) * SLOT_MS;

/** Appends the same ticks to both, alternating every hour, and returns the time it took; in the last hours, of each tick. */
export async function fill(
  { embedded, postgres }: TwoStores,
  source: TickSource,
  filling: Filling,
): Promise<Record<BenchStore['name'], FillTimes>> {
  const stores = [embedded, postgres];
  const ticks = (lastTickOf(filling) - filling.startAt) / SLOT_MS;
  const midnight = filling.days * SLOTS_PER_DAY;
  const sealedHour = ticks - TICKS_AN_HOUR / 2;
  const found = new Map(stores.map(({ name }) => [name, { quiet: [] as number[], hour: NONE, day: NONE }]));
  let points = 0;
  for (let done = 0; done < ticks;) {
    const count = Math.min(TICKS_AN_HOUR, ticks - done);
    const lot = Array.from({ length: count }, (_, i) =>
      source.next(filling.startAt + (done + i + 1) * SLOT_MS),
    );
    points += lot.reduce((sum, { series }) => sum + series.length, 0);
    for (const { name, writer } of stores) {
      const times = found.get(name)!;
      if (done === midnight) times.day = await sealing(writer, lot);
      else if (done === sealedHour) times.hour = await sealing(writer, lot);
      else {
        const ms = await append(writer, lot);
        if (done === sealedHour - TICKS_AN_HOUR) times.quiet = ms.slice(-TIMED);
      }
      await writer.sealed();
    }
    done += count;
    if ((done / TICKS_AN_HOUR) % 6 === 0) console.error(`${done} of ${ticks} ticks`);
  }
  const of = (name: BenchStore['name']): FillTimes => {
    const { quiet, hour, day } = found.get(name)!;
    return { points, quietMs: quiet, hour, day };
  };
  return { embedded: of('embedded'), PostgreSQL: of('PostgreSQL') };
}

const NONE: SealTimes = { sealMs: Number.NaN, appendMs: [] };

async function append(store: SealingStore, ticks: readonly TickSlice[]): Promise<number[]> {
  const ms: number[] = [];
  for (const tick of ticks) {
    const start = performance.now();
    const outcome = await store.append(tick);
    if (outcome !== 'stored') throw new Error(outcome);
    ms.push(performance.now() - start);
    // The first tick of an hour starts to seal the previous one; the others wait for that if sealing is not measured.
    if (ms.length === 1) await store.sealed();
  }
  return ms;
}

/** The first tick ends the previous hour; the next ones follow at once. A store may begin to seal some ticks later. */
async function sealing(store: SealingStore, ticks: readonly TickSlice[]): Promise<SealTimes> {
  const during: number[] = [];
  let begunAt: number | undefined;
  let endedAt: number | undefined;
  for (const tick of ticks) {
    const before = performance.now();
    const outcome = await store.append(tick);
    if (outcome !== 'stored') throw new Error(outcome);
    const now = performance.now();
    if (begunAt !== undefined && endedAt === undefined) during.push(now - before);
    else if (begunAt === undefined && (await isSealing(store))) {
      begunAt = now;
      void store.sealed().then(() => (endedAt = performance.now()));
    }
  }
  await store.sealed();
  return { sealMs: (endedAt ?? performance.now()) - (begunAt ?? Number.NaN), appendMs: during };
}

async function isSealing(store: SealingStore): Promise<boolean> {
  let isDone = false;
  void store.sealed().then(() => (isDone = true));
  await new Promise((resolve) => setImmediate(resolve));
  return !isDone;
}
