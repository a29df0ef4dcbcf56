import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Millis } from '../../core/time.ts';
import { crc32c } from '../block/bits/crc32c.ts';

/** The decoded header of a frame in a file. */
export interface FrameHead {
  readonly at: Millis;
  readonly isKey: boolean;
  /** The length of the compressed frame, which follows. */
  readonly storedBytes: number;
  readonly frameBytes: number;
  readonly storedChecksum: number;
  /** The checksum of the stored frame that this one is a difference from; 0 for a key frame. */
  readonly baseChecksum: number;
}

export interface SealedFrame {
  readonly bytes: Buffer;
  readonly storedChecksum: number;
}

/** `TMIF`. All numbers in the header are little-endian. */
export const FRAME_MAGIC = Buffer.from('TMIF', 'latin1');
export const FRAME_HEAD_BYTES = 36;
const VERSION = 1;
const KEY = 0x4b;
const DIFFERENCE = 0x44;
/** The maximum size of a frame, which limits what a damaged header can make us allocate. */
const MAX_FRAME_BYTES = 2 ** 28;
const HEAD_CHECKSUM_AT = 32;

/** Beyond this quality, each further tenth of the size would take as much time as everything saved so far. */
const COMPRESSION = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 20 },
};

/** `baseChecksum` is undefined for a key frame. */
export function sealFrame(at: Millis, baseChecksum: number | undefined, frame: Uint8Array): SealedFrame {
  const stored = brotliCompressSync(frame, COMPRESSION);
  const storedChecksum = crc32c(stored);
  const bytes = Buffer.alloc(FRAME_HEAD_BYTES + stored.length);
  bytes.set(FRAME_MAGIC);
  bytes[4] = VERSION;
  bytes[5] = baseChecksum === undefined ? KEY : DIFFERENCE;
  bytes.writeDoubleLE(at, 8);
  bytes.writeUInt32LE(stored.length, 16);
  bytes.writeUInt32LE(frame.length, 20);
  bytes.writeUInt32LE(storedChecksum, 24);
  bytes.writeUInt32LE(baseChecksum ?? 0, 28);
  bytes.writeUInt32LE(crc32c(bytes, 0, HEAD_CHECKSUM_AT), HEAD_CHECKSUM_AT);
  bytes.set(stored, FRAME_HEAD_BYTES);
  return { bytes, storedChecksum };
}

/** Undefined if the bytes are not a header of a known version. */
export function decodeFrameHead(bytes: Buffer, offset = 0): FrameHead | undefined {
  if (bytes.length < offset + FRAME_HEAD_BYTES) return undefined;
  const head = bytes.subarray(offset, offset + FRAME_HEAD_BYTES);
  if (head.compare(FRAME_MAGIC, 0, 4, 0, 4) !== 0 || head[4] !== VERSION) return undefined;
  if (head.readUInt32LE(HEAD_CHECKSUM_AT) !== crc32c(head, 0, HEAD_CHECKSUM_AT)) return undefined;
  const frameBytes = head.readUInt32LE(20);
  if (frameBytes > MAX_FRAME_BYTES) return undefined;
  return {
    at: head.readDoubleLE(8),
    isKey: head[5] === KEY,
    storedBytes: head.readUInt32LE(16),
    frameBytes,
    storedChecksum: head.readUInt32LE(24),
    baseChecksum: head.readUInt32LE(28),
  };
}

/** Decompresses the frame; undefined if the bytes are damaged. */
export function decompressFrame(head: FrameHead, stored: Uint8Array): Uint8Array | undefined {
  if (!isFrameIntact(head, stored)) return undefined;
  const frame = decompressed(stored, head.frameBytes);
  return frame?.length === head.frameBytes ? frame : undefined;
}

/** Bytes with a correct checksum may still not be a compressed frame, if another program wrote them. */
function decompressed(stored: Uint8Array, maxBytes: number): Uint8Array | undefined {
  try {
    return brotliDecompressSync(stored, { maxOutputLength: maxBytes });
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).code === 'string') return undefined;
    throw error;
  }
}

export function isFrameIntact({ storedBytes, storedChecksum }: FrameHead, stored: Uint8Array): boolean {
  return stored.length === storedBytes && crc32c(stored) === storedChecksum;
}
