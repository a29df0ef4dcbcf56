import { AskFailed, NoAnswer, type Asking, type AskOptions, type NoAnswerReason } from '../nats/asking.ts';
import type { NodeQuestions } from './node-questions.ts';

type Question = keyof NodeQuestions;
type Answer<Q extends Question> = NodeQuestions[Q]['answers'];

export interface Preference<A> extends AskOptions {
  /** Whether an answer ends the search. */
  readonly isFinal: (answer: A) => boolean;
  /** How good one that does not is: the highest wins. */
  readonly rank: (answer: A) => number;
}

/** Other nodes may answer where one did not. */
const OTHERS_MAY: ReadonlySet<NoAnswerReason> = new Set(['silent', 'busy', 'unreadable']);

/** Asks one node, and all where that one does not have it: nodes keep what they have heard since they run. */
export async function askBest<Q extends Question>(
  asking: Asking<NodeQuestions>,
  question: Q,
  content: NodeQuestions[Q]['asks'],
  { isFinal, rank, ...options }: Preference<Answer<Q>>,
): Promise<Answer<Q>> {
  const answers: Answer<Q>[] = [];
  try {
    const first = await asking.ask(question, content, options);
    if (isFinal(first)) return first;
    answers.push(first);
  } catch (error) {
    if (!mayOthersAnswer(error)) throw error;
  }
  try {
    answers.push(...(await asking.askAll(question, content, { ...options, isEnough: isFinal })));
  } catch (error) {
    // What the first node said still counts.
    if (answers.length === 0 || !(error instanceof NoAnswer || error instanceof AskFailed)) throw error;
  }
  return answers.toSorted((a, b) => score(b) - score(a))[0]!;

  function score(answer: Answer<Q>): number {
    return isFinal(answer) ? Infinity : rank(answer);
  }
}

function mayOthersAnswer(error: unknown): boolean {
  return error instanceof AskFailed || (error instanceof NoAnswer && OTHERS_MAY.has(error.reason));
}
