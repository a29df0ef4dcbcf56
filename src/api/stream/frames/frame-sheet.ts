import { headerLength, writeHeader } from './frame.ts';

/** Positions of JSON records that follow each other with one byte in between. */
export interface Records {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
}

/** Bytes per socket write: enough to be cheap, and few enough to wait for the client in between. */
export const PIECE_BYTES = 256 * 1024;

/** Frames of 64 KiB and more have longer headers; no record is that long. */
const MAX_HEADER = 4;
const OPENING = 1;

/**
 * Records of one kind as websocket messages: each is framed once, in a shared buffer, so that single frames
 * and all frames are views of the same bytes.
 */
export class FrameTable {
  readonly bytes: Buffer;
  /** One more entry than frames. */
  readonly starts: Uint32Array;
  #pieces: readonly Buffer[] | undefined;

  private constructor(bytes: Buffer, starts: Uint32Array) {
    this.bytes = bytes;
    this.starts = starts;
  }

  /**
   * Frames these rows of the records, in this order. `openingOf` returns the replacement of a record's first
   * brace: the event, and other members that the record does not have.
   */
  static of(
    { bytes, starts }: Records,
    rows: ArrayLike<number>,
    openingOf: (row: number) => Buffer,
  ): FrameTable {
    const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const lengthOf = (row: number) => (starts[row + 1] ?? 0) - (starts[row] ?? 0) - 1 - OPENING;
    let most = 0;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] ?? 0;
      most += MAX_HEADER + openingOf(row).length + lengthOf(row);
    }
    const target = Buffer.allocUnsafeSlow(most);
    const frameStarts = new Uint32Array(rows.length + 1);
    let end = 0;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] ?? 0;
      const opening = openingOf(row);
      const length = lengthOf(row);
      frameStarts[i] = end;
      end = writeHeader(target, end, opening.length + length);
      target.set(opening, end);
      end += opening.length;
      const from = (starts[row] ?? 0) + OPENING;
      target.set(source.subarray(from, from + length), end);
      end += length;
    }
    frameStarts[rows.length] = end;
    return new FrameTable(target.subarray(0, end), frameStarts);
  }

  /** Joins frames that are complete already. */
  static joined(frames: readonly Buffer[]): FrameTable {
    const starts = new Uint32Array(frames.length + 1);
    frames.forEach((frame, i) => (starts[i + 1] = (starts[i] ?? 0) + frame.length));
    return new FrameTable(Buffer.concat(frames), starts);
  }

  get count(): number {
    return this.starts.length - 1;
  }

  frame(position: number): Buffer {
    return this.bytes.subarray(this.starts[position], this.starts[position + 1]);
  }

  /** All frames, cut between frames into pieces of about `PIECE_BYTES`. */
  get pieces(): readonly Buffer[] {
    return (this.#pieces ??= this.piecesOf(0, this.count));
  }

  /** The frames from one position up to, not including, another. */
  piecesOf(first: number, end: number): readonly Buffer[] {
    const pieces: Buffer[] = [];
    let from = first;
    for (let next = first + 1; next <= end; next++) {
      const length = (this.starts[next] ?? 0) - (this.starts[from] ?? 0);
      if (length < PIECE_BYTES && next < end) continue;
      pieces.push(this.bytes.subarray(this.starts[from], this.starts[next]));
      from = next;
    }
    return pieces;
  }
}

/** A record as a single message. */
export function recordFrame(opening: Buffer, record: Uint8Array): Buffer {
  const length = opening.length + record.length - OPENING;
  const frame = Buffer.allocUnsafe(headerLength(length) + length);
  const at = writeHeader(frame, 0, length);
  frame.set(opening, at);
  frame.set(record.subarray(OPENING), at + opening.length);
  return frame;
}
