import { fstatSync, readSync } from '../../disk/files.ts';
import { hourOfTick, type Millis } from '../../core/time.ts';
import {
  FRAME_MAGIC,
  FRAME_HEAD_BYTES,
  isFrameIntact,
  decodeFrameHead,
  type FrameHead,
} from './sealed-frame.ts';

/** A frame in a file. */
export interface ListedFrame extends FrameHead {
  /** The offset of its head. */
  readonly offset: number;
}

export interface FrameList {
  /** In the order of writing. */
  readonly frames: readonly ListedFrame[];
  /** The end of the last frame; anything after it is unfinished or damaged. */
  readonly end: number;
}

/**
 * Lists the frames of a file by their heads. After a damaged head, the list continues with the next sound one. An incomplete last
 * frame is omitted.
 */
export function listFrames(file: number): FrameList {
  const { size } = fstatSync(file);
  const frames: ListedFrame[] = [];
  let end = 0;
  for (let offset = 0; offset + FRAME_HEAD_BYTES <= size;) {
    const head = decodeFrameHead(readAt(file, offset, FRAME_HEAD_BYTES));
    if (head && offset + FRAME_HEAD_BYTES + head.storedBytes <= size) {
      frames.push({ ...head, offset });
      end = offset += FRAME_HEAD_BYTES + head.storedBytes;
      continue;
    }
    const next = nextHead(file, offset + 1, size);
    if (next === undefined) break;
    offset = next;
  }
  return { frames, end };
}

/**
 * The offset for the next frame. An unfinished last frame, as a crash leaves it, may be cut off there. Anything else that cannot
 * be read is damage and stays in the file.
 */
export function appendEnd(file: number): number {
  const { size } = fstatSync(file);
  const { end } = listFrames(file);
  const rest = readAt(file, end, size - end);
  const isUnfinished =
    rest.length < FRAME_HEAD_BYTES || decodeFrameHead(rest) !== undefined || rest.every((byte) => byte === 0);
  return isUnfinished ? end : size;
}

/** Bytes that are not part of a sound frame. */
export interface DamagedBytes {
  readonly offset: number;
  readonly bytes: number;
  readonly reason: string;
}

/**
 * Checks all frames of an hour's file. The bytes after the last frame may be the start of another one, left by a crash or a
 * pending write. `isGrowing`: the file may be written to during the check, so bytes added meanwhile are ignored. `onBytes`:
 * called with the number of bytes read; it may delay the check.
 */
export async function findFrameDamage(
  file: number,
  hour: Millis,
  isGrowing: boolean,
  onBytes: (bytes: number) => Promise<void> | void,
): Promise<DamagedBytes[]> {
  const { size } = fstatSync(file);
  const { frames, end } = listFrames(file);
  const damaged: DamagedBytes[] = [];
  let at = 0;
  for (const frame of frames) {
    const { offset, storedBytes } = frame;
    if (offset > at) damaged.push({ offset: at, bytes: offset - at, reason: 'there is no frame here' });
    at = offset + FRAME_HEAD_BYTES + storedBytes;
    const bytes = FRAME_HEAD_BYTES + storedBytes;
    if (!isFrameIntact(frame, readStored(file, frame)))
      damaged.push({ offset, bytes, reason: 'the checksum of the frame is wrong' });
    else if (hourOfTick(frame.at) !== hour)
      damaged.push({ offset, bytes, reason: 'the frame belongs to another hour' });
    await onBytes(bytes);
  }
  const hasGrown = isGrowing && fstatSync(file).size !== size;
  const isUnfinished = hasGrown || appendEnd(file) === end;
  if (!isUnfinished) damaged.push({ offset: end, bytes: size - end, reason: 'there is no frame here' });
  return damaged;
}

/** The compressed frame; shorter than stated in its head if the file ends earlier. */
export function readStored(file: number, { offset, storedBytes }: ListedFrame): Buffer {
  return readAt(file, offset + FRAME_HEAD_BYTES, storedBytes);
}

function readAt(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const read = readSync(file, bytes, filled, length - filled, offset + filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

/** The offset of the next head. Searches byte by byte, because the file is damaged. */
function nextHead(file: number, from: number, size: number): number | undefined {
  const bytes = readAt(file, from, size - from);
  for (let at = bytes.indexOf(FRAME_MAGIC); at >= 0; at = bytes.indexOf(FRAME_MAGIC, at + 1)) {
    const head = decodeFrameHead(bytes, at);
    if (head && at + FRAME_HEAD_BYTES + head.storedBytes <= bytes.length) return from + at;
  }
  return undefined;
}
