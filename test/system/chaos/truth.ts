import { createHash } from 'node:crypto';
import { INDEX_TYPES } from '../../../src/core/index-value.ts';
import { formatDatetime, SLOT_MS, type Millis } from '../../../src/core/time.ts';
import type { HistoryReader } from '../../../src/history/history-store.ts';
import { verifyChain } from '../../../src/values/receipts/chain.ts';
import type { Tick, TrueSlot, Truth } from './record.ts';
import { tickOfStored } from './ticks-of.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The content of history for these slots, and whether its records form one chain. `fences`: the writer of each slot, if known. */
export async function readTruth(
  history: HistoryReader,
  from: Millis,
  to: Millis,
  fences: ReadonlyMap<Millis, number> = new Map(),
): Promise<Truth> {
  const recorded: Millis[] = [];
  for await (const { at } of history.records(from, to)) recorded.push(at);
  const slots: TrueSlot[] = [];
  for (const at of recorded) {
    const fence = fences.get(at);
    slots.push({ at, ...(fence === undefined ? {} : { fence }), ticks: await ticksAt(history, at) });
  }
  const chain = await verifyChain(history.records(-Infinity, Infinity), sha256);
  const problems = [
    ...chain.alteredRecords.map((at) => `the record of ${formatDatetime(at)} is altered`),
    ...chain.brokenLinks.map((at) => `the record of ${formatDatetime(at)} does not name the one before`),
    ...chain.restarts.map((at) => `the record of ${formatDatetime(at)} begins a new chain`),
  ];
  return { slots, chainProblems: problems };
}

async function ticksAt(history: HistoryReader, at: Millis): Promise<Tick[]> {
  const read = { types: INDEX_TYPES, atOrBefore: at, notBefore: at - SLOT_MS + 1, limit: 1e6 };
  return (await history.readAcross(read)).map(tickOfStored);
}
