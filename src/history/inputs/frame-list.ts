import { fstatSync, readSync } from '../../disk/files.ts';
import { hourOfTick, type Millis } from '../../core/time.ts';
import { FRAME_MAGIC, HEAD_BYTES, isWhole, readHead, type FrameHead } from './sealed-frame.ts';

/** A frame of a file by where it lies. */
export interface ListedFrame extends FrameHead {
  /** Of its head. */
  readonly offset: number;
}

export interface FrameList {
  /** In the order of writing. */
  readonly frames: readonly ListedFrame[];
  /** Where the last frame ends; what follows was not written to its end, or is damaged. */
  readonly end: number;
}

/**
 * Lists the frames of a file by their heads. Where a head is damaged, the list goes on with the next one that is not. A
 * last frame that is not all there is left out.
 */
export function listFrames(file: number): FrameList {
  const { size } = fstatSync(file);
  const frames: ListedFrame[] = [];
  let end = 0;
  for (let offset = 0; offset + HEAD_BYTES <= size;) {
    const head = readHead(readAt(file, offset, HEAD_BYTES));
    if (head && offset + HEAD_BYTES + head.storedBytes <= size) {
      frames.push({ ...head, offset });
      end = offset += HEAD_BYTES + head.storedBytes;
      continue;
    }
    const next = nextHead(file, offset + 1, size);
    if (next === undefined) break;
    offset = next;
  }
  return { frames, end };
}

/**
 * Where the next frame goes. A last frame that was not written to its end, which is what a crash leaves, is no longer
 * needed: it may be cut off there. Anything else that cannot be read is damage, and stays where it is.
 */
export function appendEnd(file: number): number {
  const { size } = fstatSync(file);
  const { end } = listFrames(file);
  const rest = readAt(file, end, size - end);
  const isUnfinished =
    rest.length < HEAD_BYTES || readHead(rest) !== undefined || rest.every((byte) => byte === 0);
  return isUnfinished ? end : size;
}

/** Bytes that are not part of a sound frame. */
export interface DamagedBytes {
  readonly offset: number;
  readonly bytes: number;
  readonly reason: string;
}

/**
 * Checks all frames of a file of an hour. What stands behind the last one may be the beginning of a frame, as a crash or a
 * write that is under way leaves it. `isGrowing`: the file may be written to, so that what has come meanwhile says nothing.
 * `onBytes` is told how much was read, and may make the check wait.
 */
export async function damageIn(
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
    if (offset > at) damaged.push({ offset: at, bytes: offset - at, reason: 'no frame begins here' });
    at = offset + HEAD_BYTES + storedBytes;
    const bytes = HEAD_BYTES + storedBytes;
    if (!isWhole(frame, readStored(file, frame)))
      damaged.push({ offset, bytes, reason: 'the checksum of the frame does not fit' });
    else if (hourOfTick(frame.at) !== hour)
      damaged.push({ offset, bytes, reason: 'the frame is of another hour' });
    await onBytes(bytes);
  }
  const hasGrown = isGrowing && fstatSync(file).size !== size;
  const isUnfinished = hasGrown || appendEnd(file) === end;
  if (!isUnfinished) damaged.push({ offset: end, bytes: size - end, reason: 'no frame begins here' });
  return damaged;
}

/** The compressed frame; shorter than its head says where the file ends before. */
export function readStored(file: number, { offset, storedBytes }: ListedFrame): Buffer {
  return readAt(file, offset + HEAD_BYTES, storedBytes);
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

/** The next place that is a head; the file, which is damaged, is searched byte by byte. */
function nextHead(file: number, from: number, size: number): number | undefined {
  const bytes = readAt(file, from, size - from);
  for (let at = bytes.indexOf(FRAME_MAGIC); at >= 0; at = bytes.indexOf(FRAME_MAGIC, at + 1)) {
    const head = readHead(bytes, at);
    if (head && at + HEAD_BYTES + head.storedBytes <= bytes.length) return from + at;
  }
  return undefined;
}
