import {
  RPC_TIMEOUT_MS,
  type RpcAllOptions,
  type Rpc,
  type RpcWatch,
  type RpcOptions,
  type RpcMethods,
  type StopAnswering,
} from './rpc.ts';
import type { Wanted } from './gathering.ts';
import { Responder, type Respond } from './responding.ts';

/** Common part of all implementations of `Asking`, independent of the transport. */
export abstract class BaseRpc<Questions extends RpcMethods<Questions>> implements Rpc<Questions> {
  readonly #watch: RpcWatch;
  readonly #ends = new Map<string, StopAnswering>();

  constructor(watch: RpcWatch = {}) {
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
  protected abstract listen(question: string, responder: Responder): StopAnswering;

  async ask<Q extends keyof Questions & string>(
    question: Q,
    content: Questions[Q]['asks'],
    { timeoutMs = RPC_TIMEOUT_MS }: RpcOptions = {},
  ): Promise<Questions[Q]['answers']> {
    const [answer] = await this.send(question, content, { all: false }, timeoutMs);
    return answer;
  }

  askAll<Q extends keyof Questions & string>(
    question: Q,
    content: Questions[Q]['asks'],
    { timeoutMs = RPC_TIMEOUT_MS, isEnough }: RpcAllOptions<Questions[Q]['answers']> = {},
  ): Promise<readonly Questions[Q]['answers'][]> {
    return this.send(question, content, { all: true, isEnough }, timeoutMs);
  }

  answer<Q extends keyof Questions & string>(
    question: Q,
    respond: (content: Questions[Q]['asks']) => Promise<Questions[Q]['answers']>,
  ): StopAnswering {
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
