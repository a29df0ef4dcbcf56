import type { IndexReceipt } from '../../../sdk/src/node.ts';
import { OperatorError } from '../../core/errors.ts';
import { validMembers } from '../client/valid-record.ts';
import type { RouteColumn, RouteColumnKind } from '../get/route.ts';

const ofKind = (kind: RouteColumnKind, ...names: readonly string[]): RouteColumn[] =>
  names.map((name) => [name, kind]);

const HEAD = [
  ...ofKind('id', 'id', 'indexId'),
  ...ofKind('datetime', 'timestamp'),
  ...ofKind('decimal', 'price', 'volume', 'volumeMedian', 'exchangeMedian', 'trustMedian', 'reference'),
  ...ofKind('flags', 'flags'),
];

const EXCHANGE = [
  ...ofKind('text', 'exchange', 'tier'),
  ...ofKind('decimal', 'price', 'last', 'believedVolume', 'reportedVolume', 'share', 'weight'),
  ...ofKind('decimal', 'ticksSinceChange'),
];

const MARKET = [
  ...ofKind('text', 'market', 'otherAsset'),
  ...ofKind('decimal', 'rate', 'impliedUsd', 'volume', 'share', 'otherLn', 'residualBps'),
  ...ofKind('flags', 'flags'),
];

const LISTS = [
  ['exchanges', EXCHANGE],
  ['constituents', EXCHANGE],
  ['refused', EXCHANGE],
  ['markets', MARKET],
] as const;

/**
 * Returns the receipt; throws if a displayed member has the wrong type. Whether the value follows from it is
 * checked by `check`, which reads all of it.
 */
export function validReceipt(receipt: IndexReceipt): IndexReceipt {
  validMembers(receipt, HEAD);
  if (receipt.price === undefined || !Array.isArray(receipt.flags))
    throw new OperatorError('the service sent a receipt that cannot be read: it has no price or no flags');
  for (const [name, columns] of LISTS) {
    const lines: unknown = receipt[name] ?? [];
    if (!Array.isArray(lines))
      throw new OperatorError(`the service sent a receipt that cannot be read: ${name} is not a list`);
    for (const line of lines) validMembers(line as object, columns);
  }
  return receipt;
}
