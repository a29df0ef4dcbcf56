import { RpcFailed, NoReply, type Rpc, type RpcOptions, type NoReplyReason } from '../nats/rpc.ts';
import type { NodeQuestions } from './node-questions.ts';

type Question = keyof NodeQuestions;
type Answer<Q extends Question> = NodeQuestions[Q]['answers'];

export interface Preference<A> extends RpcOptions {
  /** Whether an answer is good enough, so that no other node is asked. */
  readonly isFinal: (answer: A) => boolean;
  /** Ranks the other answers: the highest wins. */
  readonly rank: (answer: A) => number;
}

/** Failures after which other nodes may still answer. */
const OTHERS_MAY: ReadonlySet<NoReplyReason> = new Set(['silent', 'busy', 'unreadable']);

/** Asks one node, then all nodes if it does not have the answer: each node only has what it received since it started. */
export async function callBest<Q extends Question>(
  rpc: Rpc<NodeQuestions>,
  question: Q,
  content: NodeQuestions[Q]['asks'],
  { isFinal, rank, ...options }: Preference<Answer<Q>>,
): Promise<Answer<Q>> {
  const answers: Answer<Q>[] = [];
  try {
    const first = await rpc.ask(question, content, options);
    if (isFinal(first)) return first;
    answers.push(first);
  } catch (error) {
    if (!mayOthersAnswer(error)) throw error;
  }
  try {
    answers.push(...(await rpc.askAll(question, content, { ...options, isEnough: isFinal })));
  } catch (error) {
    // The first node's answer is still usable.
    if (answers.length === 0 || !(error instanceof NoReply || error instanceof RpcFailed)) throw error;
  }
  return answers.toSorted((a, b) => score(b) - score(a))[0]!;

  function score(answer: Answer<Q>): number {
    return isFinal(answer) ? Infinity : rank(answer);
  }
}

function mayOthersAnswer(error: unknown): boolean {
  return error instanceof RpcFailed || (error instanceof NoReply && OTHERS_MAY.has(error.reason));
}
