import type { IndexReceipt } from '../../../sdk/src/node.ts';
import { OperatorError } from '../../core/errors.ts';
import { soundMembers } from '../client/sound-record.ts';
import type { RouteColumn } from '../get/route.ts';

const HEAD: readonly RouteColumn[] = [
  ['id', 'id'],
  ['indexId', 'id'],
  ['timestamp', 'datetime'],
  ['price', 'decimal'],
  ['volume', 'decimal'],
  ['flags', 'flags'],
  ['volumeMedian', 'decimal'],
  ['exchangeMedian', 'decimal'],
  ['trustMedian', 'decimal'],
  ['reference', 'decimal'],
];

const EXCHANGE: readonly RouteColumn[] = [
  ['exchange', 'text'],
  ['tier', 'text'],
  ['price', 'decimal'],
  ['last', 'decimal'],
  ['believedVolume', 'decimal'],
  ['reportedVolume', 'decimal'],
  ['share', 'decimal'],
  ['weight', 'decimal'],
  ['ticksSinceChange', 'decimal'],
];

const MARKET: readonly RouteColumn[] = [
  ['market', 'text'],
  ['rate', 'decimal'],
  ['impliedUsd', 'decimal'],
  ['volume', 'decimal'],
  ['share', 'decimal'],
  ['otherAsset', 'text'],
  ['otherLn', 'decimal'],
  ['residualBps', 'decimal'],
  ['flags', 'flags'],
];

const LISTS = [
  ['exchanges', EXCHANGE],
  ['constituents', EXCHANGE],
  ['refused', EXCHANGE],
  ['markets', MARKET],
] as const;

/**
 * The receipt itself; throws where what is shown of it is not what it should be. Whether the value follows from it is for `check`
 * to find out, which reads all of it.
 */
export function soundReceipt(receipt: IndexReceipt): IndexReceipt {
  soundMembers(receipt, HEAD);
  if (receipt.price === undefined || !Array.isArray(receipt.flags))
    throw new OperatorError('the service sent a receipt that cannot be read: it has no price or no flags');
  for (const [name, columns] of LISTS) {
    const lines: unknown = receipt[name] ?? [];
    if (!Array.isArray(lines))
      throw new OperatorError(`the service sent a receipt that cannot be read: ${name} is no list`);
    for (const line of lines) soundMembers(line as object, columns);
  }
  return receipt;
}
