const OPENING = Buffer.from('{"content":[');
const ENDING = ']}';
/** With the id of the last record, where there is a next page. */
const ENDING_WITH_NEXT = /^\],"nextId":"([0-9a-f-]{36})"\}$/;
const ENDING_WITH_NEXT_LENGTH = '],"nextId":""}'.length + 36;

/** The parts of a list as it is sent, found without reading its records. */
export interface ListText {
  readonly opening: Buffer;
  /** What stands between the brackets. */
  readonly records: Buffer;
  readonly ending: Buffer;
  readonly nextId: string | undefined;
  /** What stands between two records and nowhere else, up to and with the first key of the second; undefined with none. */
  readonly between: string | undefined;
}

/**
 * All records of a list begin with the same key, which no list inside of them begins with. Neither a brace with a comma and a key
 * nor a quote can stand in a string unescaped, so the end of one record and the beginning of the next are found as bytes.
 */
export function listText(bytes: Buffer): ListText {
  const { end, nextId } = endOf(bytes);
  if (end < OPENING.length || !bytes.subarray(0, OPENING.length).equals(OPENING))
    throw new Error('an answer that should be a list is none');
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

/** Cuts records into pieces of some size, each of whole records without a comma at its ends. */
export function* piecesOf({ records, between }: ListText, pieceBytes: number): Generator<Buffer> {
  let start = 0;
  while (start < records.length) {
    const cut = between === undefined ? -1 : records.indexOf(between, start + pieceBytes, 'latin1');
    const end = cut < 0 ? records.length : cut + 1;
    yield records.subarray(start, end);
    start = end + 1;
  }
}
