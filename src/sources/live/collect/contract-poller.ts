import type { ContractList, ContractReading, ContractsApi } from '../ports/contracts-api.ts';
import type { CollectorEvent } from './collector-events.ts';
import type { ContractEvent } from './contract-events.ts';
import type { MarketSnapshots } from './market-snapshots.ts';
import { Poller, type PollerOptions } from './poller.ts';

export interface ContractPollerOptions extends Omit<PollerOptions, 'api' | 'isEarly' | 'emit'> {
  readonly api: ContractsApi;
  readonly emit: (event: ContractEvent) => void;
}

/**
 * Reads the derivatives of one exchange like its spot markets, once per slot and before those, with its own back-off,
 * plausibility checks and stored list.
 */
export function contractPoller({ api, emit, snapshots, ...options }: ContractPollerOptions): Poller {
  return new Poller({
    ...options,
    api,
    isEarly: true,
    snapshots: contractSnapshots(snapshots),
    emit: (event) => emit(asContractEvent(event)),
    // Most options are not traded every day: the exchange's mark price is as good an indication.
    isPriced: ({ last, markPrice }: ContractReading) => last !== undefined || markPrice !== undefined,
  });
}

/** The poller emits spot events; their content comes from the contracts interface. */
function asContractEvent(event: CollectorEvent): ContractEvent {
  const { exchange } = event;
  if (event.kind === 'markets') {
    const { markets } = event.list as ContractList;
    return { kind: 'contracts', exchange, contracts: markets };
  }
  if (event.kind === 'tickers') return { kind: 'contract-tickers', exchange, readings: event.readings };
  if (event.kind === 'cycle') return { ...event, kind: 'contract-cycle' };
  throw new TypeError(`unexpected event of a contract poller: ${event.kind}`);
}

/** Stored beside the list of the spot markets. */
function contractSnapshots(snapshots: MarketSnapshots): MarketSnapshots {
  const nameOf = (exchange: string) => `${exchange}.contracts`;
  return {
    read: (exchange) => snapshots.read(nameOf(exchange)),
    write: (exchange, list) => snapshots.write(nameOf(exchange), list),
  };
}
