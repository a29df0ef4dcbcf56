import { OperatorError } from '../../core/errors.ts';
import { RpcFailed, NoReply, type RpcWatch } from './rpc.ts';

export type Respond = (content: unknown) => Promise<unknown>;

/** The result of a question at the node that accepted it. */
export type ResponseOutcome =
  | { readonly kind: 'answer'; readonly answer?: unknown }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failed' }
  | { readonly kind: 'busy' };

/** Limit of questions of one kind that a node works on at once. */
const MAX_RESPONDING = 32;

/** Answers one kind of question: limits concurrency, and sends only errors meant for the operator. */
export class Responder {
  readonly #question: string;
  readonly #respond: Respond;
  readonly #watch: RpcWatch;
  #responding = 0;

  constructor(question: string, respond: Respond, watch: RpcWatch) {
    this.#question = question;
    this.#respond = respond;
    this.#watch = watch;
  }

  /** Never rejects. */
  async respond(content: unknown): Promise<ResponseOutcome> {
    if (this.#responding >= MAX_RESPONDING) return { kind: 'busy' };
    this.#responding++;
    try {
      return { kind: 'answer', answer: await this.#respond(content) };
    } catch (error) {
      return this.failed(error);
    } finally {
      this.#responding--;
    }
  }

  failed(error: unknown): ResponseOutcome {
    if (error instanceof OperatorError) return { kind: 'refused', message: error.message };
    this.#watch.failed?.(this.#question, error);
    return { kind: 'failed' };
  }
}

/** Returns the answer, or throws the error for the calling process. */
export function answerOrThrow(question: string, outcome: ResponseOutcome): unknown {
  switch (outcome.kind) {
    case 'answer':
      return outcome.answer;
    case 'refused':
      throw new OperatorError(outcome.message);
    case 'busy':
      throw new NoReply(question, 'busy');
    case 'failed':
      throw new RpcFailed(question);
  }
}

/** Another node may run another version, so its outcome is checked. */
export function isOutcome(value: unknown): value is ResponseOutcome {
  const { kind, message } = (value ?? {}) as { kind?: unknown; message?: unknown };
  return (
    kind === 'answer' ||
    kind === 'failed' ||
    kind === 'busy' ||
    (kind === 'refused' && typeof message === 'string')
  );
}
