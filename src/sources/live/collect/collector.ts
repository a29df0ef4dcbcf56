import { setMaxListeners } from 'node:events';
import type { Clock } from '../../../core/clock.ts';
import type { Millis } from '../../../core/time.ts';
import type { ContractsApi } from '../contracts-api.ts';
import type { ExchangeApi, MarketList } from '../exchange-api.ts';
import type { CollectorEvent } from './collector-events.ts';
import { contractPoller } from './contract-poller.ts';
import type { MarketSnapshots } from './market-snapshots.ts';
import { phaseOf as usualPhaseOf } from './phases.ts';
import { Places } from './places.ts';
import { Poller } from './poller.ts';
import type { Followed } from './followed.ts';
import { TradeFollower } from './trade-follower.ts';

export interface CollectorOptions {
  readonly exchanges: readonly ExchangeApi[];
  /** Whose derivatives are read too. */
  readonly contracts?: readonly ContractsApi[];
  readonly clock: Clock;
  readonly snapshots: MarketSnapshots;
  readonly tell: (event: CollectorEvent) => void;
  readonly random: () => number;
  /** Markets whose trades are wanted; absent: none. */
  readonly followed?: Followed;
  /** Exchanges that are read at the same time. */
  readonly atOnce?: number;
  /** When within each cycle an exchange is read. */
  readonly phaseOf?: (key: string) => Millis;
}

const AT_ONCE = 16;
/** Derivatives have their own, so that spot markets never wait for them. */
const CONTRACTS_AT_ONCE = 4;

/** Reads its exchanges, each in its own time of every cycle, until the signal aborts and the last reading has ended. */
export async function collect(options: CollectorOptions, signal: AbortSignal): Promise<void> {
  const {
    exchanges,
    contracts = [],
    followed,
    atOnce = AT_ONCE,
    phaseOf = usualPhaseOf,
    ...shared
  } = options;
  // Every exchange waits for it, several times at once.
  setMaxListeners(0, signal);
  const places = new Places(atOnce);
  const contractPlaces = new Places(CONTRACTS_AT_ONCE);
  await Promise.all([
    ...exchanges.flatMap((api) => {
      const trades = followed && new TradeFollower({ ...shared, api, followed });
      const onList = (list: MarketList) => trades?.list(list);
      const poller = new Poller({ ...shared, api, places, onList, phaseMs: phaseOf(api.key) });
      return [poller.run(signal), trades?.run(signal)];
    }),
    ...contracts.map((api) => contractPoller({ ...shared, api, places: contractPlaces }).run(signal)),
  ]);
}
