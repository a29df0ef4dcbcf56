import type { VerifiedSender } from './messages/message-trust.ts';
import type { MessageRefusal } from './messages/pieces.ts';

/** The request and the response types of a question: plain data, like bus messages. */
export interface RpcMethod {
  readonly asks: unknown;
  readonly answers: unknown;
}

/** Questions by name. */
export type RpcMethods<Questions> = { readonly [Q in keyof Questions]: RpcMethod };

/** Stops answering. No new question reaches the responder after it returns; accepted questions are still answered. */
export type StopAnswering = () => void;

export interface RpcOptions {
  /** Total time allowed for an answer; default 10 s. A dead node is detected earlier. */
  readonly timeoutMs?: number;
}

export interface RpcAllOptions<Answer> extends RpcOptions {
  /** Returns true if this answer is sufficient, so that no other node is waited for. */
  readonly isEnough?: (answer: Answer) => boolean;
}

/**
 * Why there is no answer.
 *
 * - `no-node`: no node answers such questions. The transport reports this at once.
 * - `silent`: the question was sent, but nothing was received from the node for a few seconds.
 * - `timeout`: the node is alive but did not answer in time.
 * - `away`: there is no connection, or it was lost.
 * - `busy`: this process, or the node that was asked, has reached its limit of concurrent questions.
 * - `unreadable`: the answer could not be read: the node runs another version, or the answer was damaged.
 * - `closed`: this process is shutting down.
 */
export type NoReplyReason = 'no-node' | 'silent' | 'timeout' | 'away' | 'busy' | 'unreadable' | 'closed';

/** No node has answered. */
export class NoReply extends Error {
  override readonly name = 'NoReply';
  readonly question: string;
  readonly reason: NoReplyReason;
  /** Whether a node reported that it accepted the question, and so may have done what was asked. */
  readonly accepted: boolean;

  constructor(question: string, reason: NoReplyReason, accepted = false) {
    super(`no answer to ${question}: ${reason}`);
    this.question = question;
    this.reason = reason;
    this.accepted = accepted;
  }
}

/** The node that was asked failed. Only that node logs why: its errors may contain secrets. */
export class RpcFailed extends Error {
  override readonly name = 'RpcFailed';

  constructor(question: string) {
    super(`the node that was asked for ${question} failed: its log says why`);
  }
}

/** Callbacks for logs. */
export interface RpcWatch {
  /** A responder of this process failed with an error that is not for the operator. */
  failed?(question: string, error: unknown): void;
  /** A question or an answer of another process was rejected. `sender`: only if its signature is verified. */
  refused?(question: string, refusal: MessageRefusal, sender?: VerifiedSender): void;
}

/**
 * Sends questions to the nodes that answer them, and returns their answers.
 *
 * - Questions and answers are plain data, of any size that a bus message may have. Callers do not change them afterwards.
 * - A node accepts a question at most once. Without an answer, a node may still have accepted it: `NoReply.accepted` says
 *   whether that is known.
 * - An `OperatorError` of a responder is thrown in the calling process with its message; any other error becomes `RpcFailed`.
 * - Questions are independent: a slow one delays no other, not even on the same node. Both sides limit the number of concurrent
 *   questions, beyond which `NoReply` has the reason `busy`.
 * - Questions are not stored for nodes that connect later.
 * - The part that opened it closes it. Then its own questions end with `NoReply`, and it answers no more questions.
 */
export interface Rpc<Questions extends RpcMethods<Questions>> {
  /** The answer of one of the nodes that answer the question. Rejects with `NoReply` if there is no answer. */
  ask<Q extends keyof Questions & string>(
    question: Q,
    content: Questions[Q]['asks'],
    options?: RpcOptions,
  ): Promise<Questions[Q]['answers']>;
  /**
   * The answers of all nodes that answer the question, in the order of arrival, or up to the first that is enough. Nodes that
   * fail or stop responding are left out; rejects if no answer is left.
   */
  askAll<Q extends keyof Questions & string>(
    question: Q,
    content: Questions[Q]['asks'],
    options?: RpcAllOptions<Questions[Q]['answers']>,
  ): Promise<readonly Questions[Q]['answers'][]>;
  /** A node has one responder per question: throws if it already has one. */
  answer<Q extends keyof Questions & string>(
    question: Q,
    respond: (content: Questions[Q]['asks']) => Promise<Questions[Q]['answers']>,
  ): StopAnswering;
  close(): Promise<void>;
}

export const RPC_TIMEOUT_MS = 10_000;
/** Limit of concurrent questions of one process. */
export const MAX_PENDING_CALLS = 256;
