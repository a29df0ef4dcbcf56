import type { Clock } from '../core/clocks/clock.ts';
import { networkOf } from '../core/network/network-address.ts';
import type { Millis } from '../core/time.ts';
import { CountedWindows } from './counted-windows.ts';

/** Of one client and address. */
const FREE_GUESSES = 60;
/** Of one address, whatever ids it tries. */
const FREE_GUESSES_OF_ADDRESS = 300;

/** Who guessed too often, and how long it lasts. */
export interface TooManyGuesses {
  readonly of: 'client' | 'address';
  readonly waitMs: Millis;
}

/**
 * Counts wrong secrets for each client and address, and for each address over all client ids (IPv6: for its /64). It
 * never refuses a right secret: it only decides how a wrong one is answered. Each process counts for itself: with n nodes that serve, an address
 * that reaches all of them has n times as many guesses, which secrets of 256 random bits do not mind.
 */
export class GuessLimiter {
  readonly #clock: Clock;
  readonly #ofClients = new CountedWindows(FREE_GUESSES);
  readonly #ofAddresses = new CountedWindows(FREE_GUESSES_OF_ADDRESS);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts one wrong secret. Undefined while there were not too many. */
  countWrong(clientId: string, address: string): TooManyGuesses | undefined {
    const now = this.#clock.monotonic();
    const clientWaitMs = this.#ofClients.count(`${address} ${clientId}`, now);
    const addressWaitMs = this.#ofAddresses.count(networkOf(address), now);
    if (addressWaitMs !== undefined && addressWaitMs >= (clientWaitMs ?? 0))
      return { of: 'address', waitMs: addressWaitMs };
    return clientWaitMs === undefined ? undefined : { of: 'client', waitMs: clientWaitMs };
  }
}
