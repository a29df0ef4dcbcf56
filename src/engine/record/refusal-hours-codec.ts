import { COUNTS_PER_EXCHANGE, type RefusalHour, type RefusalHours } from '../quality/refusal-hours.ts';
import { CanonicalReader, CanonicalWriter } from './canonical-bytes.ts';

/** Format 1 lacks the last count, that of `NEW`. */
const HOURS = { 1: 'tidemark refusal hours 1', 2: 'tidemark refusal hours 2' } as const;
const LOW_BITS = 0x7f;
const MORE = 0x80;

/** Most counts are 0 and few are large: each takes as many bytes of seven bits as it needs, lowest bits first. */
export function encodeHours(hours: RefusalHours): Uint8Array {
  const writer = new CanonicalWriter().text(HOURS[2]).number(hours.length);
  for (const { startAt, ticks, counts } of hours)
    writer.number(startAt).number(ticks).number(counts.length).column(packed(counts));
  return writer.bytes();
}

/** Throws if the bytes are not refusal hours of a known format. */
export function decodeHours(bytes: Uint8Array): RefusalHours {
  const reader = new CanonicalReader(bytes);
  const name = reader.text();
  if (name !== HOURS[1] && name !== HOURS[2]) throw new RangeError(`expected refusal hours, found ${name}`);
  const hours = Array.from({ length: reader.number() }, () => readHour(reader));
  reader.end();
  return name === HOURS[1] ? hours.map(withNew) : hours;
}

function readHour(reader: CanonicalReader): RefusalHour {
  const [startAt, ticks, length] = [reader.number(), reader.number(), reader.number()];
  return { startAt, ticks, counts: unpacked(reader.column(Uint8Array), length) };
}

function withNew({ counts, ...hour }: RefusalHour): RefusalHour {
  const before = COUNTS_PER_EXCHANGE - 1;
  const wider = new Uint32Array((counts.length / before) * COUNTS_PER_EXCHANGE);
  for (let from = 0; from < counts.length; from += before)
    wider.set(counts.subarray(from, from + before), (from / before) * COUNTS_PER_EXCHANGE);
  return { ...hour, counts: wider };
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
