import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimIdentity } from '../../src/app/directory/data-directory.ts';
import { quarantineOf } from '../../src/app/directory/quarantine-of.ts';
import type { Candle } from '../../src/core/candle.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../src/core/time.ts';
import { INDEX_WINDOW_MS } from '../../src/core/index-value.ts';
import { EmbeddedHistoryBackend } from '../../src/history/embedded/embedded-history-backend.ts';
import type { EmbeddedHistoryStore } from '../../src/history/embedded/embedded-history-store.ts';
import { candleOn, ORDER, sliceAt } from './history-values.ts';
import { SIMULATOR } from '../../src/simulator/definition.ts';

export const IDENTITY = { source: 'simulator', world: 'small', seed: 'tidemark', worldVersion: 3 } as const;
/** An hour before the end of a day. */
export const FIRST_TICK: Millis = Date.parse('2026-02-27T23:00:30Z');
export const FIRST_DAY: Millis = Date.parse('2025-12-20T00:00:00Z');

export interface StoredWorld {
  /** Number of ticks, 30 seconds apart by default. */
  readonly ticks: number;
  /** Slots from one tick to the next; above 1, hours are stored with fewer values. */
  readonly apart?: number;
  /** Number of days with end-of-day records. */
  readonly days: number;
}

/** End-of-day records of every series of the small world that could have been published. */
export function candlesOn(startAt: Millis): Candle[] {
  return ORDER.series.map(({ indexType }, number) => {
    const candle = candleOn(startAt, number);
    return indexType === 'LX' ? candle : { ...candle, volumeRest: 0 };
  });
}

export function openStored(folder: string): Promise<EmbeddedHistoryStore> {
  const fail = (problem: unknown) => {
    throw new Error(JSON.stringify(problem));
  };
  return new EmbeddedHistoryBackend(folder).openWriter({
    windowMs: INDEX_WINDOW_MS,
    quarantine: quarantineOf(folder),
    onDamage: fail,
    onBackgroundFailure: (error) => fail(error.message),
  });
}

/** A data directory as a service writes it, with known values. */
export async function writeStoredWorld(
  folder: string,
  { ticks, days, apart = 1 }: StoredWorld,
): Promise<void> {
  claimIdentity(folder, IDENTITY, SIMULATOR);
  const history = await openStored(folder);
  const candles = Array.from({ length: days }, (_, day) => candlesOn(FIRST_DAY + day * DAY_MS)).flat();
  if (candles.length > 0) await history.appendCandles(candles);
  for (let tick = 0; tick < ticks; tick++) await history.append(sliceAt(FIRST_TICK + tick * apart * SLOT_MS));
  await history.sealed();
  await history.close();
}

/** Stored worlds for many tests: each is written once, which takes seconds, and copied for every test. */
export class StoredWorlds {
  readonly #root = mkdtempSync(join(tmpdir(), 'tidemark-stored-'));
  readonly #written = new Map<string, Promise<string>>();

  async copyTo(folder: string, world: StoredWorld): Promise<void> {
    const name = `${world.ticks}-${world.days}-${world.apart ?? 1}`;
    const written = this.#written.get(name) ?? this.#write(join(this.#root, name), world);
    this.#written.set(name, written);
    cpSync(await written, folder, { recursive: true });
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  async #write(folder: string, world: StoredWorld): Promise<string> {
    mkdirSync(folder, { mode: 0o700 });
    await writeStoredWorld(folder, world);
    return folder;
  }
}
