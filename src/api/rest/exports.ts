import { setMaxListeners } from 'node:events';
import type { Grant } from '../../auth/token-verifier.ts';
import type { Scope } from '../../contract/scopes.ts';
import { LinkedAbort } from '../../core/linked-abort.ts';
import { ApiError } from '../errors.ts';

/** Exports that one client may have under way. */
const MOST_A_CLIENT = 2;
const RETRY_AFTER_SECONDS = 5;

/** Whose export it is, by which long-lived token, if any, and the scopes without which it would not have been let in. */
export interface Holder extends Pick<Grant, 'clientId' | 'tokenId'> {
  readonly needs: ReadonlySet<Scope>;
}

/** An export under way. */
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
    const { clientId } = holder;
    this.#stop.signal.throwIfAborted();
    const count = this.#counts.get(clientId) ?? 0;
    if (count >= MOST_A_CLIENT)
      throw new ApiError('TOO_MANY_REQUESTS', `this client has ${MOST_A_CLIENT} exports under way already`, {
        headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
      });
    this.#counts.set(clientId, count + 1);
    const either = new LinkedAbort(gone, this.#stop.signal);
    return {
      signal: either.signal,
      check: () => {
        if (!this.#isGood(holder))
          throw new ApiError('UNAUTHORIZED', 'this token was revoked, or its client disabled or changed');
      },
      done: () => {
        either.release();
        this.#ended(clientId);
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
    this.#stop.abort(
      new ApiError('SERVICE_UNAVAILABLE', 'the service stops', { headers: { 'retry-after': '5' } }),
    );
  }

  #ended(clientId: string): void {
    const count = (this.#counts.get(clientId) ?? 0) - 1;
    if (count > 0) this.#counts.set(clientId, count);
    else this.#counts.delete(clientId);
  }
}
