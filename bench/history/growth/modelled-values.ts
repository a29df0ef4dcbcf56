import { plannedDays, type BackfillPlan } from '../../../src/app/pipeline/backfill/backfill-plan.ts';
import { BackfillThread } from '../../../src/app/pipeline/backfill/work/backfill-thread.ts';
import type { Millis } from '../../../src/core/time.ts';
import type { PastSeries } from '../../../src/history/history-store.ts';
import { buildWorld, type WorldSize } from '../../../src/simulator/world.ts';
import type { PastValues } from './past-values.ts';
import { SOURCES } from '../../../src/app/compose/source-table.ts';

/** The values that the back-fill of the service models, computed by its own thread. */
export class ModelledValues implements PastValues {
  readonly #thread: BackfillThread;
  readonly #plan: BackfillPlan;

  /** All days lie before `firstLive`. */
  constructor(folder: string, world: WorldSize, days: number, firstLive: Millis) {
    this.#thread = new BackfillThread({
      folder,
      past: {
        sources: SOURCES.module,
        source: 'simulator',
        input: { world: buildWorld(world), seed: 'bench' },
      },
    });
    this.#plan = { firstLive, days: plannedDays(days), largest: [] };
  }

  async *batches(day: Millis): AsyncGenerator<readonly PastSeries[]> {
    const work = { stage: 'everything-values', kind: 'values', scope: 'all' } as const;
    const job = { ...work, firstDay: day, days: 1, recordsFromValues: false };
    for await (const { past } of this.#thread.batches({ kind: 'job', job, plan: this.#plan }))
      if (past) yield past.series;
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
