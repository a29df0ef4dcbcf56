import { BlockDamaged } from './block-damaged.ts';
import type { BlockMemory } from './block-memory.ts';
import { crc32c } from './bits/crc32c.ts';
import { HOURS_PER_DAY, type BlockLayout } from './layout.ts';

/** What a block spans, and its number of mini-blocks. */
export interface BlockSpan {
  /** The fourth byte of the magic. */
  readonly mark: number;
  readonly miniBlocks: number;
}

export const HOUR_SPAN: BlockSpan = { mark: 'H'.charCodeAt(0), miniBlocks: 1 };
export const DAY_SPAN: BlockSpan = { mark: 'D'.charCodeAt(0), miniBlocks: HOURS_PER_DAY };
export const YEAR_SPAN: BlockSpan = { mark: 'Y'.charCodeAt(0), miniBlocks: 1 };

const MAGIC = [0x54, 0x4d, 0x42] as const; // TMB
const BLOCK_VERSION = 1;

/** Before the index: magic 4, version 1, layout 1, rows 2, length of the index 2. At the end: checksum 4. */
export const ENVELOPE_HEAD_BYTES = 10;
export const CHECKSUM_BYTES = 4;

const SPAN_AT = 3;
const VERSION_AT = 4;
const LAYOUT_AT = 5;
const COUNT_AT = 6;
const INDEX_BYTES_AT = 8;

/** Creates a block with space for index and payload between its head and its checksum, which `seal` writes. */
export function newBlock(
  span: BlockSpan,
  layout: BlockLayout,
  count: number,
  indexBytes: number,
  payloadBytes: number,
  memory: BlockMemory,
): Uint8Array {
  const block = memory.take(ENVELOPE_HEAD_BYTES + indexBytes + payloadBytes + CHECKSUM_BYTES);
  block.set(MAGIC);
  block[SPAN_AT] = span.mark;
  block[VERSION_AT] = BLOCK_VERSION;
  block[LAYOUT_AT] = layout.code;
  const view = new DataView(block.buffer, block.byteOffset);
  view.setUint16(COUNT_AT, count);
  view.setUint16(INDEX_BYTES_AT, indexBytes);
  return block;
}

export function seal(block: Uint8Array): Uint8Array {
  const end = block.length - CHECKSUM_BYTES;
  new DataView(block.buffer, block.byteOffset).setUint32(end, crc32c(block, 0, end));
  return block;
}

export interface Envelope {
  /** The number of existing rows in the whole block. */
  readonly count: number;
  readonly indexBytes: number;
}

/**
 * Checks a block except for its index and payload. Every version starts with the magic and its number and ends with the checksum
 * of everything before, so a newer block can be distinguished from a damaged one. `checked`: the caller knows that the bytes are
 * those of a sound block, and saves the checksum, the largest part of opening.
 */
export function openEnvelope(
  block: Uint8Array,
  span: BlockSpan,
  layout: BlockLayout,
  trust: 'check' | 'checked' = 'check',
): Envelope | BlockDamaged {
  if (!hasMagic(block, span))
    return new BlockDamaged('NOT_A_BLOCK', 'it does not start like a block of this kind');
  const end = block.length - CHECKSUM_BYTES;
  const view = new DataView(block.buffer, block.byteOffset, block.length);
  if (trust === 'check' && view.getUint32(end) !== crc32c(block, 0, end))
    return new BlockDamaged('CHECKSUM', 'the checksum is wrong');
  const version = block[VERSION_AT];
  if (version !== BLOCK_VERSION)
    return new BlockDamaged('VERSION', `version ${version}; this program reads version ${BLOCK_VERSION}`);
  if (block[LAYOUT_AT] !== layout.code)
    return new BlockDamaged('LAYOUT', `layout ${block[LAYOUT_AT]}; layout ${layout.code} was expected`);
  const indexBytes = view.getUint16(INDEX_BYTES_AT);
  if (ENVELOPE_HEAD_BYTES + indexBytes > end)
    return new BlockDamaged('CONTENT', 'the index is longer than the block');
  return { count: view.getUint16(COUNT_AT), indexBytes };
}

/** The layout code of a block, whether or not the block is sound. */
export function layoutCodeOf(block: Uint8Array): number | undefined {
  return block[LAYOUT_AT];
}

function hasMagic(block: Uint8Array, span: BlockSpan): boolean {
  if (block.length < ENVELOPE_HEAD_BYTES + CHECKSUM_BYTES) return false;
  return MAGIC.every((byte, i) => block[i] === byte) && block[SPAN_AT] === span.mark;
}
