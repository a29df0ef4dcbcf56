import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';

const MAGIC = 0xbeefc0de;
const DATA_VERSION = 2;
/** Where LMDB keeps its two heads and what stands in them, from the start of the head's page. */
const HEAD_PAGES = 2;
const HEAD_AT = 24;
const VERSION_AT = HEAD_AT + 4;
const PAGE_BYTES_AT = HEAD_AT + 24;
const LAST_PAGE_AT = HEAD_AT + 120;
const TRANSACTION_AT = HEAD_AT + 128;
const HEAD_BYTES = HEAD_AT + 136;

/**
 * Makes the file as long as its head says. LMDB maps it into memory and trusts that length: reading beyond the end would
 * end the process without a word (SIGBUS). Pages that are missing become zeros, which LMDB refuses where it needs them;
 * mostly it does not, as a page that was taken and given back at once is never written. A file that is missing, empty or
 * no LMDB file is LMDB's own matter.
 */
export function fillUpFile(path: string): void {
  let file: number;
  try {
    file = openSync(path, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  try {
    const { size } = fstatSync(file);
    const needed = bytesNeeded(file);
    if (size > 0 && needed !== undefined && size < needed) ftruncateSync(file, needed);
  } finally {
    closeSync(file);
  }
}

/** What the newer of the two heads says; undefined where the first is no head of a version known here. */
function bytesNeeded(file: number): number | undefined {
  const first = readHead(file, 0);
  if (first.getUint32(HEAD_AT, true) !== MAGIC || first.getUint32(VERSION_AT, true) !== DATA_VERSION)
    return undefined;
  const pageBytes = first.getUint32(PAGE_BYTES_AT, true);
  const second = readHead(file, pageBytes);
  const newer = [first, second].toSorted((a, b) => transactionOf(b) - transactionOf(a))[0] as DataView;
  return Math.max(HEAD_PAGES, Number(newer.getBigUint64(LAST_PAGE_AT, true)) + 1) * pageBytes;
}

function readHead(file: number, offset: number): DataView {
  const bytes = new Uint8Array(HEAD_BYTES);
  readSync(file, bytes, 0, HEAD_BYTES, offset);
  return new DataView(bytes.buffer);
}

function transactionOf(head: DataView): number {
  return Number(head.getBigUint64(TRANSACTION_AT, true));
}
