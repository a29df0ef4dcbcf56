import type { Millis } from '../../../../core/time.ts';
import type { FirstPrice } from '../../../../sources/past.ts';
import type { ServerAddress } from '../../../config/server-address.ts';
import type { SourcePast } from '../../past/open-past-model.ts';
import type { BackfillJob, BackfillPlan } from '../backfill-plan.ts';

/** What the thread is started with. */
export interface BackfillInput {
  readonly past: SourcePast;
  /** The data directory. */
  readonly folder: string;
  /** Where history is not in it. */
  readonly store?: ServerAddress | undefined;
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

/** Each is answered with a batch, or with undefined after the last one. */
export type ToBackfill = { readonly kind: 'begin'; readonly order: Order } | { readonly kind: 'next' };
