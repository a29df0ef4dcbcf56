import type { Millis } from '../../core/time.ts';
import { hashRecord, type Hash, type TickRecord } from '../../engine/record/tick-record.ts';
import type { StoredRecord } from '../../history/history-store.ts';
import type { InputFrame, InputReader } from '../../history/input-store.ts';
import { recordedTickOf } from '../../values/receipts/recorded-input.ts';

/** A tick that another process, or this one before a restart, computed but did not store. */
export interface UnstoredTick {
  readonly at: Millis;
  /** Reads its inputs. */
  readonly inputs: InputReader;
}

export interface UnstoredParts {
  readonly readers: readonly InputReader[];
  /** Hashes of records that are known to be published, by slot: no other record of such a slot counts. */
  readonly publishedHeads: ReadonlyMap<Millis, string>;
  readonly hash: Hash;
}

interface Link extends UnstoredTick {
  readonly hash: string;
  readonly previous: string;
}

export interface FoundTicks {
  /** Oldest first. */
  readonly unstored: readonly UnstoredTick[];
  /** The newest computed tick after the last stored one, whether it can be stored or not. */
  readonly newest: Millis | undefined;
}

/**
 * Ticks that follow the last stored one: each names the record of its predecessor. The chain ends at missing
 * inputs, because later ticks build on an unknown one.
 */
export async function unstoredTicks(
  last: StoredRecord,
  { readers, publishedHeads, hash }: UnstoredParts,
): Promise<FoundTicks> {
  const links: Link[] = [];
  for (const inputs of readers)
    for await (const recorded of inputs.between(last.at + 1, Infinity)) {
      const record = recordIn(recorded.inputs);
      if (record)
        links.push({
          at: recorded.at,
          inputs,
          hash: hashRecord(record, hash),
          previous: record.previous,
        });
    }
  const ordered = links.toSorted((a, b) => a.at - b.at);
  const chain: Link[] = [];
  let end = hashRecord(JSON.parse(Buffer.from(last.record).toString()) as TickRecord, hash);
  for (const link of ordered) {
    const published = publishedHeads.get(link.at);
    if (link.previous !== end || (published !== undefined && published !== link.hash)) continue;
    chain.push(link);
    end = link.hash;
  }
  const unstored = chain.map(({ at, inputs }) => ({ at, inputs }));
  return { unstored, newest: ordered.at(-1)?.at };
}

/** Undefined if it cannot be read. */
function recordIn(frame: InputFrame | 'damaged'): TickRecord | undefined {
  if (frame === 'damaged') return undefined;
  try {
    return recordedTickOf(frame).record;
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
