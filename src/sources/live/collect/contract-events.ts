import type { ContractReading, ListedContract } from '../ports/contracts-api.ts';
import type { CycleEnded } from './collector-events.ts';

/** The derivatives of an exchange, sent when they are first known and whenever the list changes. */
export interface ContractsLoaded {
  readonly kind: 'contracts';
  readonly exchange: string;
  readonly contracts: readonly ListedContract[];
}

export interface ContractTickersRead {
  readonly kind: 'contract-tickers';
  readonly exchange: string;
  readonly readings: readonly ContractReading[];
}

/** How a cycle of its derivatives ended. */
export interface ContractCycleEnded extends Omit<CycleEnded, 'kind'> {
  readonly kind: 'contract-cycle';
}

export type ContractEvent = ContractsLoaded | ContractTickersRead | ContractCycleEnded;

const KINDS: ReadonlySet<string> = new Set<ContractEvent['kind']>([
  'contracts',
  'contract-tickers',
  'contract-cycle',
]);

export function isContractEvent(event: { readonly kind: string }): event is ContractEvent {
  return KINDS.has(event.kind);
}
