import { SERIES_BYTES } from '../../tiers/series-bytes.ts';

/** A tick in a segment: its slot, relative to the segment's start, and its opaque record. */
export interface SegmentTick {
  readonly slot: number;
  readonly record: Uint8Array;
}

export interface SegmentAnnex {
  /** The packed ids of the series, in index order: with them the file can be read without any other. */
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

/** Undefined if the bytes are not an annex although their checksum is correct: another program wrote them. */
export function decodeAnnex(bytes: Uint8Array, blocks: number): SegmentAnnex | undefined {
  const seriesEnd = 4 + blocks * SERIES_BYTES;
  if (bytes.length < seriesEnd) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const ticks: SegmentTick[] = [];
  let at = seriesEnd;
  for (let left = view.getUint32(0); left > 0; left--) {
    const from = at + TICK_HEAD_BYTES;
    if (from > bytes.length) return undefined;
    const slot = view.getUint16(at);
    const end = from + view.getUint32(at + 2);
    if (end > bytes.length) return undefined;
    ticks.push({ slot, record: bytes.subarray(from, end) });
    at = end;
  }
  return at === bytes.length ? { series: bytes.subarray(4, seriesEnd), ticks } : undefined;
}
