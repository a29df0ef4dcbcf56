import { closeSync } from '../../disk/files.ts';
import { HOUR_MS, hourOfTick, type Millis } from '../../core/time.ts';
import { readFailureOf } from '../../disk/read-failure.ts';
import { openRegularFile } from '../../disk/regular-file.ts';
import type { InputBounds, InputFrame, NoInputs, RecordedInputs, StoredInputReader } from '../input-store.ts';
import { FrameDecoder } from './frame-codec.ts';
import { listFrames, readStored, type ListedFrame } from './frame-list.ts';
import { InputFolder } from './input-folder.ts';
import { openFrame } from './sealed-frame.ts';
import { ignoreMissing } from '../../disk/ignore-missing.ts';

/** Reads inputs from their files, which another thread or process may be writing. Nothing is held between reads. */
export class FileInputReader implements StoredInputReader {
  readonly #folder: InputFolder;
  readonly #onUnreadable: ((file: string) => void) | undefined;

  /** A file that the disk refuses to read is told and passed over; without `onUnreadable` reading it fails. */
  constructor(path: string, onUnreadable?: (file: string) => void) {
    this.#folder = new InputFolder(path);
    this.#onUnreadable = onUnreadable;
  }

  async read(at: Millis): Promise<InputFrame | NoInputs> {
    for await (const { inputs } of this.between(at, at)) return inputs;
    return 'not-kept';
  }

  /** Instants of the frames of the newest hour that has any, ascending. */
  newest(): Millis[] {
    for (const hour of this.#folder.hours().toReversed()) {
      const own = this.#instantsOf(hour);
      if (own.length > 0) return own;
    }
    return [];
  }

  /** The first instant after this one that has a frame; undefined where none has. */
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
 * Of frames of the same slot the last one; in the order of time, which is that of writing but for a clock set back. Frames
 * of another hour are in the wrong file: a copy, which says nothing.
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

/** Decodes frames of one file; going on from one to a later one of the same run costs only what lies between. */
class FrameCursor {
  readonly #file: number;
  readonly #frames: readonly ListedFrame[];
  #decoder = new FrameDecoder();
  /** The place of the frame that the decoder has read last. */
  #place = -1;

  constructor(file: number, frames: readonly ListedFrame[]) {
    this.#file = file;
    this.#frames = frames;
  }

  /** Undefined where the frame, or one that it builds on, is not what was written. */
  read(frame: ListedFrame): InputFrame | undefined {
    const target = this.#frames.indexOf(frame);
    const key = this.#frames.findLastIndex(({ isKey }, place) => isKey && place <= target);
    if (key < 0) return undefined;
    const goesOn = this.#place >= key && this.#place < target;
    for (let place = goesOn ? this.#place + 1 : key; place <= target; place++)
      if (!this.#advanceTo(place)) return undefined;
    return this.#decoder.frame(frame.at);
  }

  #advanceTo(place: number): boolean {
    const head = this.#frames[place]!;
    this.#place = -1;
    if (!head.isKey && head.baseChecksum !== this.#frames[place - 1]?.storedChecksum) return false;
    const bytes = openFrame(head, readStored(this.#file, head));
    if (!bytes) return false;
    try {
      this.#decoder.advance(bytes, head.isKey);
      this.#place = place;
      return true;
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
  }
}
