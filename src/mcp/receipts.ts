import type { IndexReceipt, IndexTicker } from '../../sdk/src/contract.ts';
import { formatDatetime } from '../core/time.ts';
import { DESCRIPTORS } from '../engine/index-types/index-types.ts';
import { instant, text } from './inputs.ts';
import { valueAt } from './names.ts';
import { Refusal, type McpService } from './service.ts';
import { untrusted, type Untrusted } from './untrusted.ts';

/** Inputs of tools about one value. */
export const VALUE_INPUTS = {
  name: { kind: text, description: 'An asset, a market, a liquid index, or the id of an index' },
  at: {
    kind: instant,
    description:
      'With name: the value at or before this time, within the last 200 days; by default the latest',
  },
  id: { kind: text, description: 'In place of name: the id of a value, as in the answers of price' },
} as const;

interface ValueInputs {
  readonly name: string | undefined;
  readonly at: string | undefined;
  readonly id: string | undefined;
}

/** A receipt with the value that was published; undefined if the value is no longer listed. */
export interface FoundReceipt {
  readonly receipt: IndexReceipt;
  readonly value: IndexTicker | undefined;
}

export async function findReceipt(service: McpService, { name, at, id }: ValueInputs): Promise<FoundReceipt> {
  if (id !== undefined) {
    if (name !== undefined || at !== undefined)
      throw new Refusal('the arguments are not valid', ['id cannot be combined with name and at']);
    const receipt = await receiptOf(service, id);
    return { receipt, value: await listedValue(service, receipt.indexId, receipt.timestamp) };
  }
  if (name === undefined) throw new Refusal('the arguments are not valid', ['name or id is required']);
  const value = await valueAt(service, name, at);
  return { receipt: await receiptOf(service, value.id), value };
}

export async function receiptOf(service: McpService, id: string): Promise<IndexReceipt> {
  return (await service.read('explainIndexTicker', { id })).body;
}

/** The value of an index at exactly one tick. */
async function listedValue(
  service: McpService,
  indexId: string,
  timestamp: string,
): Promise<IndexTicker | undefined> {
  const to = formatDatetime(Date.parse(timestamp) + 1);
  const { body } = await service.read('listIndexTickers', { indexId, from: timestamp, to, size: 1 });
  return body.content[0];
}

/**
 * The receipt of the tick that computed the value: an earlier one if the value repeats it and is no median.
 */
export async function computingReceipt(service: McpService, receipt: IndexReceipt): Promise<IndexReceipt> {
  const { flags, state, indexType, indexId, price } = receipt;
  const isRepeated = flags.includes('CARRIED') || flags.includes('SUSPECT');
  if (!isRepeated || state.lastRealAt === undefined || DESCRIPTORS[indexType].receipt.isMedian)
    return receipt;
  const earlier = await listedValue(service, indexId, state.lastRealAt);
  return earlier?.price === price ? receiptOf(service, earlier.id) : receipt;
}

/** What the value is the price of. */
export function namesOf({ market, asset, name, indexId, indexType }: IndexReceipt): {
  readonly index: Untrusted;
  readonly indexId: string;
  readonly indexType: IndexReceipt['indexType'];
} {
  return { index: untrusted(market ?? asset ?? name ?? indexId), indexId, indexType };
}
