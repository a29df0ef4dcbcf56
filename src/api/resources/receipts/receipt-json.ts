import { formatNumber } from '../../../core/numbers/decimal.ts';
import { servedHead } from '../../../core/integrity-head.ts';
import { formatDatetime } from '../../../core/time.ts';
import { RECEIPT_INTEGERS, type Proof, type ServedReceipt } from '../../../values/receipts/receipts.ts';

/** Entries of a list written per turn of the event loop, about a millisecond of work. */
export const ENTRIES_PER_TURN = 100;

/**
 * A receipt as JSON. A number is the shortest decimal of its double, so that parsing it gives the same
 * double.
 */
export function receiptJson(id: string, { at, proof, ...rest }: ServedReceipt): string {
  const text = textOf({ id, timestamp: formatDatetime(at), ...rest })!;
  return proof ? `${text.slice(0, -1)},"proof":${JSON.stringify(shownProof(proof))}}` : text;
}

/** The same text. Long lists are written in turns of the event loop. */
export async function receiptJsonInTurns(
  id: string,
  { at, proof, ...rest }: ServedReceipt,
  nextTurn: () => Promise<void>,
): Promise<string> {
  const fields: string[] = [];
  for (const [key, value] of Object.entries({ id, timestamp: formatDatetime(at), ...rest })) {
    const text = isLong(value) ? await listJson(value, nextTurn) : textOf(value);
    if (text !== undefined) fields.push(`${JSON.stringify(key)}:${text}`);
  }
  if (proof) fields.push(`"proof":${JSON.stringify(shownProof(proof))}`);
  return `{${fields.join()}}`;
}

/** Positions and counts are JSON integers. */
export function shownProof({ slot, leaves, path, root, record, head, day }: Proof) {
  return {
    slot: formatDatetime(slot),
    leaves,
    path,
    root,
    record,
    ...(head && { head: servedHead(head) }),
    ...(day && { day }),
  };
}

async function listJson(list: readonly unknown[], nextTurn: () => Promise<void>): Promise<string> {
  const pieces: string[] = [];
  for (let from = 0; from < list.length; from += ENTRIES_PER_TURN) {
    pieces.push(textOf(list.slice(from, from + ENTRIES_PER_TURN))!.slice(1, -1));
    await nextTurn();
  }
  return `[${pieces.join()}]`;
}

function isLong(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > ENTRIES_PER_TURN;
}

/** Undefined if JSON cannot represent it. */
function textOf(value: unknown): string | undefined {
  return JSON.stringify(value, (key, each: unknown) =>
    typeof each === 'number' && !RECEIPT_INTEGERS.has(key) ? formatNumber(each) : each,
  ) as string | undefined;
}
