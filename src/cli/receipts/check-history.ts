import type {
  DayHead,
  IndexReceipt,
  IntegrityHead,
  IntegrityKey,
  IntegrityKeys,
} from '../../../sdk/src/node.ts';
import { HistoryRewrittenError, verifyHead } from '../../../sdk/src/verify/index.ts';
import type { Seen } from './pin-store.ts';

/** What a service currently shows of its history. */
export interface ShownHistory {
  readonly receipt: IndexReceipt;
  readonly head: IntegrityHead;
  readonly dayHeads: readonly DayHead[];
  readonly published: IntegrityKeys;
}

export interface HistoryVerdict {
  /** Problems found, one sentence each. */
  readonly faults: readonly string[];
  /** Reasons why something could not be checked, one sentence each. */
  readonly unchecked: readonly string[];
  /** Keys that are new since the last check. */
  readonly newKeys: readonly string[];
  /** Number of records and heads seen before, not counting keys. */
  readonly seenBefore: number;
  /** The head is of the same tick and names the record of the receipt. */
  readonly bindsReceipt: boolean;
}

/** Checks the signatures and compares with what was seen before. If nothing is wrong, adds it to `seen`. */
export async function checkHistory(shown: ShownHistory, seen: Seen): Promise<HistoryVerdict> {
  const { receipt, head, dayHeads, published } = shown;
  const seenBefore = [...seen.pins.toJSON()].length;
  const signatures = await checkSignatures([head, ...dayHeads], { keys: known(seen.keys, published) });
  const isOfTick = head.slot === receipt.timestamp;
  const faults = [
    ...keyFaults(seen.keys, published),
    ...signatures.faults,
    ...(isOfTick && head.recordHash !== receipt.recordHash
      ? [`the signed head of ${head.slot} names a different record than the receipt`]
      : []),
    ...pinFaults(shown, seen),
  ];
  return {
    faults,
    unchecked: signatures.unchecked,
    newKeys: newKeys(seen.keys, published),
    seenBefore,
    bindsReceipt: isOfTick && head.recordHash === receipt.recordHash,
  };
}

/** A key keeps the value that was seen first. */
function known(kept: readonly IntegrityKey[], { keys }: IntegrityKeys): IntegrityKey[] {
  return [...kept, ...keys.filter(({ kid }) => kept.every((each) => each.kid !== kid))];
}

function newKeys(kept: readonly IntegrityKey[], { keys }: IntegrityKeys): string[] {
  if (kept.length === 0) return [];
  return keys.map(({ kid }) => kid).filter((kid) => kept.every((each) => each.kid !== kid));
}

/** Keys stay in the list of a service permanently. */
function keyFaults(kept: readonly IntegrityKey[], { keys }: IntegrityKeys): string[] {
  return kept.flatMap(({ kid, x }) => {
    const now = keys.find((key) => key.kid === kid);
    if (!now) return [`the key ${kid}, which was seen before, is no longer published`];
    return now.x === x ? [] : [`the key ${kid} has changed`];
  });
}

async function checkSignatures(heads: readonly IntegrityHead[], keys: IntegrityKeys) {
  const faults: string[] = [];
  const unchecked = new Set<string>();
  for (const head of heads) {
    const { isRight, isChecked, because = '' } = await verifyHead(head, keys);
    if (!isChecked) unchecked.add(`signatures cannot be checked on this machine: ${because}`);
    else if (!isRight) faults.push(`the head of ${head.slot} has no valid signature: ${because}`);
  }
  return { faults, unchecked: [...unchecked] };
}

/** Checks all of them, so that one fault does not hide others. */
function pinFaults({ receipt, head, dayHeads }: ShownHistory, { pins }: Seen): string[] {
  const { timestamp: slot, recordHash } = receipt;
  return [
    () => pins.missing(dayHeads),
    ...dayHeads.map((each) => () => pins.see({ ...each, isOfDay: true })),
    () => pins.see(head),
    () => pins.see({ slot, recordHash }),
  ].flatMap((look) => {
    try {
      look();
      return [];
    } catch (error) {
      if (error instanceof HistoryRewrittenError) return [error.message];
      throw error;
    }
  });
}
