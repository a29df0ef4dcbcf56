import { SECOND_MS, type Millis } from '../../../core/time.ts';
import { BlockDamaged } from '../../block/block-damaged.ts';
import type { BlockReader } from '../../block/block-reader.ts';
import { RAW_DOUBLES, type ColumnHead } from '../../block/columns/column-head.ts';
import { MAX_EXPONENT } from '../../block/columns/decimal-scale.ts';
import { ALL_ROWS, NO_ROWS, SOME_ROWS, type MiniBlockHead } from '../../block/columns/mini-block-head.ts';
import { MAX_PARAMETER } from '../../block/bits/rice-limits.ts';
import { dayReader } from '../../block/day-block.ts';
import { HOURS_PER_DAY, TICK_LAYOUT, TICKS_PER_HOUR } from '../../block/layout.ts';
import { checksum } from '../checksum.ts';

/** An entry: everything needed to decode one hour of a block without reading the rest of it. */
export const ENTRY_BYTES = 32;
/** A checksum of the entries of an hour and of their place, behind them. */
const CHECKSUM_BYTES = 4;
const TRAILER_MAGIC = 0x544d5348; // TMSH
const VERSION = 1;
export const TRAILER_BYTES = 16;

const PAYLOAD_AT = 0;
const PAYLOAD_BYTES_AT = 2;
const CHECKSUM_AT = 4;
const ROWS_AT = 8;
const FLAGS_AT = 10;
const COLUMNS_AT = 12;
const COLUMN_BYTES = 10;
const MAX_OFFSET = 0xffff;

/** What a table belongs to. An hour that has no payload, because its values are constant, would fit any other such hour. */
export interface HourHeadsPlace {
  /** Of the day. */
  readonly start: Millis;
  readonly blocks: number;
  /** The checksums of the index and of the annex of the file; the annex names the ticks with their records. */
  readonly index: number;
  readonly annex: number;
}

/** The size of the table for this many blocks. */
export function hourHeadsBytes(blocks: number): number {
  return HOURS_PER_DAY * sectionBytes(blocks) + TRAILER_BYTES;
}

export function sectionBytes(blocks: number): number {
  return blocks * ENTRY_BYTES + CHECKSUM_BYTES;
}

/** Makes the entries of a block, hour by hour. All bytes of a block that has none are 0: its hours are read from the block. */
export class HourHeads {
  readonly #reader: BlockReader = dayReader(TICK_LAYOUT);

  entriesOf(block: Uint8Array): Uint8Array {
    const entries = new Uint8Array(HOURS_PER_DAY * ENTRY_BYTES);
    if (block.length > MAX_OFFSET || this.#reader.open(block) instanceof BlockDamaged) return entries;
    const view = new DataView(entries.buffer);
    for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
      const { head, payload } = this.#reader.miniBlock(hour);
      writeEntry(view, hour * ENTRY_BYTES, head, payload.byteOffset - block.byteOffset, checksum(payload));
    }
    return entries;
  }
}

/** The table that stands between the blocks and the index of a day: all entries of hour 0, of hour 1, and so on. */
export function encodeHourHeads(entriesOfBlocks: readonly Uint8Array[], place: HourHeadsPlace): Uint8Array {
  const table = new Uint8Array(hourHeadsBytes(place.blocks));
  const view = new DataView(table.buffer);
  let at = 0;
  for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
    const from = at;
    for (const entries of entriesOfBlocks) {
      table.set(entries.subarray(hour * ENTRY_BYTES, (hour + 1) * ENTRY_BYTES), at);
      at += ENTRY_BYTES;
    }
    view.setUint32(at, sectionChecksum(table.subarray(from, at), place, hour));
    at += CHECKSUM_BYTES;
  }
  view.setUint32(at, TRAILER_MAGIC);
  view.setUint8(at + 4, VERSION);
  view.setUint32(at + 8, place.blocks);
  view.setUint32(at + 12, checksum(table, at, at + 12));
  return table;
}

/** Whether these bytes, which end where the index begins, are the end of a table for this many blocks. */
export function isHourHeadsTrailer(bytes: Uint8Array, blocks: number): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const at = bytes.length - TRAILER_BYTES;
  return (
    at >= 0 &&
    view.getUint32(at) === TRAILER_MAGIC &&
    view.getUint8(at + 4) === VERSION &&
    view.getUint32(at + 8) === blocks &&
    view.getUint32(at + 12) === checksum(bytes, at, at + 12)
  );
}

