import { setMaxListeners } from 'node:events';
import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import type { Scope } from '../../../contract/scopes.ts';
import { LinkedAbort } from '../../../core/async/linked-abort.ts';
import { ApiError, tooManyRequests, unavailable } from '../../http/errors.ts';
import { decrementCount } from '../../http/limits/fair-queue.ts';

/** Maximum number of running exports per client. */
const MAX_PER_CLIENT = 2;
/**
 * Visitors of the public page are one client: limits per address (IPv6: /64 network), and for all of them.
 */
const MAX_PER_ADDRESS = 1;
const MAX_OF_VISITORS = 8;
const RETRY_AFTER_SECONDS = 5;

/** The client of an export, the long-lived token that it depends on, if any, and the required scopes. */
export interface Holder extends Pick<Grant, 'clientId' | 'tokenId'> {
  readonly needs: ReadonlySet<Scope>;
  /** For a visitor. */
  readonly network?: string | undefined;
}

export interface ExportUnderWay {
  /** Aborts when the client has left or the service stops. */
  readonly signal: AbortSignal;
  /**
   * Throws if the token was revoked, or the client was disabled or lost a required scope: an export may take
   * hours.
   */
  check(): void;
  /** Call it once when reading has ended. */
  done(): void;
}

/** The running exports: limits them per client, and ends them with the service. */
export class Exports {
  readonly #counts = new Map<string, number>();
  /** Per visitor address. */
  readonly #ofAddresses = new Map<string, number>();
  readonly #stop = new AbortController();
  readonly #isGood: (holder: Holder) => boolean;

  /** `isGood`: whether a client may still have the export. */
  constructor(isGood: (holder: Holder) => boolean) {
    this.#isGood = isGood;
    // Every export listens to it; Node would warn about a leak after ten.
    setMaxListeners(0, this.#stop.signal);
  }

  /** Throws 429 if the client has too many. `gone`: aborts when the client has left. */
  begin(holder: Holder, gone: AbortSignal): ExportUnderWay {
    this.#stop.signal.throwIfAborted();
    this.#admit(holder);
    const either = new LinkedAbort(gone, this.#stop.signal);
    return {
      signal: either.signal,
      check: () => {
        if (!this.#isGood(holder))
          throw new ApiError('UNAUTHORIZED', 'this token was revoked, or its client was disabled or changed');
      },
      done: () => {
        either.release();
        this.#ended(holder);
      },
    };
  }

  get underWay(): number {
    let sum = 0;
    for (const count of this.#counts.values()) sum += count;
    return sum;
  }

  /** Ends running exports: clients see that their file is incomplete. */
  close(): void {
    this.#stop.abort(unavailable('the service is stopping', 5));
  }

  #admit({ clientId, network }: Holder): void {
    const count = this.#counts.get(clientId) ?? 0;
    const ofAddress = network === undefined ? 0 : (this.#ofAddresses.get(network) ?? 0);
    if (ofAddress >= MAX_PER_ADDRESS)
      throw tooManyRequests('this address already has a running export', RETRY_AFTER_SECONDS);
    const max = network === undefined ? MAX_PER_CLIENT : MAX_OF_VISITORS;
    if (count >= max)
      throw tooManyRequests(
        `${network === undefined ? 'this client already has' : 'visitors already have'} ${max} running exports`,
        RETRY_AFTER_SECONDS,
      );
    this.#counts.set(clientId, count + 1);
    if (network !== undefined) this.#ofAddresses.set(network, ofAddress + 1);
  }

  #ended({ clientId, network }: Holder): void {
    decrementCount(this.#counts, clientId);
    if (network !== undefined) decrementCount(this.#ofAddresses, network);
  }
}
