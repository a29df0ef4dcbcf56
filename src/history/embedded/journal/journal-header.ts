import { OperatorError } from '../../../core/errors.ts';
import { checksum } from '../checksum.ts';

const MAGIC = 0x544d4a4c; // TMJL
const VERSION = 1;
export const JOURNAL_HEADER_BYTES = 20;
const CHECKSUM_AT = 16;

/** The first bytes of a journal file. */
export interface JournalHeader {
  readonly number: number;
  /** How many earlier numbers were claimed but are unused: nothing in those files was ever acknowledged. */
  readonly skipped: number;
  /** The end of the records in the previous file that is not skipped: nothing after it was ever acknowledged. */
  readonly previousEnd: number;
}

export function encodeJournalHeader({ number, skipped, previousEnd }: JournalHeader): Uint8Array {
  const bytes = new Uint8Array(JOURNAL_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC);
  view.setUint8(4, VERSION);
  view.setUint16(6, skipped);
  view.setUint32(8, number);
  view.setUint32(12, previousEnd);
  view.setUint32(CHECKSUM_AT, checksum(bytes, 0, CHECKSUM_AT));
  return bytes;
}

/** Undefined if the bytes are damaged. Throws for a file of a newer version, which must not be touched. */
export function decodeHeader(bytes: Uint8Array, path: string): JournalHeader | undefined {
  if (bytes.length < JOURNAL_HEADER_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  if (view.getUint32(CHECKSUM_AT) !== checksum(bytes, 0, CHECKSUM_AT) || view.getUint32(0) !== MAGIC)
    return undefined;
  if (view.getUint8(4) !== VERSION)
    throw new OperatorError(
      `${path} has format ${view.getUint8(4)}, this version knows ${VERSION}: run the newer version that wrote it`,
    );
  return { number: view.getUint32(8), skipped: view.getUint16(6), previousEnd: view.getUint32(12) };
}

/** The number of the previous file. */
export function numberBefore({ number, skipped }: JournalHeader): number {
  return number - 1 - skipped;
}
