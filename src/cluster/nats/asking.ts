import type { Refusal } from './messages/pieces.ts';

/** What is asked with a question, and what a node answers: plain data, as messages of a bus are. */
export interface Exchange {
  readonly asks: unknown;
  readonly answers: unknown;
}

/** Questions by name. */
export type QuestionsOf<Questions> = { readonly [Q in keyof Questions]: Exchange };

/** Ends answering. No question reaches the responder after it returns; questions that it has taken are still answered. */
export type Unanswer = () => void;

export interface AskOptions {
  /** How long an answer may take in all; by default 10 s. A node that dies is noticed earlier. */
  readonly timeoutMs?: number;
}

export interface AskAllOptions<Answer> extends AskOptions {
  /** Whether no other answer is needed: then no other node is waited for. */
  readonly isEnough?: (answer: Answer) => boolean;
}

/**
 * Why there is no answer.
 *
 * - `no-node`: no node answers such questions, as the transport says; it says so at once.
 * - `silent`: the question was sent, and then nothing was heard of the node for a few seconds.
 * - `timeout`: the node is there and did not answer in time.
 * - `away`: there is no connection, or it was lost meanwhile.
 * - `busy`: this process asks, or the node that was asked answers, as many questions as it may at once.
 * - `unreadable`: what was answered could not be understood: the node is of another version, or the answer was damaged.
 * - `closed`: this process is ending.
 */
export type NoAnswerReason = 'no-node' | 'silent' | 'timeout' | 'away' | 'busy' | 'unreadable' | 'closed';

/** No node has answered. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly question: string;
  readonly reason: NoAnswerReason;
  /** Whether a node has told that it took the question: it may have done what it was asked for. */
  readonly wasTaken: boolean;

  constructor(question: string, reason: NoAnswerReason, wasTaken = false) {
    super(`no answer to ${question}: ${reason}`);
    this.question = question;
    this.reason = reason;
    this.wasTaken = wasTaken;
  }
}

/** The node that was asked failed. Why is told on that node only: its errors may hold anything. */
export class AskFailed extends Error {
  override readonly name = 'AskFailed';

  constructor(question: string) {
    super(`the node that was asked for ${question} failed: its log says why`);
  }
}

/** What happens on the way, for logs. */
export interface AskingWatch {
  /** A responder of this process failed with an error that is not for the operator. */
  failed?(question: string, error: unknown): void;
  /** A question or an answer of another process was refused. */
  refused?(question: string, refusal: Refusal): void;
}

/**
 * Carries questions to the nodes that answer them, and their answers back.
 *
 * - Questions and answers are plain data, of any size that a message of a bus may have. They are not changed once given.
 * - A node takes a question at most once. Where there is no answer, it may have been taken all the same: `NoAnswer.wasTaken`
 *   tells whether that is known.
 * - An `OperatorError` of a responder is thrown to the asker with its message; any other error becomes `AskFailed`.
 * - Questions are independent: one that is slow delays no other, of the same node either. Both sides have a limit to how many
 *   are under way at once, beyond which `NoAnswer` says `busy`.
 * - Nothing is kept for a node that comes later.
 * - The part that opened it closes it. Then its own questions end with `NoAnswer`, and it answers nothing any more.
 */
export interface Asking<Questions extends QuestionsOf<Questions>> {
  /** The answer of one node of those that answer the question. Rejects with `NoAnswer` where there is none. */
  ask<Q extends keyof Questions & string>(
    question: Q,
    content: Questions[Q]['asks'],
    options?: AskOptions,
  ): Promise<Questions[Q]['answers']>;
  /**
   * The answers of all nodes that answer the question, in the order in which they came, or up to the first that is enough. Nodes
   * that fail or fall silent are left out; rejects where no answer is left.
   */
  askAll<Q extends keyof Questions & string>(
    question: Q,
    content: Questions[Q]['asks'],
    options?: AskAllOptions<Questions[Q]['answers']>,
  ): Promise<readonly Questions[Q]['answers'][]>;
  /** A node has one responder for a question: throws where it answers it already. */
  answer<Q extends keyof Questions & string>(
    question: Q,
    respond: (content: Questions[Q]['asks']) => Promise<Questions[Q]['answers']>,
  ): Unanswer;
  close(): Promise<void>;
}

export const ASK_TIMEOUT_MS = 10_000;
/** Questions of one process that are under way. */
export const MOST_ASKS = 256;
