import { NoReply, type Rpc, type StopAnswering } from '../nats/rpc.ts';
import type { SeriesId } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import type { NoReceipt, ServedReceipt, Receipts } from '../../values/receipts/receipts.ts';
import { callBest } from './call-best.ts';
import type { NodeQuestions } from './node-questions.ts';

/** Answers after which another node is asked, in ascending order of usefulness. */
const ASKED_ELSEWHERE: readonly NoReceipt[] = ['not-kept', 'other-reference', 'damaged', 'busy'];

/** Gets receipts from compute nodes, which have the inputs of ticks. Returns `busy` if none answers, so that clients retry. */
export class RemoteReceipts implements Receipts {
  readonly #rpc: Rpc<NodeQuestions>;

  constructor(rpc: Rpc<NodeQuestions>) {
    this.#rpc = rpc;
  }

  async explain({ indexType, indexId }: SeriesId, at: Millis): Promise<ServedReceipt | NoReceipt> {
    try {
      return await callBest(
        this.#rpc,
        'receipt',
        { indexType, indexId, at },
        { isFinal, rank: (answer) => ASKED_ELSEWHERE.indexOf(answer as NoReceipt) },
      );
    } catch (error) {
      if (error instanceof NoReply) return 'busy';
      throw error;
    }
  }
}

function isFinal(answer: ServedReceipt | NoReceipt): boolean {
  return typeof answer !== 'string' || !ASKED_ELSEWHERE.includes(answer);
}

/** Makes this node answer the questions of `RemoteReceipts`. */
export function answerReceipts(rpc: Rpc<NodeQuestions>, receipts: Receipts): StopAnswering {
  return rpc.answer('receipt', ({ indexType, indexId, at }) => receipts.explain({ indexType, indexId }, at));
}
