import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crc32c } from '../../../../../src/history/block/bits/crc32c.ts';

/** The definition, one bit at a time. */
function bitwise(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

describe('crc32c', () => {
  test.each([
    ['123456789', new TextEncoder().encode('123456789'), 0xe3069283],
    ['32 zeros (RFC 3720)', new Uint8Array(32), 0x8a9136aa],
    ['32 bytes of ones (RFC 3720)', new Uint8Array(32).fill(0xff), 0x62a8ab43],
    ['0 to 31 (RFC 3720)', Uint8Array.from({ length: 32 }, (_, i) => i), 0x46dd794e],
    ['31 to 0 (RFC 3720)', Uint8Array.from({ length: 32 }, (_, i) => 31 - i), 0x113fdb5c],
    ['nothing', new Uint8Array(0), 0],
  ])('of %s is the published one', (_name, bytes, expected) => {
    expect(crc32c(bytes)).toBe(expected);
  });

  test('equals the definition, for any part of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), fc.nat(70), fc.nat(70), (bytes, a, b) => {
        const [from, to] = [Math.min(a, b, bytes.length), Math.min(Math.max(a, b), bytes.length)];
        expect(crc32c(bytes, from, to)).toBe(bitwise(bytes.subarray(from, to)));
      }),
    );
  });
});
