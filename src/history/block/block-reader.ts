import { BitReader } from './bits/bit-reader.ts';
import { BlockDamaged } from './block-damaged.ts';
import { CHECKSUM_BYTES, ENVELOPE_HEAD_BYTES, openEnvelope, type BlockSpan } from './envelope.ts';
import type { BlockLayout } from './layout.ts';
import { MiniBlockDecoder } from './columns/mini-block-decoder.ts';
import { emptyMiniBlockHead, MiniBlockHeads, type MiniBlockHead } from './columns/mini-block-head.ts';
import { powerOf, RAW_EXPONENT } from './columns/decimal-scale.ts';
import { ScaledRows, type RowBuffer } from './rows.ts';

export type RowOrder = 'oldest-first' | 'newest-first';

const EMPTY = new Uint8Array(0);

/**
 * Reads blocks of one span and layout. It owns its buffers, so one reader serves one thread. Rows are numbered from 0 through the
 * whole block. Damage is returned, never thrown.
 */
export class BlockReader {
  readonly layout: BlockLayout;
  readonly #span: BlockSpan;
  readonly #index = new BitReader();
  readonly #chain: MiniBlockHeads;
  readonly #heads: readonly MiniBlockHead[];
  readonly #payloadAt: number[];
  readonly #decoder: MiniBlockDecoder;
  readonly #decoded: ScaledRows;
  /** The mini-block in `#decoded`, or -1. */
  #decodedNumber = -1;
  #block: Uint8Array = EMPTY;
  #count = 0;

  constructor(span: BlockSpan, layout: BlockLayout) {
    this.layout = layout;
    this.#span = span;
    this.#chain = new MiniBlockHeads(layout);
    this.#heads = Array.from({ length: span.miniBlocks }, () => emptyMiniBlockHead(layout));
    this.#payloadAt = this.#heads.map(() => 0);
    this.#decoder = new MiniBlockDecoder(layout);
    this.#decoded = new ScaledRows(layout);
  }

