import { NoAnswer, type Asking, type Unanswer } from '../nats/asking.ts';
import type { SeriesId } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import type { NoReceipt, Receipt, Receipts } from '../../values/receipts/receipts.ts';
import { askBest } from './ask-best.ts';
import type { NodeQuestions } from './node-questions.ts';

/** Answers after which another node is asked, in ascending order of usefulness. */
const ASKED_ELSEWHERE: readonly NoReceipt[] = ['not-kept', 'other-reference', 'damaged', 'busy'];

/** Gets receipts from compute nodes, which have the inputs of ticks. Returns `busy` if none answers, so that clients retry. */
export class RemoteReceipts implements Receipts {
  readonly #asking: Asking<NodeQuestions>;

  constructor(asking: Asking<NodeQuestions>) {
    this.#asking = asking;
  }

  async explain({ indexType, indexId }: SeriesId, at: Millis): Promise<Receipt | NoReceipt> {
    try {
      return await askBest(
        this.#asking,
        'receipt',
        { indexType, indexId, at },
        { isFinal, rank: (answer) => ASKED_ELSEWHERE.indexOf(answer as NoReceipt) },
      );
    } catch (error) {
      if (error instanceof NoAnswer) return 'busy';
      throw error;
    }
  }
}

function isFinal(answer: Receipt | NoReceipt): boolean {
  return typeof answer !== 'string' || !ASKED_ELSEWHERE.includes(answer);
}

/** Makes this node answer the questions of `RemoteReceipts`. */
export function answerReceipts(asking: Asking<NodeQuestions>, receipts: Receipts): Unanswer {
  return asking.answer('receipt', ({ indexType, indexId, at }) =>
    receipts.explain({ indexType, indexId }, at),
  );
}
