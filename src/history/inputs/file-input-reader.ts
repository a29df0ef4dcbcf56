import { closeSync } from '../../disk/files.ts';
import { HOUR_MS, hourOfTick, type Millis } from '../../core/time.ts';
import { readFailureOf } from '../../disk/read-failure.ts';
import { openRegularFile } from '../../disk/regular-file.ts';
import type { InputBounds, InputFrame, NoInputs, RecordedInputs, StoredInputReader } from '../input-store.ts';
import { FrameDecoder } from './frame-codec.ts';
import { listFrames, readStored, type ListedFrame } from './frame-list.ts';
import { InputFolder } from './input-folder.ts';
import { decompressFrame } from './sealed-frame.ts';
import { ignoreMissing } from '../../disk/ignore-missing.ts';

/** Reads inputs from their files, which another thread or process may be writing. Keeps no state between reads. */
export class FileInputReader implements StoredInputReader {
  readonly #folder: InputFolder;
  readonly #onUnreadable: ((file: string) => void) | undefined;

  /** `onUnreadable`: called for a file that the disk fails to read, which is then skipped. Without it, the read rejects. */
  constructor(path: string, onUnreadable?: (file: string) => void) {
    this.#folder = new InputFolder(path);
    this.#onUnreadable = onUnreadable;
  }

  async read(at: Millis): Promise<InputFrame | NoInputs> {
    for await (const { inputs } of this.between(at, at)) return inputs;
    return 'not-kept';
  }

  /** The instants of the frames in the newest hour that has any, ascending. */
  newest(): Millis[] {
    for (const hour of this.#folder.hours().toReversed()) {
      const own = this.#instantsOf(hour);
      if (own.length > 0) return own;
    }
    return [];
  }

  /** The first instant after this one that has a frame; undefined if there is none. */
  firstAfter(at: Millis): Millis | undefined {
    for (const hour of this.#folder.hours().filter((start) => start + HOUR_MS > at)) {
      const first = this.#instantsOf(hour).find((own) => own > at);
      if (first !== undefined) return first;
    }
    return undefined;
  }

  async bounds(): Promise<InputBounds | undefined> {
    const [first, last] = [this.firstAfter(-Infinity), this.newest().at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const bytes = this.#folder.hours().reduce((sum, hour) => sum + this.#folder.bytesOf(hour), 0);
    return { first, last, bytes };
  }

  async close(): Promise<void> {}

  #instantsOf(hour: Millis): Millis[] {
    const file = ignoreMissing(() => openRegularFile(this.#folder.file(hour)));
    if (file === undefined) return [];
    try {
      const ats = listFrames(file).frames.map(({ at }) => at);
      return [...new Set(ats.filter((at) => hourOfTick(at) === hour))].toSorted((a, b) => a - b);
    } finally {
      closeSync(file);
    }
  }

  async *between(from: Millis, to: Millis): AsyncGenerator<RecordedInputs> {
    for (const hour of this.#folder.hours()) {
      if (hour + HOUR_MS < from || hour > to) continue;
      try {
        yield* this.#ofHour(hour, from, to);
      } catch (error) {
        if (!this.#onUnreadable || readFailureOf(error) === undefined) throw error;
        this.#onUnreadable(this.#folder.file(hour));
      }
    }
  }

  *#ofHour(hour: Millis, from: Millis, to: Millis): Generator<RecordedInputs> {
    const file = ignoreMissing(() => openRegularFile(this.#folder.file(hour)));
    if (file === undefined) return;
    try {
      yield* framesWithin(file, hour, from, to);
    } finally {
      closeSync(file);
    }
  }
}

/**
 * The last frame of each slot, in chronological order, which is the order of writing unless a clock was set back. Frames of
 * another hour are ignored: the file is a misplaced copy.
 */
function* framesWithin(file: number, hour: Millis, from: Millis, to: Millis): Generator<RecordedInputs> {
  const { frames } = listFrames(file);
  const counting = new Map(
    frames.filter(({ at }) => hourOfTick(at) === hour).map((frame) => [frame.at, frame]),
  );
  const wanted = [...counting.values()].filter(({ at }) => at >= from && at <= to);
  const cursor = new FrameCursor(file, frames);
  for (const frame of wanted.toSorted((a, b) => a.at - b.at))
    yield { at: frame.at, inputs: cursor.read(frame) ?? 'damaged' };
}

/** Decodes frames of one file. Moving on to a later frame of the same run decodes only the frames in between. */
class FrameCursor {
  readonly #file: number;
  readonly #frames: readonly ListedFrame[];
  #decoder = new FrameDecoder();
  /** The position of the frame that the decoder has read last. */
  #position = -1;

  constructor(file: number, frames: readonly ListedFrame[]) {
    this.#file = file;
    this.#frames = frames;
  }

  /** Undefined if the frame, or one that it builds on, is damaged. */
  read(frame: ListedFrame): InputFrame | undefined {
    const target = this.#frames.indexOf(frame);
    const key = this.#frames.findLastIndex(({ isKey }, position) => isKey && position <= target);
    if (key < 0) return undefined;
    const continues = this.#position >= key && this.#position < target;
    for (let position = continues ? this.#position + 1 : key; position <= target; position++)
      if (!this.#advanceTo(position)) return undefined;
    return this.#decoder.frame(frame.at);
  }

  #advanceTo(position: number): boolean {
    const head = this.#frames[position]!;
    this.#position = -1;
    if (!head.isKey && head.baseChecksum !== this.#frames[position - 1]?.storedChecksum) return false;
    const bytes = decompressFrame(head, readStored(this.#file, head));
    if (!bytes) return false;
    try {
      this.#decoder.advance(bytes, head.isKey);
      this.#position = position;
      return true;
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
  }
}
