import type { Millis } from '../core/time.ts';

export type InputNumbers = Float64Array | Int32Array | Uint16Array | Uint8Array;

/** Numbers of one kind. From one tick to the next most of them stay, or move a little. */
export interface InputColumn {
  readonly numbers: InputNumbers;
  /** The place of a column of the same length, before this one, whose moves these numbers mostly make too. */
  readonly follows?: number;
}

/** All that a tick was computed from, in the order that the writer has chosen. */
export interface InputFrame {
  readonly at: Millis;
  readonly columns: readonly InputColumn[];
  /** What does not fit columns, opaque here. */
  readonly rest: Uint8Array;
}

/** Why there are no inputs: never recorded or dropped since, or their bytes are no longer what was written. */
export type NoInputs = 'not-kept' | 'damaged';

export interface RecordedInputs {
  readonly at: Millis;
  readonly inputs: InputFrame | 'damaged';
}

/**
 * Inputs of past ticks.
 *
 * - What is read is what was appended, to the bit; where that is not certain it is `damaged`, never something else.
 * - Where a slot was appended more than once, the last one counts.
 * - Reads may run in other threads and processes than the one that appends, at any time.
 */
export interface InputReader {
  read(at: Millis): Promise<InputFrame | NoInputs>;
  /** What is kept of the ticks from <= t <= to, in the order of time. */
  between(from: Millis, to: Millis): AsyncIterable<RecordedInputs>;
}

/** What is kept, from the first tick to the last one. */
export interface InputBounds {
  readonly first: Millis;
  readonly last: Millis;
  readonly bytes: number;
}

/** Reads inputs from where all of them are kept. */
export interface StoredInputReader extends InputReader {
  /** Undefined if nothing is kept. */
  bounds(): Promise<InputBounds | undefined>;
  close(): Promise<void>;
}

/** Without room, inputs are given up so that history goes on. */
export type RecordOutcome = 'recorded' | 'given-up';

/**
 * Records inputs for as long as they are to be kept and while there is room.
 *
 * - When `append` resolves with `recorded`, the frame is durable. With `given-up` nothing of it is kept, because there is
 *   no room for it and dropping older ones makes none. When it rejects, nothing of it is kept either, and it may be tried
 *   again.
 * - One process appends; the one that opened the store closes it.
 */
export interface InputStore {
  append(frame: InputFrame): Promise<RecordOutcome>;
  close(): Promise<void>;
}

/** Why hours of inputs went. */
export type DropReason = 'age' | 'room';

/** What an input store tells its owner. */
export type InputEvent =
  | { readonly kind: 'recorded'; readonly at: Millis; readonly bytes: number; readonly keptBytes: number }
  | { readonly kind: 'dropped'; readonly hour: Millis; readonly bytes: number; readonly reason: DropReason }
  | { readonly kind: 'given-up'; readonly at: Millis; readonly reason: string };
