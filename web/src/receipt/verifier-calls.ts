import type { IndexReceipt, IndexTicker, IntegrityHead } from '@tidemark/sdk';
import type { Difference, HeadVerdict, IntegrityKeys, Reach, Verdict } from '@tidemark/sdk/verify';

/** What the worker computes: the functions of `@tidemark/sdk/verify`, by name. */
export interface VerifierCalls {
  verifyReceipt(receipt: IndexReceipt): Verdict;
  isProvable(receipt: Pick<IndexReceipt, 'timestamp'>): boolean;
  tickDifferences(tick: IndexTicker, receipt: IndexReceipt): Difference[];
  verifyHead(head: IntegrityHead, keys: IntegrityKeys): Promise<HeadVerdict>;
  reachOf(receipt: Pick<IndexReceipt, 'methodology'>): Reach | undefined;
  whatIf(receipt: IndexReceipt): IndexReceipt | undefined;
}

export interface CallMessage {
  readonly call: number;
  readonly name: keyof VerifierCalls;
  readonly given: readonly unknown[];
}

export type AnswerMessage =
  | { readonly call: number; readonly answer: unknown }
  | { readonly call: number; readonly problem: string };
