import type { IndexReceipt, IndexTicker } from '../../../sdk/src/node.ts';
import { attributeMove, type Move } from '../../../sdk/src/verify/index.ts';
import { UsageError } from '../command.ts';
import { validReceipt } from './valid-receipt.ts';
import { findReceipt, isTickId, receiptOf, tickOf, type ReceiptClient } from './find-receipt.ts';
import type { Moment } from '../times.ts';
import { DESCRIPTORS } from '../../engine/index-types/index-types.ts';

/** One end of a move: a tick. */
export interface End {
  /** The receipt that was requested. */
  readonly receipt: IndexReceipt;
  /** The receipt of the tick that computed this value: an earlier one if the value is carried or held. */
  readonly computed: IndexReceipt;
}

export interface ExplainedMove {
  readonly before: End;
  readonly after: End;
  readonly move: Move;
}

/**
 * Splits the move between two moments into parts. A value that repeats an earlier one is explained by the
 * earlier one.
 */
export async function explainMove(
  client: ReceiptClient,
  name: string,
  from: Moment,
  to: Moment,
): Promise<ExplainedMove> {
  if (isTickId(name)) throw new UsageError(`${name} is the id of one tick: use a name, such as BTC_USD`);
  const newest = await tickOf(client, name, undefined);
  const [first, last] = [await tickOf(client, name, from, newest), await tickOf(client, name, to, newest)];
  checkOrder(first, last);
  // One after the other: a service computes one receipt at a time for a client.
  const before = await endOf(client, name, validReceipt(await receiptOf(client, name, first)));
  const after = await endOf(client, name, validReceipt(await receiptOf(client, name, last)));
  return { before, after, move: attributeMove(before.computed, after.computed) };
}

function checkOrder({ timestamp: from }: IndexTicker, { timestamp: to }: IndexTicker): void {
  if (Date.parse(from) < Date.parse(to)) return;
  throw new UsageError(
    from === to
      ? `FROM and TO are the same tick, ${from}: ticks are 30 seconds apart`
      : `FROM, ${from}, is after TO, ${to}: put the earlier one first`,
  );
}

async function endOf(client: ReceiptClient, name: string, receipt: IndexReceipt): Promise<End> {
  const { flags, state, indexType, price } = receipt;
  const isRepeated = flags.includes('CARRIED') || flags.includes('SUSPECT');
  if (!isRepeated || state.lastRealAt === undefined || DESCRIPTORS[indexType].receipt.isMedian)
    return { receipt, computed: receipt };
  const earlier = validReceipt(await findReceipt(client, name, { at: Date.parse(state.lastRealAt) }));
  return { receipt, computed: earlier.price === price ? earlier : receipt };
}
