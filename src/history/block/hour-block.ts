import { BlockEncoder } from './block-encoder.ts';
import { BlockReader } from './block-reader.ts';
import type { BlockMemory } from './block-memory.ts';
import { HOUR_SPAN } from './envelope.ts';
import type { BlockLayout } from './layout.ts';
import type { NumberedRows } from './rows.ts';

/** Encodes a closed hour of a series: 120 slots, of which the first is 30 seconds after the start of the hour. */
export class HourEncoder {
  readonly #encoder: BlockEncoder;

  constructor(layout: BlockLayout, memory?: BlockMemory) {
    this.#encoder = new BlockEncoder(HOUR_SPAN, layout, memory);
  }

  /** `firstSlot`: the index of the hour's first slot in the arrays, such as 120 x hour in arrays of a day. */
  encodeHour(ticks: NumberedRows, firstSlot = 0): Uint8Array {
    return this.#encoder.encode(ticks, firstSlot);
  }
}

/** Row numbers are slots of the hour, 0 to 119. */
export function hourReader(layout: BlockLayout): BlockReader {
  return new BlockReader(HOUR_SPAN, layout);
}
