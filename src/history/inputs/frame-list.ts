import { fstatSync, readSync } from 'node:fs';
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

/** Where the bytes that can be trusted to the last frame end: cut there, the file can be gone on with. */
export function soundEnd(file: number): number {
  const { frames } = listFrames(file);
  const last = frames.findLast((frame) => isWhole(frame, readStored(file, frame)));
  return last ? last.offset + HEAD_BYTES + last.storedBytes : 0;
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
