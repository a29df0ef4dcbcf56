import type { IndexReceipt, IndexTicker, IntegrityHead, Tidemark } from '../../../sdk/src/node.ts';
import { findReceipt, isTickId, listedTick, receiptOf, tickOf, type ReceiptAsker } from './find-receipt.ts';
import type { Moment } from '../times.ts';

export interface HeadAsker extends ReceiptAsker {
  readonly tidemark: ReceiptAsker['tidemark'] & Pick<Tidemark, 'head' | 'heads'>;
}

/** A receipt, the value as it is listed, and the head that says most of it. */
export interface ReceiptAndHead {
  readonly receipt: IndexReceipt;
  /** Absent where the list of ticks has none. */
  readonly tick: IndexTicker | undefined;
  /** That of the same tick where the service has one; else the first that covers it. */
  readonly head: IntegrityHead;
}

/** A tick may pass between two questions; more than one does not. */
const TRIES = 3;

export async function receiptAndHead(
  asker: HeadAsker,
  what: string,
  when: Moment | undefined,
): Promise<ReceiptAndHead> {
  const { tidemark, signal } = asker;
  if (when === undefined && !isTickId(what)) {
    let [tick, head] = [await tickOf(asker, what, undefined), await tidemark.head({ signal })];
    for (let tried = 1; tried < TRIES && tick.timestamp !== head.slot; tried++)
      [tick, head] = [await tickOf(asker, what, undefined), await tidemark.head({ signal })];
    return { receipt: await receiptOf(asker, what, tick), tick, head };
  }
  const receipt = await findReceipt(asker, what, when);
  const at = Date.parse(receipt.timestamp);
  const tick = await listedTick(asker, receipt.indexId, at);
  return { receipt, tick, head: await coveringHead(asker, receipt) };
}

/** That of the tick, or the first kept one after it; the newest if there is none. */
export async function coveringHead(
  { tidemark, signal }: HeadAsker,
  { timestamp }: IndexReceipt,
): Promise<IntegrityHead> {
  const newest = await tidemark.head({ signal });
  if (newest.slot === timestamp) return newest;
  for await (const head of tidemark.heads({ from: timestamp, signal })) return head;
  return newest;
}
