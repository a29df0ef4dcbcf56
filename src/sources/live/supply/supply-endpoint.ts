import type { SupplyMapping } from './supply-mapping.ts';
import type { RefusedSupply, SupplyRow } from './supply-row.ts';
import type { FailureKind } from '../ports/poll-failure.ts';

/** An address that gives supplies, and how it is asked. Plain data, for a process of its own. */
export interface SupplyEndpoint {
  readonly url: string;
  readonly mapping: SupplyMapping;
  /** The file that holds the key: read before every reading, so that a new key needs no restart. */
  readonly keyFile?: string | undefined;
}

/** What came of asking it once. */
export type SupplyReading =
  | {
      readonly outcome: 'read';
      readonly rows: readonly SupplyRow[];
      /** Entries whose numbers cannot be meant. */
      readonly refused: readonly RefusedSupply[];
    }
  | { readonly outcome: 'failed'; readonly failure: FailureKind; readonly message: string };
