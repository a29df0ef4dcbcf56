const OPENING = Buffer.from('{"content":[');
const ENDING = ']}';
/** The end of a list with a next page contains the id of the last record. */
const ENDING_WITH_NEXT = /^\],"nextId":"([0-9a-f-]{36})"\}$/;
const ENDING_WITH_NEXT_LENGTH = '],"nextId":""}'.length + 36;

/** The parts of a serialised list, found without parsing its records. */
export interface ListText {
  readonly opening: Buffer;
  /** The content between the brackets. */
  readonly records: Buffer;
  readonly ending: Buffer;
  readonly nextId: string | undefined;
  /**
   * The separator of two records, up to and including the first key of the second; it occurs nowhere else.
   * Undefined for fewer than two records.
   */
  readonly between: string | undefined;
}

/**
 * All records of a list begin with the same key, and no nested list begins with it. A brace, comma and key,
 * or an unescaped quote, cannot occur inside a string, so record boundaries can be found as bytes.
 */
export function listText(bytes: Buffer): ListText {
  const { end, nextId } = endOf(bytes);
  if (end < OPENING.length || !bytes.subarray(0, OPENING.length).equals(OPENING))
    throw new Error('an answer that should be a list is not a list');
  const records = bytes.subarray(OPENING.length, end);
  const [, key] = /^\{("\w+":)/.exec(records.toString('latin1', 0, 100)) ?? [];
  return { opening: OPENING, records, ending: bytes.subarray(end), nextId, between: key && `},{${key}` };
}

function endOf(bytes: Buffer): { readonly end: number; readonly nextId: string | undefined } {
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - ENDING_WITH_NEXT_LENGTH));
  const [, nextId] = ENDING_WITH_NEXT.exec(tail) ?? [];
  if (nextId !== undefined) return { end: bytes.length - ENDING_WITH_NEXT_LENGTH, nextId };
  return { end: tail.endsWith(ENDING) ? bytes.length - ENDING.length : -1, nextId };
}

/** Cuts records into pieces of about this size, each of whole records without a comma at its ends. */
export function* piecesOf({ records, between }: ListText, pieceBytes: number): Generator<Buffer> {
  let start = 0;
  while (start < records.length) {
    const cut = between === undefined ? -1 : records.indexOf(between, start + pieceBytes, 'latin1');
    const end = cut < 0 ? records.length : cut + 1;
    yield records.subarray(start, end);
    start = end + 1;
  }
}
