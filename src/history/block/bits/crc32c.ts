const POLYNOMIAL = 0x82f63b78;
const SLICES = 8;

/** Table s, entry b is the remainder of byte b followed by s zero bytes. */
const TABLES = makeTables();

function makeTables(): Int32Array {
  const tables = new Int32Array(SLICES * 256);
  for (let byte = 0; byte < 256; byte++) {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ POLYNOMIAL : rest >>> 1;
    tables[byte] = rest;
  }
  for (let entry = 256; entry < tables.length; entry++) {
    const shorter = tables[entry - 256]!;
    tables[entry] = (shorter >>> 8) ^ tables[shorter & 0xff]!;
  }
  return tables;
}

/** CRC-32C (Castagnoli, as in iSCSI and RFC 3720) of bytes[from..to), as an unsigned number. */
export function crc32c(bytes: Uint8Array, from = 0, to = bytes.length): number {
  const t = TABLES;
  let crc = -1;
  let i = from;
  for (const last = to - SLICES; i <= last; i += SLICES) {
    const low = crc ^ (bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24));
    crc =
      t[0x700 + (low & 0xff)]! ^
      t[0x600 + ((low >>> 8) & 0xff)]! ^
      t[0x500 + ((low >>> 16) & 0xff)]! ^
      t[0x400 + (low >>> 24)]! ^
      t[0x300 + bytes[i + 4]!]! ^
      t[0x200 + bytes[i + 5]!]! ^
      t[0x100 + bytes[i + 6]!]! ^
      t[bytes[i + 7]!]!;
  }
  for (; i < to; i++) crc = (crc >>> 8) ^ t[(crc ^ bytes[i]!) & 0xff]!;
  return ~crc >>> 0;
}
