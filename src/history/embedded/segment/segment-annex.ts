import { SERIES_BYTES } from './series-bytes.ts';

/** A tick that a segment holds: its slot, counted from the segment's start, and its opaque record. */
export interface SegmentTick {
  readonly slot: number;
  readonly record: Uint8Array;
}

export interface SegmentAnnex {
  /** The packed ids of the series, in the order of the index: with them a file is whole without any other. */
  readonly series: Uint8Array;
  readonly ticks: readonly SegmentTick[];
}

const TICK_HEAD_BYTES = 6;

export function encodeAnnex({ series, ticks }: SegmentAnnex): Uint8Array {
  const recordBytes = ticks.reduce((sum, { record }) => sum + record.length, 0);
  const bytes = new Uint8Array(4 + series.length + TICK_HEAD_BYTES * ticks.length + recordBytes);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, ticks.length);
  bytes.set(series, 4);
  let at = 4 + series.length;
  for (const { slot, record } of ticks) {
    view.setUint16(at, slot);
    view.setUint32(at + 2, record.length);
    bytes.set(record, at + TICK_HEAD_BYTES);
    at += TICK_HEAD_BYTES + record.length;
  }
  return bytes;
}

/** The checksum was right, so the bytes are what was written. */
export function decodeAnnex(bytes: Uint8Array, blocks: number): SegmentAnnex {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const seriesEnd = 4 + blocks * SERIES_BYTES;
  let at = seriesEnd;
  const ticks = Array.from({ length: view.getUint32(0) }, () => {
    const from = at + TICK_HEAD_BYTES;
    const tick = { slot: view.getUint16(at), record: bytes.subarray(from, from + view.getUint32(at + 2)) };
    at = from + tick.record.length;
    return tick;
  });
  return { series: bytes.subarray(4, seriesEnd), ticks };
}
