import { BitWriter } from './bits/bit-writer.ts';
import { OWN_MEMORY, type BlockMemory } from './block-memory.ts';
import { ENVELOPE_HEAD_BYTES, newBlock, seal, type BlockSpan } from './envelope.ts';
import type { BlockLayout } from './layout.ts';
import { MiniBlockEncoder } from './columns/mini-block-encoder.ts';
import { MiniBlockHeads } from './columns/mini-block-head.ts';
import type { NumberedRows } from './rows.ts';

/** Encodes blocks of one mini-block. It owns its buffers, so one encoder serves one thread. */
export class BlockEncoder {
  readonly #span: BlockSpan;
  readonly #layout: BlockLayout;
  readonly #memory: BlockMemory;
  readonly #rows: MiniBlockEncoder;
  readonly #chain: MiniBlockHeads;
  readonly #index = new BitWriter(256);

  constructor(span: BlockSpan, layout: BlockLayout, memory = OWN_MEMORY) {
    this.#span = span;
    this.#memory = memory;
    this.#layout = layout;
    this.#rows = new MiniBlockEncoder(layout);
    this.#chain = new MiniBlockHeads(layout);
  }

  /** Encodes the layout's number of rows, from `firstRow` on. */
  encode(rows: NumberedRows, firstRow: number): Uint8Array {
    this.#rows.encode(rows, firstRow);
    const { head, payload } = this.#rows;
    this.#index.clear();
    this.#chain.clear();
    this.#chain.write(this.#index, head);
    const indexBytes = this.#index.byteLength;
    const block = newBlock(
      this.#span,
      this.#layout,
      head.count,
      indexBytes,
      payload.byteLength,
      this.#memory,
    );
    this.#index.copyTo(block, ENVELOPE_HEAD_BYTES);
    payload.copyTo(block, ENVELOPE_HEAD_BYTES + indexBytes);
    return seal(block);
  }
}
