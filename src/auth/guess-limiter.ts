import type { Clock } from '../core/clocks/clock.ts';
import { networkOf } from '../core/network/network-address.ts';
import type { Millis } from '../core/time.ts';
import { MinuteCounters } from './minute-counters.ts';

/** Per client and address. */
const FREE_GUESSES = 60;
/** Per address, over all client ids. */
const FREE_GUESSES_OF_ADDRESS = 300;

/** Which limit was exceeded, and how long to wait. */
export interface TooManyGuesses {
  readonly of: 'client' | 'address';
  readonly waitMs: Millis;
}

/**
 * Counts wrong secrets per client and address, and per address over all client ids (IPv6: per /64). It never rejects a
 * right secret: it only decides the reply to a wrong one. Each process counts separately: with n serving nodes, an
 * address that reaches all of them has n times as many guesses. That is safe because secrets have 256 random bits.
 */
export class GuessLimiter {
  readonly #clock: Clock;
  readonly #ofClients = new MinuteCounters(FREE_GUESSES);
  readonly #ofAddresses = new MinuteCounters(FREE_GUESSES_OF_ADDRESS);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts one wrong secret. Undefined while no limit is exceeded. */
  countWrong(clientId: string, address: string): TooManyGuesses | undefined {
    const now = this.#clock.monotonic();
    const clientWaitMs = this.#ofClients.count(`${address} ${clientId}`, now);
    const addressWaitMs = this.#ofAddresses.count(networkOf(address), now);
    if (addressWaitMs !== undefined && addressWaitMs >= (clientWaitMs ?? 0))
      return { of: 'address', waitMs: addressWaitMs };
    return clientWaitMs === undefined ? undefined : { of: 'client', waitMs: clientWaitMs };
  }
}