/** Whether the entries of an hour are what was written, and there. */
export function isSoundSection(section: Uint8Array, place: HourHeadsPlace, hour: number): boolean {
  if (section.length !== sectionBytes(place.blocks)) return false;
  const end = section.length - CHECKSUM_BYTES;
  const stored = new DataView(section.buffer, section.byteOffset).getUint32(end);
  return stored === sectionChecksum(section.subarray(0, end), place, hour);
}

function sectionChecksum(entries: Uint8Array, { start, index, annex }: HourHeadsPlace, hour: number): number {
  const place = new Uint8Array(16);
  const view = new DataView(place.buffer);
  [start / SECOND_MS, index, annex, hour].forEach((number, i) => view.setUint32(4 * i, number));
  return (checksum(entries) ^ checksum(place)) >>> 0;
}

export interface PayloadPlace {
  /** From the start of the block. */
  readonly offset: number;
  readonly checksum: number;
}

/**
 * Reads an entry into the head, which must be of TICK_LAYOUT. Undefined if the block has none, or if no program writes such an entry.
 */
export function readEntry(section: Uint8Array, entry: number, into: MiniBlockHead): PayloadPlace | undefined {
  const at = entry * ENTRY_BYTES;
  const view = new DataView(section.buffer, section.byteOffset + at, ENTRY_BYTES);
  const offset = view.getUint16(PAYLOAD_AT);
  const rows = view.getUint16(ROWS_AT);
  into.payloadBytes = view.getUint16(PAYLOAD_BYTES_AT);
  into.count = rows & 0xff;
  into.rowsForm = (rows >> 8) & 3;
  into.hasFlagRuns = ((rows >> 10) & 1) === 1;
  into.flagMask = view.getUint16(FLAGS_AT);
  let isPossible = offset > 0 && COUNTS[into.rowsForm]!(into.count);
  for (let c = 0; c < into.columns.length; c++)
    isPossible = readColumn(view, COLUMNS_AT + c * COLUMN_BYTES, into.columns[c]!) && isPossible;
  return isPossible ? { offset, checksum: view.getUint32(CHECKSUM_AT) } : undefined;
}

/** Whether that many rows can exist, by the format of the rows. */
const COUNTS: Readonly<Record<number, (count: number) => boolean>> = {
  [NO_ROWS]: (count) => count === 0,
  [ALL_ROWS]: (count) => count === TICKS_PER_HOUR,
  [SOME_ROWS]: (count) => count > 0 && count < TICKS_PER_HOUR,
  3: () => false,
};

function writeEntry(view: DataView, at: number, head: MiniBlockHead, offset: number, sum: number): void {
  view.setUint16(at + PAYLOAD_AT, offset);
  view.setUint16(at + PAYLOAD_BYTES_AT, head.payloadBytes);
  view.setUint32(at + CHECKSUM_AT, sum);
  view.setUint16(at + ROWS_AT, head.count | (head.rowsForm << 8) | (head.hasFlagRuns ? 1 << 10 : 0));
  if (head.rowsForm === NO_ROWS) return;
  view.setUint16(at + FLAGS_AT, head.flagMask);
  for (const [c, column] of head.columns.entries())
    writeColumn(view, at + COLUMNS_AT + c * COLUMN_BYTES, column);
}

function writeColumn(view: DataView, at: number, column: ColumnHead): void {
  const { shape, sparse, exponent, parameter, base } = column;
  // Nothing else of raw doubles has a meaning.
  const isRaw = shape === RAW_DOUBLES;
  const rest = isRaw ? 0 : (sparse ? 8 : 0) | ((exponent + MAX_EXPONENT) << 4) | (parameter << 10);
  view.setUint16(at, shape | rest);
  view.setFloat64(at + 2, isRaw ? 0 : base);
}

/** False if no program writes such numbers. */
function readColumn(view: DataView, at: number, into: ColumnHead): boolean {
  const form = view.getUint16(at);
  into.shape = form & 7;
  into.sparse = (form & 8) !== 0;
  into.exponent = ((form >> 4) & 63) - MAX_EXPONENT;
  into.parameter = form >> 10;
  into.base = view.getFloat64(at + 2);
  return into.exponent <= MAX_EXPONENT && into.parameter <= MAX_PARAMETER;
}
