import type { Millis } from '../../../core/time.ts';
import { checksum } from '../checksum.ts';

/** The spans of segment files, with their codes. */
const SEGMENT_SPANS = { hour: 0x48, day: 0x44, year: 0x59 } as const; // H, D, Y
export type SegmentSpan = keyof typeof SEGMENT_SPANS;

const HEADER_MAGIC = 0x544d5347; // TMSG
const FOOTER_MAGIC = 0x544d5346; // TMSF
const VERSION = 1;
export const SEGMENT_HEADER_BYTES = 8;
export const FOOTER_BYTES = 44;
/** The number, offset and length of a block. */
export const INDEX_ENTRY_BYTES = 12;

/** A part of the file, with its checksum. */
export interface Region {
  readonly offset: number;
  readonly bytes: number;
  readonly checksum: number;
}

export interface SegmentFooter {
  readonly span: SegmentSpan;
  readonly start: Millis;
  readonly blocks: number;
  readonly index: Region;
  readonly annex: Region;
}

export function encodeSegmentHeader(span: SegmentSpan): Uint8Array {
  const bytes = new Uint8Array(SEGMENT_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, HEADER_MAGIC);
  view.setUint8(4, VERSION);
  view.setUint8(5, SEGMENT_SPANS[span]);
  return bytes;
}

export function encodeFooter({ span, start, blocks, index, annex }: SegmentFooter): Uint8Array {
  const bytes = new Uint8Array(FOOTER_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, FOOTER_MAGIC);
  view.setUint8(4, VERSION);
  view.setUint8(5, SEGMENT_SPANS[span]);
  const numbers = [start / 1000, blocks];
  for (const { offset, bytes: length, checksum } of [index, annex]) numbers.push(offset, length, checksum);
  numbers.forEach((number, i) => view.setUint32(8 + 4 * i, number));
  view.setUint32(FOOTER_BYTES - 4, checksum(bytes, 0, FOOTER_BYTES - 4));
  return bytes;
}

/** Decodes the footer of a file with this size. Returns an error text if it is invalid. */
export function decodeFooter(
  header: Uint8Array,
  footer: Uint8Array,
  fileBytes: number,
  span: SegmentSpan,
): SegmentFooter | string {
  if (header.length < SEGMENT_HEADER_BYTES || footer.length < FOOTER_BYTES) return 'the file is too short';
  const view = new DataView(footer.buffer, footer.byteOffset, FOOTER_BYTES);
  if (view.getUint32(0) !== FOOTER_MAGIC) return 'the file does not end with a segment footer';
  if (view.getUint32(FOOTER_BYTES - 4) !== checksum(footer, 0, FOOTER_BYTES - 4))
    return 'the checksum of the footer is wrong';
  if (view.getUint8(4) !== VERSION) return `version ${view.getUint8(4)}; this program reads ${VERSION}`;
  if (!encodeSegmentHeader(span).every((byte, i) => header[i] === byte))
    return `its header is not that of a segment with span ${span}`;
  const number = (i: number) => view.getUint32(8 + 4 * i);
  const region = (i: number): Region => ({
    offset: number(i),
    bytes: number(i + 1),
    checksum: number(i + 2),
  });
  const [index, annex] = [region(2), region(5)];
  const end = fileBytes - FOOTER_BYTES;
  if (index.offset + index.bytes !== annex.offset || annex.offset + annex.bytes !== end)
    return 'the length of the file does not match its footer';
  return { span, start: number(0) * 1000, blocks: number(1), index, annex };
}
