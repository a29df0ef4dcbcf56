import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/** What a recording begins with: its name and the version of its format. */
export const MAGIC = Buffer.from('TIDEMARK RECORDING 1\n');
const HEAD_BYTES = 8;
/** No frame of a cycle has as much; a larger length is damage. */
const MOST_BYTES = 256 * 2 ** 20;

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
  /** Of whole frames, with the beginning of the file. */
  readonly soundBytes: number;
  /** Undefined where the file ends with a whole frame. */
  readonly problem?: string;
}

/** Reads so many bytes from a place; fewer at the end of the file. */
export type ReadBytes = (position: number, length: number) => Buffer;

/** The content of each frame, in order; returns where they end. What follows a damaged frame cannot be relied on. */
export function* readFrames(read: ReadBytes): Generator<unknown, FramesEnd, undefined> {
  if (!read(0, MAGIC.length).equals(MAGIC))
    return { soundBytes: 0, problem: 'is no recording of this version' };
  let position = MAGIC.length;
  for (;;) {
    const head = read(position, HEAD_BYTES);
    if (head.length === 0) return { soundBytes: position };
    const length = head.length < HEAD_BYTES ? Infinity : head.readUInt32LE(0);
    if (length > MOST_BYTES) return { soundBytes: position, problem: 'ends in the middle of a frame' };
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

/** Undefined where it is none, though its checksum is right: it was written by another program. */
function contentOf(packed: Buffer): unknown {
  try {
    return JSON.parse(inflateRawSync(packed, { maxOutputLength: MOST_BYTES }).toString('utf8'));
  } catch {
    return undefined;
  }
}
