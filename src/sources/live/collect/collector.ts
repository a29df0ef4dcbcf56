import { setMaxListeners } from 'node:events';
import type { Clock } from '../../../core/clock.ts';
import type { ExchangeApi } from '../exchange-api.ts';
import type { CollectorEvent } from './collector-events.ts';
import type { MarketSnapshots } from './market-snapshots.ts';
import { phaseOf } from './phases.ts';
import { Places } from './places.ts';
import { Poller } from './poller.ts';

export interface CollectorOptions {
  readonly exchanges: readonly ExchangeApi[];
  readonly clock: Clock;
  readonly snapshots: MarketSnapshots;
  readonly tell: (event: CollectorEvent) => void;
  readonly random: () => number;
  /** Exchanges that are read at the same time. */
  readonly atOnce?: number;
}

const AT_ONCE = 16;

/** Reads its exchanges, each in its own time of every cycle, until the signal aborts and the last reading has ended. */
export async function collect(options: CollectorOptions, signal: AbortSignal): Promise<void> {
  const { exchanges, atOnce = AT_ONCE, ...shared } = options;
  // Every exchange waits for it, several times at once.
  setMaxListeners(0, signal);
  const places = new Places(atOnce);
  const pollers = exchanges.map((api) => new Poller({ ...shared, api, places, phaseMs: phaseOf(api.key) }));
  await Promise.all(pollers.map((poller) => poller.run(signal)));
}
