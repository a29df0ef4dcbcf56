import type { IndexReceipt, Tidemark } from '@tidemark/sdk';

export type AskReceipt = (tickId: string, signal: AbortSignal) => Promise<IndexReceipt>;

/** Asks for receipts one after the other: the service computes one at a time for each client and refuses others meanwhile. */
export function receiptQueue(tidemark: Tidemark): AskReceipt {
  let last: Promise<unknown> = Promise.resolve();
  return (tickId, signal) => {
    const ask = async () => {
      signal.throwIfAborted();
      // Not ended with the signal: the service would go on computing it, and refuse the next one meanwhile.
      const receipt = await tidemark.receipt({ id: tickId });
      signal.throwIfAborted();
      return receipt;
    };
    // The next one waits for the end of this one, however it ends; who asked hears of a failure.
    const answer = last.then(ask, ask);
    last = answer;
    return answer;
  };
}
