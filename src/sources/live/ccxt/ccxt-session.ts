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
import { KeptAnswers } from './kept-answers.ts';
import { leaveOutUnreadable } from './entries/unreadable-entries.ts';

export interface CcxtSessionOptions {
  /** What ccxt calls the exchange. */
  readonly id: string;
  /** What the exchange of ccxt is made with, besides what all of them are. */
  readonly options: object;
  readonly apiKey?: ApiKey | undefined;
  readonly http: Pick<ExchangeRequests, 'send'>;
  readonly clock: Clock;
}

const UNREADABLE = 'it cannot be read';
/** An exchange is asked for markets in a few requests. */
const MOST_ROUNDS = 4;

/**
 * An exchange of ccxt whose requests are ours: their pace, deadlines, limits and failures. One call at a time. An entry of a list that
 * ccxt stumbles over costs only itself.
 */
export class CcxtSession {
  readonly ccxt: CcxtInstance;
  readonly #answers = new KeptAnswers();
  /** Of the call that is under way. */
  #signal: AbortSignal = AbortSignal.abort();
  #leftOut = new LeftOutCounts();

  private constructor(ccxt: CcxtInstance, { http, clock }: CcxtSessionOptions) {
    this.ccxt = ccxt;
    makeOwnRequests(ccxt, { http, clock, signal: () => this.#signal, answers: this.#answers });
  }

  static async open(options: CcxtSessionOptions): Promise<CcxtSession> {
    const Exchange = await loadCcxtClass(options.id);
    const ccxt = new Exchange({ ...CCXT_BASICS, ...options.apiKey, options: options.options });
    return new CcxtSession(ccxt, options);
  }

  /** As `call`, of what is not gone through again where an entry cannot be read. */
  async once<T>(signal: AbortSignal, ask: (ccxt: CcxtInstance) => Promise<T>): Promise<T> {
    return this.#tried(signal, ask, (failure) => Promise.reject(failure));
  }

  /** Ends with an answer, with a `PollFailure`, or with what the signal aborted for. */
  async call<T>(signal: AbortSignal, ask: (ccxt: CcxtInstance) => Promise<T>): Promise<T> {
    return this.#tried(signal, ask, (failure) => this.#withoutUnreadable(() => ask(this.ccxt), failure));
  }

  /** Something that an answer lacks for a reason of ours. */
  leaveOut(why: string, example: string): void {
    this.#leftOut.add(why, example);
  }

  /** Entries that could not be read, since it was asked for them before. */
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
      // One of ours is about a request or a whole answer; ccxt stumbles over an entry with any of its errors.
      if (error === failure) throw failure;
      return await onUnreadable(failure);
    } finally {
      this.#answers.forget();
    }
  }

  /** The same from the answers that have come, without what it fails for; what it failed for, where that is not a matter of entries. */
  async #withoutUnreadable<T>(ask: () => Promise<T>, failure: PollFailure): Promise<T> {
    const read: T[] = [];
    const isReadable = async () => {
      try {
        read[0] = await ask();
        return true;
      } catch (error) {
        // Whatever ccxt says of a part of the answers; a request that it makes only now may fail as any other.
        this.#signal.throwIfAborted();
        if (error instanceof PollFailure) throw error;
        return false;
      }
    };
    for (let known = 0, round = 0; round < MOST_ROUNDS; round++) {
      const { contents } = this.#answers;
      // An answer that was not there before: ccxt asked for it after it had got over the others.
      if (contents.length === known) break;
      known = contents.length;
      const leftOut = await leaveOutUnreadable(contents.flatMap(entryListsIn), isReadable, EVENT_LOOP);
      for (const [key, value] of leftOut ?? []) this.#leftOut.add(UNREADABLE, exampleOf(nameIn(key), value));
      if (leftOut && (await isReadable())) return read[0]!;
    }
    throw failure;
  }
}

/** A place in a list is no name. */
function nameIn(key: string): string | undefined {
  return /^\d+$/.test(key) ? undefined : key;
}
