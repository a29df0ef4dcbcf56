import {
  ASK_TIMEOUT_MS,
  type AskAllOptions,
  type Asking,
  type AskingWatch,
  type AskOptions,
  type QuestionsOf,
  type Unanswer,
} from './asking.ts';
import type { Wanted } from './gathering.ts';
import { Responder, type Respond } from './responding.ts';

/** Common part of all implementations of `Asking`, independent of the transport. */
export abstract class BaseAsking<Questions extends QuestionsOf<Questions>> implements Asking<Questions> {
  readonly #watch: AskingWatch;
  readonly #ends = new Map<string, Unanswer>();

  constructor(watch: AskingWatch = {}) {
    this.#watch = watch;
  }

  /** Resolves with the wanted answers, at least one. */
  protected abstract send(
    question: string,
    content: unknown,
    wanted: Wanted,
    timeoutMs: number,
  ): Promise<readonly unknown[]>;

  /** Passes questions to the responder until the returned function is called. */
  protected abstract listen(question: string, responder: Responder): Unanswer;

  async ask<Q extends keyof Questions & string>(
    question: Q,
    content: Questions[Q]['asks'],
    { timeoutMs = ASK_TIMEOUT_MS }: AskOptions = {},
  ): Promise<Questions[Q]['answers']> {
    const [answer] = await this.send(question, content, { all: false }, timeoutMs);
    return answer;
  }

  askAll<Q extends keyof Questions & string>(
    question: Q,
    content: Questions[Q]['asks'],
    { timeoutMs = ASK_TIMEOUT_MS, isEnough }: AskAllOptions<Questions[Q]['answers']> = {},
  ): Promise<readonly Questions[Q]['answers'][]> {
    return this.send(question, content, { all: true, isEnough }, timeoutMs);
  }

  answer<Q extends keyof Questions & string>(
    question: Q,
    respond: (content: Questions[Q]['asks']) => Promise<Questions[Q]['answers']>,
  ): Unanswer {
    if (this.#ends.has(question)) throw new Error(`this node already answers ${question}`);
    const end = this.listen(question, new Responder(question, respond as Respond, this.#watch));
    this.#ends.set(question, end);
    return () => {
      if (this.#ends.get(question) === end) this.#ends.delete(question);
      end();
    };
  }

  async close(): Promise<void> {
    for (const end of this.#ends.values()) end();
  }
}
