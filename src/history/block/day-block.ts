import { BitWriter } from './bits/bit-writer.ts';
import { BlockDamaged } from './block-damaged.ts';
import { BlockReader } from './block-reader.ts';
import { OWN_MEMORY, type BlockMemory } from './block-memory.ts';
import { DAY_SPAN, ENVELOPE_HEAD_BYTES, newBlock, seal } from './envelope.ts';
import { hourReader } from './hour-block.ts';
import { HOURS_PER_DAY, type BlockLayout } from './layout.ts';
import { emptyMiniBlockHead, MiniBlockHeads } from './columns/mini-block-head.ts';

/** Joins the encoded hours of a series into the block of their day, without decoding values. */
export class DayAssembler {
  readonly #layout: BlockLayout;
  readonly #memory: BlockMemory;
  readonly #hours: BlockReader;
  readonly #chain: MiniBlockHeads;
  readonly #index = new BitWriter(512);

  constructor(layout: BlockLayout, memory = OWN_MEMORY) {
    this.#layout = layout;
    this.#memory = memory;
    this.#hours = hourReader(layout);
    this.#chain = new MiniBlockHeads(layout);
  }

  /** Takes one entry per hour of the day, undefined if there is none. For a damaged hour, the error includes its number. */
  assembleDay(hours: readonly (Uint8Array | undefined)[]): Uint8Array | BlockDamaged {
    if (hours.length !== HOURS_PER_DAY) throw new RangeError(`a day has 24 hours, not ${hours.length}`);
    this.#index.clear();
    this.#chain.clear();
    const payloads: Uint8Array[] = [];
    let count = 0;
    for (const [number, hour] of hours.entries()) {
      const payload = this.#addHour(hour);
      if (payload instanceof BlockDamaged)
        return new BlockDamaged(payload.reason, `hour ${number}: ${payload.message}`);
      if (!payload) continue;
      payloads.push(payload);
      count += this.#hours.count;
    }
    return this.#join(payloads, count);
  }

  #addHour(hour: Uint8Array | undefined): Uint8Array | BlockDamaged | undefined {
    if (!hour) {
      this.#chain.write(this.#index, emptyMiniBlockHead(this.#layout));
      return undefined;
    }
    const damaged = this.#hours.open(hour);
    if (damaged) return damaged;
    const { head, payload } = this.#hours.miniBlock(0);
    this.#chain.write(this.#index, head);
    return payload;
  }

  #join(payloads: readonly Uint8Array[], count: number): Uint8Array {
    const payloadBytes = payloads.reduce((sum, payload) => sum + payload.length, 0);
    const indexBytes = this.#index.byteLength;
    const block = newBlock(DAY_SPAN, this.#layout, count, indexBytes, payloadBytes, this.#memory);
    this.#index.copyTo(block, ENVELOPE_HEAD_BYTES);
    let at = ENVELOPE_HEAD_BYTES + indexBytes;
    for (const payload of payloads) {
      block.set(payload, at);
      at += payload.length;
    }
    return seal(block);
  }
}

/** Row numbers are slots of the day, 0 to 2879: slot i is the tick (i + 1) x 30 seconds after midnight. */
export function dayReader(layout: BlockLayout): BlockReader {
  return new BlockReader(DAY_SPAN, layout);
}
