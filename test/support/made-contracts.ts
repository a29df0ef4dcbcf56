import type {
  ContractList,
  ContractReading,
  ContractsApi,
  ListedContract,
} from '../../src/sources/live/ports/contracts-api.ts';

/** A perpetual of one unit of a base, unless `terms` differ. */
export function listedContract(symbol: string, terms: Partial<ListedContract> = {}): ListedContract {
  const usual = { base: 'BTC', quote: 'USD', settle: 'USD', active: true, value: '1' } as const;
  return { type: 'perpetuals', valuedIn: 'base', ...usual, ...terms, symbol };
}

/** Derivatives of an exchange, as the test defines them. */
export class MadeContracts implements ContractsApi {
  readonly key: string;
  contracts: readonly ListedContract[];
  readings: readonly ContractReading[];
  failure: Error | undefined;
  /** Readings wait for it. */
  hold: Promise<void> | undefined;

  constructor(key: string, contracts: readonly ListedContract[]) {
    this.key = key;
    this.contracts = contracts;
    this.readings = contracts.map(({ symbol }) => ({ symbol, last: '100', volume: '5', openInterest: '7' }));
  }

  async markets(): Promise<ContractList> {
    await this.hold;
    if (this.failure) throw this.failure;
    return { markets: this.contracts, currencies: [] };
  }

  async tickers(): Promise<readonly ContractReading[]> {
    await this.hold;
    if (this.failure) throw this.failure;
    return this.readings;
  }
}
