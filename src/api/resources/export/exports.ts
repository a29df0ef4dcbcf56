import { setMaxListeners } from 'node:events';
import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import type { Scope } from '../../../contract/scopes.ts';
import { LinkedAbort } from '../../../core/async/linked-abort.ts';
import { ApiError, tooManyRequests, unavailable } from '../../http/errors.ts';
import { countDown } from '../../http/limits/work-line.ts';

/** Exports that one client may have under way. */
const MOST_A_CLIENT = 2;
/** Visitors of the public page are one client: one address (IPv6: /64 network), and all of them together. */
const MAX_PER_ADDRESS = 1;
const MAX_OF_VISITORS = 8;
const RETRY_AFTER_SECONDS = 5;

/** Whose export it is, by which long-lived token, if any, and the scopes without which it would not have been let in. */
export interface Holder extends Pick<Grant, 'clientId' | 'tokenId'> {
  readonly needs: ReadonlySet<Scope>;
  /** Of a visitor. */
  readonly network?: string | undefined;
}

export interface ExportUnderWay {
  /** Aborted when the client has left or the service stops. */
  readonly signal: AbortSignal;
  /** Throws where its token was revoked since, or its client disabled or without a scope that it needs: it may take hours. */
  check(): void;
  /** To be called once, when nothing is read for it any more. */
  done(): void;
}

/** The exports under way: how many a client has, and how all of them end with the service. */
export class Exports {
  readonly #counts = new Map<string, number>();
  /** Of visitors. */
  readonly #ofAddresses = new Map<string, number>();
  readonly #stop = new AbortController();
  readonly #isGood: (holder: Holder) => boolean;

  /** `isGood`: whether a client may still have what it was let in for. */
  constructor(isGood: (holder: Holder) => boolean) {
    this.#isGood = isGood;
    // Every export listens to it; Node takes more than ten for a leak.
    setMaxListeners(0, this.#stop.signal);
  }

  /** Throws 429 where the client has enough of them. `gone`: aborted when the client has left. */
  begin(holder: Holder, gone: AbortSignal): ExportUnderWay {
    this.#stop.signal.throwIfAborted();
    this.#admit(holder);
    const either = new LinkedAbort(gone, this.#stop.signal);
    return {
      signal: either.signal,
      check: () => {
        if (!this.#isGood(holder))
          throw new ApiError('UNAUTHORIZED', 'this token was revoked, or its client disabled or changed');
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

  /** Ends those under way where they are: clients see that their file is not whole. */
  close(): void {
    this.#stop.abort(unavailable('the service stops', 5));
  }

  #admit({ clientId, network }: Holder): void {
    const count = this.#counts.get(clientId) ?? 0;
    const ofAddress = network === undefined ? 0 : (this.#ofAddresses.get(network) ?? 0);
    if (ofAddress >= MAX_PER_ADDRESS)
      throw tooManyRequests('this address has an export under way already', RETRY_AFTER_SECONDS);
    const max = network === undefined ? MOST_A_CLIENT : MAX_OF_VISITORS;
    if (count >= max)
      throw tooManyRequests(
        `${network === undefined ? 'this client has' : 'visitors have'} ${max} exports under way already`,
        RETRY_AFTER_SECONDS,
      );
    this.#counts.set(clientId, count + 1);
    if (network !== undefined) this.#ofAddresses.set(network, ofAddress + 1);
  }

  #ended({ clientId, network }: Holder): void {
    countDown(this.#counts, clientId);
    if (network !== undefined) countDown(this.#ofAddresses, network);
  }
}
