import { setImmediate as othersTurn } from 'node:timers/promises';
import type { SeriesId } from '../../../core/index-value.ts';
import { DAY_MS, HOUR_MS, SLOT_MS, type Millis } from '../../../core/time.ts';
import type { HistoryStore } from '../../../history/history-store.ts';
import { doneDays, type BackfillPlan } from './backfill-plan.ts';
import { joinMissing, type MissingDays } from './missing-days.ts';
import { RECORD_STAGES, STAGE_DEFINITIONS, VALUE_STAGES, type DoneStages, type Stage } from './stages.ts';
import { isInScope } from './wanted-series.ts';

/** Files are lost whole, with all their series: a sample of the assets shows whether a day is stored. */
const MAX_SAMPLES = 32;
const HOURS_PER_DAY = DAY_MS / HOUR_MS;

type Reads = Pick<HistoryStore, 'readSeries' | 'readAcross' | 'readCandles' | 'lastTick'>;

export interface FilledPast {
  readonly plan: BackfillPlan;
  readonly done: DoneStages;
  readonly now: Millis;
}

/** Finds the days that were filled in and that history has lost. */
export async function findMissingDays(history: Reads, filled: FilledPast): Promise<MissingDays> {
  const past = new StoredPast(history, filled, await publishedAssets(history, filled.plan));
  let missing: MissingDays = {};
  for (const stage of VALUE_STAGES)
    missing = joinMissing(missing, { [stage]: await past.daysWithoutValues(stage) });
  for (const stage of RECORD_STAGES)
    missing = joinMissing(missing, { [stage]: await past.daysWithoutRecords(stage) });
  return missing;
}

/** Assets that had a value at the first tick, or at the last tick if the first is lost. */
async function publishedAssets(history: Reads, { firstLive }: BackfillPlan): Promise<SeriesId[]> {
  const last = await history.lastTick();
  for (const at of [firstLive, last?.at]) {
    if (at === undefined) continue;
    const read = { types: ['GWA'], atOrBefore: at, notBefore: at, limit: Infinity } as const;
    const values = await history.readAcross(read);
    if (values.length > 0) return values.map(({ indexType, indexId }) => ({ indexType, indexId }));
  }
  return [];
}

class StoredPast {
  readonly #history: Reads;
  readonly #filled: FilledPast;
  readonly #assets: readonly SeriesId[];

  constructor(history: Reads, filled: FilledPast, assets: readonly SeriesId[]) {
    this.#history = history;
    this.#filled = filled;
    this.#assets = assets;
  }

  async daysWithoutValues(stage: Stage): Promise<Millis[]> {
    const samples = this.#samples(stage);
    const missing: Millis[] = [];
    for (const day of samples.length === 0 ? [] : this.#days(stage)) {
      if (!(await this.#hasValues(day, samples))) missing.push(day);
      await othersTurn();
    }
    return missing;
  }

  async daysWithoutRecords(stage: Stage): Promise<Millis[]> {
    const samples = this.#samples(stage);
    const days = this.#days(stage);
    const missing = new Set(samples.length === 0 ? [] : days);
    for (const series of samples) {
      if (missing.size === 0) break;
      const read = { series, startAtOrBefore: days.at(-1)!, limit: Infinity };
      for (const { startAt } of await this.#history.readCandles(read)) missing.delete(startAt);
      await othersTurn();
    }
    return [...missing];
  }

  #days(stage: Stage): Millis[] {
    const { plan, done, now } = this.#filled;
    return doneDays(plan, stage, done, now);
  }

  /** Whether each hour of the day before the first tick has a value of one of the samples. */
  async #hasValues(day: Millis, samples: SeriesId[]): Promise<boolean> {
    const { firstLive } = this.#filled.plan;
    for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
      const start = day + hour * HOUR_MS;
      const at = Math.min(start + HOUR_MS / 2, firstLive - SLOT_MS);
      if (at > start && !(await this.#hasValueAt(at, samples))) return false;
    }
    return true;
  }

  /** Moves the series that has a value to the front, so that it is read first the next time. */
  async #hasValueAt(at: Millis, samples: SeriesId[]): Promise<boolean> {
    for (const [place, series] of samples.entries()) {
      const found = await this.#history.readSeries({ series, atOrBefore: at, notBefore: at, limit: 1 });
      if (found.length === 0) continue;
      if (place > 0) samples.unshift(...samples.splice(place, 1));
      return true;
    }
    return false;
  }

  /** An evenly spaced sample of a stage's assets. */
  #samples(stage: Stage): SeriesId[] {
    const { largest } = this.#filled.plan;
    const ranks = new Map(largest.map((assetId, rank) => [assetId, rank]));
    const all = this.#assets.filter(({ indexId }) =>
      isInScope(STAGE_DEFINITIONS[stage].scope, ranks.get(indexId) ?? Infinity),
    );
    const step = Math.max(1, Math.ceil(all.length / MAX_SAMPLES));
    return all.filter((_, place) => place % step === 0);
  }
}
