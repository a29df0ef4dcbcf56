import type { RefusalHour, RefusalHours } from '../quality/refusal-hours.ts';
import { CanonicalReader, CanonicalWriter } from './canonical-bytes.ts';

const HOURS = 'tidemark refusal hours 1';
const LOW_BITS = 0x7f;
const MORE = 0x80;

/** Most counts are 0 and few are large: each takes as many bytes of seven bits as it needs, the lowest first. */
export function encodeHours(hours: RefusalHours): Uint8Array {
  const writer = new CanonicalWriter().text(HOURS).number(hours.length);
  for (const { startAt, ticks, counts } of hours)
    writer.number(startAt).number(ticks).number(counts.length).column(packed(counts));
  return writer.bytes();
}

/** Throws where the bytes are no hours of this version. */
export function decodeHours(bytes: Uint8Array): RefusalHours {
  const reader = new CanonicalReader(bytes);
  reader.expect(HOURS);
  const hours = Array.from({ length: reader.number() }, () => readHour(reader));
  reader.end();
  return hours;
}

function readHour(reader: CanonicalReader): RefusalHour {
  const [startAt, ticks, length] = [reader.number(), reader.number(), reader.number()];
  return { startAt, ticks, counts: unpacked(reader.column(Uint8Array), length) };
}

function packed(counts: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(counts.length * 5);
  let length = 0;
  for (let rest of counts) {
    while (rest > LOW_BITS) {
      bytes[length++] = (rest & LOW_BITS) | MORE;
      rest >>>= 7;
    }
    bytes[length++] = rest;
  }
  return bytes.subarray(0, length);
}

function unpacked(bytes: Uint8Array, length: number): Uint32Array {
  if (!(length <= bytes.length)) throw new RangeError('fewer counts than expected');
  const counts = new Uint32Array(length);
  let next = 0;
  for (let i = 0; i < length; i++) {
    let shift = 0;
    let byte: number;
    do {
      if (next === bytes.length) throw new RangeError('fewer counts than expected');
      byte = bytes[next++]!;
      counts[i]! |= (byte & LOW_BITS) << shift;
      shift += 7;
    } while (byte >= MORE);
  }
  if (next !== bytes.length) throw new RangeError('more counts than expected');
  return counts;
}
