import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/** First bytes of a recording: its name and the version of its format. */
export const RECORDING_MAGIC = Buffer.from('TIDEMARK RECORDING 1\n');
const HEAD_BYTES = 8;
/** Frames of a cycle are always smaller; a larger length means damage. */
const MAX_BYTES = 256 * 2 ** 20;

/** One frame: length and checksum of its content, both little-endian, and the content as deflated JSON. */
export function encodeFrame(content: unknown): Buffer {
  const packed = deflateRawSync(JSON.stringify(content));
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(packed.length, 0);
  head.writeUInt32LE(crc32(packed), 4);
  return Buffer.concat([head, packed]);
}

/** Where the frames of a file end, and why. */
export interface FramesEnd {
  /** Length of the intact frames, including the beginning of the file. */
  readonly soundBytes: number;
  /** Undefined if the file ends with a whole frame. */
  readonly problem?: string;
}

/** Reads `length` bytes at a position; fewer at the end of the file. */
export type ReadBytes = (position: number, length: number) => Buffer;

/** Yields the content of each frame, in order; returns where they end. Nothing after a damaged frame is trusted. */
export function* readFrames(read: ReadBytes): Generator<unknown, FramesEnd, undefined> {
  if (!read(0, RECORDING_MAGIC.length).equals(RECORDING_MAGIC))
    return { soundBytes: 0, problem: 'is not a recording of this version' };
  let position = RECORDING_MAGIC.length;
  for (;;) {
    const head = read(position, HEAD_BYTES);
    if (head.length === 0) return { soundBytes: position };
    const length = head.length < HEAD_BYTES ? Infinity : head.readUInt32LE(0);
    if (length > MAX_BYTES) return { soundBytes: position, problem: 'ends in the middle of a frame' };
    const packed = read(position + HEAD_BYTES, length);
    if (packed.length < length) return { soundBytes: position, problem: 'ends in the middle of a frame' };
    if (crc32(packed) !== head.readUInt32LE(4))
      return { soundBytes: position, problem: `is damaged at byte ${position}` };
    const content = contentOf(packed);
    if (content === undefined) return { soundBytes: position, problem: `is damaged at byte ${position}` };
    yield content;
    position += HEAD_BYTES + length;
  }
}

/** Undefined if it is not JSON although its checksum is right: another program wrote it. */
function contentOf(packed: Buffer): unknown {
  try {
    return JSON.parse(inflateRawSync(packed, { maxOutputLength: MAX_BYTES }).toString('utf8'));
  } catch {
    return undefined;
  }
}
