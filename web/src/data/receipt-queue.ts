import type { IndexReceipt, Tidemark } from '@tidemark/sdk';

export type AskReceipt = (tickId: string, signal: AbortSignal) => Promise<IndexReceipt>;

/**
 * Requests receipts one after the other: the service computes one at a time for each client and rejects
 * others meanwhile.
 */
export function receiptQueue(tidemark: Tidemark): AskReceipt {
  let last: Promise<unknown> = Promise.resolve();
  return (tickId, signal) => {
    const ask = async () => {
      signal.throwIfAborted();
      // Not aborted with the signal: the service would continue computing it, and reject the next one
      // meanwhile.
      const receipt = await tidemark.receipt({ id: tickId });
      signal.throwIfAborted();
      return receipt;
    };
    // The next request waits for the end of this one, even if it fails; its caller gets the error.
    const answer = last.then(ask, ask);
    last = answer;
    return answer;
  };
}
