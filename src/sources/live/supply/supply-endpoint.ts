import type { SupplyMapping } from './supply-mapping.ts';
import type { RefusedSupply, SupplyRow } from './supply-row.ts';
import type { FailureKind } from '../ports/poll-failure.ts';

/** An address with supplies, and how to read it. Plain data, so that it can be sent to another process. */
export interface SupplyEndpoint {
  readonly url: string;
  readonly mapping: SupplyMapping;
  /** File that contains the key. It is read before every reading, so that a new key needs no restart. */
  readonly keyFile?: string | undefined;
}

/** Result of reading the address once. */
export type SupplyReading =
  | {
      readonly outcome: 'read';
      readonly rows: readonly SupplyRow[];
      /** Entries with invalid numbers. */
      readonly refused: readonly RefusedSupply[];
    }
  | { readonly outcome: 'failed'; readonly failure: FailureKind; readonly message: string };
