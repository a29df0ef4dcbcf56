import type { Flag, IndexType } from '../../core/index-value.ts';

/** The members of a record of `/v3/index-ticker` that adapters use. */
export interface TickerRecord {
  readonly indexId: string;
  readonly indexType: IndexType;
  readonly price: string;
  readonly volume: string;
  readonly timestamp: string;
  readonly flags?: readonly Flag[];
}
