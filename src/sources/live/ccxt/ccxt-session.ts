import type { Clock } from '../../../core/clocks/clock.ts';
import { EVENT_LOOP } from '../../../core/async/loop.ts';
import type { ExchangeRequests } from '../http/exchange-http.ts';
import { exampleOf, LeftOutCounts, type LeftOut } from '../ports/left-out.ts';
import { PollFailure } from '../ports/poll-failure.ts';
import type { ApiKey } from '../settings/api-keys.ts';
import { ccxtFailure } from './ccxt-failure.ts';
import { loadCcxtClass, type CcxtInstance } from './ccxt-library.ts';
import { CCXT_BASICS, makeOwnRequests } from './ccxt-requests.ts';
import { entryListsIn } from './entries/entry-lists.ts';
import { ReplyCache } from './reply-cache.ts';
import { leaveOutUnreadable } from './entries/unreadable-entries.ts';

export interface CcxtSessionOptions {
  /** ccxt id of the exchange. */
  readonly id: string;
  /** ccxt options, besides the common ones. */
  readonly options: object;
  readonly apiKey?: ApiKey | undefined;
  readonly http: Pick<ExchangeRequests, 'send'>;
  readonly clock: Clock;
}

const UNREADABLE = 'it cannot be read';
/** Reading the markets of an exchange takes a few requests. */
const MAX_ROUNDS = 4;

/**
 * A ccxt exchange with our own requests: pace, deadlines, limits and failures. One call at a time. An entry of a list
 * that ccxt cannot read is left out; the others are kept.
 */
export class CcxtSession {
  readonly ccxt: CcxtInstance;
  readonly #answers = new ReplyCache();
  /** Signal of the current call. */
  #signal: AbortSignal = AbortSignal.abort();
  #leftOut = new LeftOutCounts();

  private constructor(ccxt: CcxtInstance, { http, clock }: CcxtSessionOptions) {
    this.ccxt = ccxt;
    makeOwnRequests(ccxt, { http, clock, signal: () => this.#signal, replies: this.#answers });
  }

  static async open(options: CcxtSessionOptions): Promise<CcxtSession> {
    const Exchange = await loadCcxtClass(options.id);
    const ccxt = new Exchange({ ...CCXT_BASICS, ...options.apiKey, options: options.options });
    return new CcxtSession(ccxt, options);
  }

  /** Like `call`, but a reply with unreadable entries is not processed again. */
  async once<T>(signal: AbortSignal, ask: (ccxt: CcxtInstance) => Promise<T>): Promise<T> {
    return this.#tried(signal, ask, (failure) => Promise.reject(failure));
  }

  /** Returns the result, or throws a `PollFailure` or the reason of the abort. */
  async call<T>(signal: AbortSignal, ask: (ccxt: CcxtInstance) => Promise<T>): Promise<T> {
    return this.#tried(signal, ask, (failure) => this.#withoutUnreadable(() => ask(this.ccxt), failure));
  }

  /** Records something that we leave out of a reply. */
  leaveOut(why: string, example: string): void {
    this.#leftOut.add(why, example);
  }

  /** Unreadable entries since the last call. */
  takeLeftOut(): readonly LeftOut[] {
    const leftOut = this.#leftOut.all();
    this.#leftOut = new LeftOutCounts();
    return leftOut;
  }

  async #tried<T>(
    signal: AbortSignal,
    ask: (ccxt: CcxtInstance) => Promise<T>,
    onUnreadable: (failure: PollFailure) => Promise<T>,
  ): Promise<T> {
    this.#signal = signal;
    try {
      return await ask(this.ccxt);
    } catch (error) {
      signal.throwIfAborted();
      const failure = ccxtFailure(error);
      // Our own errors concern a request or a whole reply; an unreadable entry makes ccxt throw any of its errors.
      if (error === failure) throw failure;
      return await onUnreadable(failure);
    } finally {
      this.#answers.forget();
    }
  }

  /** Processes the replies again without the unreadable entries; throws `failure` if entries are not the cause. */
  async #withoutUnreadable<T>(ask: () => Promise<T>, failure: PollFailure): Promise<T> {
    const read: T[] = [];
    const isReadable = async () => {
      try {
        read[0] = await ask();
        return true;
      } catch (error) {
        // Errors of ccxt concern a part of the replies; a request that is only sent now may fail like any other.
        this.#signal.throwIfAborted();
        if (error instanceof PollFailure) throw error;
        return false;
      }
    };
    for (let known = 0, round = 0; round < MAX_ROUNDS; round++) {
      const { contents } = this.#answers;
      // Continue only if there is a new reply: ccxt sent another request after it could read the earlier ones.
      if (contents.length === known) break;
      known = contents.length;
      const leftOut = await leaveOutUnreadable(contents.flatMap(entryListsIn), isReadable, EVENT_LOOP);
      for (const [key, value] of leftOut ?? []) this.#leftOut.add(UNREADABLE, exampleOf(nameIn(key), value));
      if (leftOut && (await isReadable())) return read[0]!;
    }
    throw failure;
  }
}

/** A position in a list is no name. */
function nameIn(key: string): string | undefined {
  return /^\d+$/.test(key) ? undefined : key;
}
