import type { DerivativeContract } from '../core/contract.ts';

/** Reads the contracts, which are stored permanently. */
export interface ContractReader {
  /** All contracts ever stored, in no particular order. */
  read(): Promise<readonly DerivativeContract[]>;
}

export interface ContractStore extends ContractReader {
  /** The contracts are durable when it resolves. */
  append(contracts: readonly DerivativeContract[]): Promise<void>;
}
