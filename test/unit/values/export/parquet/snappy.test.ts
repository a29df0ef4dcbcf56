import fc from 'fast-check';
import { snappyUncompress } from 'hyparquet';
import { snappyCompress } from 'hyparquet-writer/src/snappy.js';
import { expect, test } from 'vitest';
import { SnappyCompressor } from '../../../../../src/values/export/parquet/snappy.ts';

const repeated = fc
  .tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.nat({ max: 400 }))
  .map(([bytes, times]) => Buffer.concat(Array.from({ length: times }, () => bytes)));
const pieces = fc
  .array(fc.oneof(fc.uint8Array({ maxLength: 300 }), repeated), { maxLength: 12 })
  .map((parts) => Buffer.concat(parts));

/** Beyond the largest distance of a copy, with matches near and far. */
const long = Buffer.alloc(200_000, 7);
for (let at = 0; at < long.length; at += 3) long.writeUInt8((at * at) & 0xff, at);

test('a page has the same bytes as from the compressor of the library, and is read back', () => {
  const compressor = new SnappyCompressor();
  const check = (input: Uint8Array) => {
    const compressed = compressor.compress(input);
    expect(Buffer.compare(compressed, snappyCompress(input))).toBe(0);
    const back = new Uint8Array(input.length);
    snappyUncompress(compressed, back);
    expect(Buffer.compare(back, input)).toBe(0);
  };
  for (const input of [new Uint8Array(1), long, long.subarray(1, 70_001), new Uint8Array(70_000)])
    check(input);
  fc.assert(
    fc.property(pieces, (input) => input.length === 0 || (check(input), true)),
    { numRuns: 300 },
  );
});
