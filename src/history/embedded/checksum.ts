import { crc32 } from 'node:zlib';

/**
 * CRC-32 (as in gzip) of bytes[from..to), for everything around blocks. Node computes it ten times as fast as the CRC-32C of the
 * blocks, and every tick waits for it.
 */
export function checksum(bytes: Uint8Array, from = 0, to = bytes.length): number {
  return crc32(bytes.subarray(from, to));
}
