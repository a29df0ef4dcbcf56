// Recomputes receipts outside the main thread: an asset with a thousand markets takes longer than a frame.
import {
  isProvable,
  reachOf,
  tickDifferences,
  verifyHead,
  verifyReceipt,
  whatIf,
} from '@tidemark/sdk/verify';
import type { AnswerMessage, CallMessage, VerifierCalls } from './verifier-calls.ts';

const CALLS: VerifierCalls = { isProvable, reachOf, tickDifferences, verifyHead, verifyReceipt, whatIf };

addEventListener('message', ({ data }: MessageEvent<CallMessage>) => void answer(data));

async function answer({ call, name, given }: CallMessage): Promise<void> {
  const compute = CALLS[name] as (...given: readonly unknown[]) => unknown;
  let message: AnswerMessage;
  try {
    message = { call, answer: await compute(...given) };
  } catch (error) {
    message = { call, problem: error instanceof Error ? error.message : String(error) };
  }
  postMessage(message);
}
