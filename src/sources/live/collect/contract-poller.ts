import type { ContractList, ContractReading, ContractsApi } from '../ports/contracts-api.ts';
import type { CollectorEvent } from './collector-events.ts';
import type { ContractEvent } from './contract-events.ts';
import type { MarketSnapshots } from './market-snapshots.ts';
import { Poller, type PollerOptions } from './poller.ts';

export interface ContractPollerOptions extends Omit<PollerOptions, 'api' | 'isEarly' | 'tell'> {
  readonly api: ContractsApi;
  readonly tell: (event: ContractEvent) => void;
}

/**
 * Reads the derivatives of one exchange as its spot markets are read, once for every slot and before those, with their own rests,
 * doubts and stored list.
 */
export function contractPoller({ api, tell, snapshots, ...options }: ContractPollerOptions): Poller {
  return new Poller({
    ...options,
    api,
    isEarly: true,
    snapshots: contractSnapshots(snapshots),
    tell: (event) => tell(asContractEvent(event)),
    // Most options are not traded every day: the exchange's own price of one is as good a sign.
    isPriced: ({ last, markPrice }: ContractReading) => last !== undefined || markPrice !== undefined,
  });
}

/** What the poller tells is what the interface gave it. */
function asContractEvent(event: CollectorEvent): ContractEvent {
  const { exchange } = event;
  if (event.kind === 'markets') {
    const { markets } = event.list as ContractList;
    return { kind: 'contracts', exchange, contracts: markets };
  }
  if (event.kind === 'tickers') return { kind: 'contract-tickers', exchange, readings: event.readings };
  if (event.kind === 'cycle') return { ...event, kind: 'contract-cycle' };
  throw new TypeError(`a reading of contracts tells no ${event.kind}`);
}

/** Beside the list of the spot markets. */
function contractSnapshots(snapshots: MarketSnapshots): MarketSnapshots {
  const nameOf = (exchange: string) => `${exchange}.contracts`;
  return {
    read: (exchange) => snapshots.read(nameOf(exchange)),
    write: (exchange, list) => snapshots.write(nameOf(exchange), list),
  };
}
