import type { Millis } from '../../../../core/time.ts';
import type { FirstPrice, ModelledBatch } from '../../../../sources/past.ts';
import type { SourcePast } from '../../past/open-past-model.ts';
import type { BackfillJob, BackfillPlan } from '../backfill-plan.ts';

/** What the thread is started with. */
export interface BackfillInput {
  readonly past: SourcePast;
  /** The data directory. */
  readonly folder: string;
  /** Where history is not in it. */
  readonly store?: string | undefined;
}

export type Order =
  | {
      readonly kind: 'job';
      readonly job: BackfillJob;
      readonly plan: BackfillPlan;
      /** For a day that leads over to the first tick. */
      readonly firstPrices?: readonly FirstPrice[] | undefined;
    }
  /** The values at the midnight before the first tick, which its day opens with. */
  | {
      readonly kind: 'opening';
      readonly firstLive: Millis;
      readonly firstPrices?: readonly FirstPrice[] | undefined;
    }
  /** The end-of-day records of a day that is partly modelled and partly live, from what is stored of it. */
  | { readonly kind: 'seam'; readonly day: Millis };

/** The thread that serves asks for one batch at a time; there are never more on the way. */
export type ToBackfill = { readonly kind: 'begin'; readonly order: Order } | { readonly kind: 'next' };

export type FromBackfill =
  | { readonly kind: 'batch'; readonly batch: ModelledBatch }
  | { readonly kind: 'end' };
