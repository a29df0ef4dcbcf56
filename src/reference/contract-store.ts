import type { DerivativeContract } from '../core/contract.ts';

/** Where contracts are kept for ever. */
export interface ContractReader {
  /** All that were ever kept, in no order. */
  read(): Promise<readonly DerivativeContract[]>;
}

export interface ContractStore extends ContractReader {
  /** When it resolves, they are durable. */
  append(contracts: readonly DerivativeContract[]): Promise<void>;
}
