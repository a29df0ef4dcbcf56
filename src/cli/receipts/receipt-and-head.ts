import type { IndexReceipt, IndexTicker, IntegrityHead, Tidemark } from '../../../sdk/src/node.ts';
import { findReceipt, isTickId, listedTick, receiptOf, tickOf, type ReceiptClient } from './find-receipt.ts';
import type { Moment } from '../times.ts';

export interface HeadClient extends ReceiptClient {
  readonly tidemark: ReceiptClient['tidemark'] & Pick<Tidemark, 'head' | 'heads'>;
}

/** A receipt, the value as listed, and the head that covers it. */
export interface ReceiptAndHead {
  readonly receipt: IndexReceipt;
  /** Absent if the list of ticks does not have it. */
  readonly tick: IndexTicker | undefined;
  /** The head of the same tick if the service has it; otherwise the first that covers it. */
  readonly head: IntegrityHead;
}

/** One tick may pass between two requests, but not more. */
const TRIES = 3;

export async function receiptAndHead(
  client: HeadClient,
  what: string,
  when: Moment | undefined,
): Promise<ReceiptAndHead> {
  const { tidemark, signal } = client;
  if (when === undefined && !isTickId(what)) {
    let [tick, head] = [await tickOf(client, what, undefined), await tidemark.head({ signal })];
    for (let tried = 1; tried < TRIES && tick.timestamp !== head.slot; tried++)
      [tick, head] = [await tickOf(client, what, undefined), await tidemark.head({ signal })];
    return { receipt: await receiptOf(client, what, tick), tick, head };
  }
  const receipt = await findReceipt(client, what, when);
  const at = Date.parse(receipt.timestamp);
  const tick = await listedTick(client, receipt.indexId, at);
  return { receipt, tick, head: await coveringHead(client, receipt) };
}

/** The head of the tick, or the first kept one after it; the newest if there is none. */
export async function coveringHead(
  { tidemark, signal }: HeadClient,
  { timestamp }: IndexReceipt,
): Promise<IntegrityHead> {
  const newest = await tidemark.head({ signal });
  if (newest.slot === timestamp) return newest;
  for await (const head of tidemark.heads({ from: timestamp, signal })) return head;
  return newest;
}