  /**
   * Checks a block and reads from it from now on. The bytes belong to the caller and must not change while they are read. After
   * an error the reader has an empty block. Pass `checked` if the bytes are known to be those of a sound block.
   */
  open(block: Uint8Array, trust: 'check' | 'checked' = 'check'): BlockDamaged | undefined {
    this.#close();
    const envelope = openEnvelope(block, this.#span, this.layout, trust);
    if (envelope instanceof BlockDamaged) return envelope;
    const count = this.#readIndex(block, envelope.indexBytes);
    if (count !== envelope.count) {
      this.#close();
      return new BlockDamaged('CONTENT', 'the index does not match the block');
    }
    this.#block = block;
    this.#count = count;
    return undefined;
  }

  /** The number of existing rows. */
  get count(): number {
    return this.#count;
  }

  /** The head and payload of a mini-block, for joining blocks without decoding them. */
  miniBlock(miniBlock: number): { readonly head: MiniBlockHead; readonly payload: Uint8Array } {
    const head = this.#heads[miniBlock]!;
    const from = this.#payloadAt[miniBlock]!;
    return { head, payload: this.#block.subarray(from, from + head.payloadBytes) };
  }

  /**
   * Copies the existing rows from `first` to `last` (both inclusive) into the buffer, as many as fit, and returns their number.
   * If the buffer is full, continue after the last row number in it.
   */
  read(first: number, last: number, order: RowOrder, into: RowBuffer): number | BlockDamaged {
    const { rows } = this.layout;
    const from = Math.max(0, first);
    const to = Math.min(last, rows * this.#heads.length - 1);
    if (from > to) return 0;
    const [oldest, newest] = [Math.floor(from / rows), Math.floor(to / rows)];
    const step = order === 'oldest-first' ? 1 : -1;
    let filled = 0;
    for (let i = 0; i <= newest - oldest && filled < into.rowNumbers.length; i++) {
      const miniBlock = step > 0 ? oldest + i : newest - i;
      const added = this.#copyFrom(miniBlock, from, to, step, into, filled);
      if (added instanceof BlockDamaged) return added;
      filled += added;
    }
    return filled;
  }

  /** Checks a block and copies all its rows, oldest first, as many as fit. */
  readWhole(block: Uint8Array, into: RowBuffer): number | BlockDamaged {
    return this.open(block) ?? this.read(0, Infinity, 'oldest-first', into);
  }

  /** Decodes one mini-block (one hour of a day) as integers. Row numbers are relative to its first row. */
  readScaled(miniBlock: number, into: ScaledRows): BlockDamaged | undefined {
    const head = this.#heads[miniBlock];
    if (!head) throw new RangeError(`no mini-block ${miniBlock}`);
    return this.#decoder.decode(this.#block, this.#payloadAt[miniBlock]!, head, into);
  }

  #close(): void {
    this.#block = EMPTY;
    this.#count = 0;
    this.#decodedNumber = -1;
    for (const head of this.#heads) {
      head.rowsForm = 0;
      head.count = 0;
      head.payloadBytes = 0;
    }
  }

  /** Reads all heads. Returns their total number of rows, or -1 if they do not match the block. */
  #readIndex(block: Uint8Array, indexBytes: number): number {
    let at = ENVELOPE_HEAD_BYTES + indexBytes;
    let count = 0;
    this.#index.load(block, ENVELOPE_HEAD_BYTES, at);
    this.#chain.clear();
    for (const [i, head] of this.#heads.entries()) {
      this.#chain.read(this.#index, head);
      this.#payloadAt[i] = at;
      at += head.payloadBytes;
      count += head.count;
    }
    return this.#index.finished && at === block.length - CHECKSUM_BYTES ? count : -1;
  }

  #decode(miniBlock: number): BlockDamaged | undefined {
    if (this.#decodedNumber === miniBlock) return undefined;
    this.#decodedNumber = -1;
    const damaged = this.readScaled(miniBlock, this.#decoded);
    if (!damaged) this.#decodedNumber = miniBlock;
    return damaged;
  }

  #copyFrom(
    miniBlock: number,
    first: number,
    last: number,
    step: number,
    into: RowBuffer,
    filled: number,
  ): number | BlockDamaged {
    if (this.#heads[miniBlock]!.count === 0) return 0;
    const damaged = this.#decode(miniBlock);
    if (damaged) return damaged;
    const start = miniBlock * this.layout.rows;
    const decoded = this.#decoded;
    const from = firstAtOrAfter(decoded, first - start);
    const to = firstAtOrAfter(decoded, last - start + 1);
    const count = Math.min(to - from, into.rowNumbers.length - filled);
    copyRows(decoded, start, step > 0 ? from : to - 1, step, count, into, filled);
    return count;
  }
}

/** The index of the first decoded row with this number or a larger one. */
function firstAtOrAfter(decoded: ScaledRows, row: number): number {
  let low = 0;
  let high = decoded.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (decoded.rowNumbers[middle]! < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Copies `count` decoded rows as doubles behind the first `filled` rows of the buffer, starting at `from` in steps of 1 or -1.
 */
function copyRows(
  decoded: ScaledRows,
  start: number,
  from: number,
  step: number,
  count: number,
  into: RowBuffer,
  filled: number,
): void {
  for (let i = 0; i < count; i++) {
    into.rowNumbers[filled + i] = start + decoded.rowNumbers[from + i * step]!;
    into.flags[filled + i] = decoded.flags[from + i * step]!;
  }
  for (let c = 0; c < decoded.units.length; c++) {
    const numbers = into.numbers[c]!;
    copyValues(decoded.units[c]!, decoded.exponents[c]!, from, step, count, numbers, filled);
  }
}

/** Applies `fromUnits` to each value, with one loop per kind of exponent. */
function copyValues(
  units: Float64Array,
  exponent: number,
  from: number,
  step: number,
  count: number,
  into: Float64Array,
  at: number,
): void {
  const raw = exponent === RAW_EXPONENT;
  const power = raw ? 1 : powerOf(Math.abs(exponent));
  if (raw) for (let i = 0; i < count; i++) into[at + i] = units[from + i * step]!;
  else if (exponent < 0) for (let i = 0; i < count; i++) into[at + i] = units[from + i * step]! * power;
  else for (let i = 0; i < count; i++) into[at + i] = units[from + i * step]! / power;
}
