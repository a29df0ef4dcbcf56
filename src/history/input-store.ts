import type { Millis } from '../core/time.ts';

export type InputNumbers = Float64Array | Int32Array | Uint16Array | Uint8Array;

/** Numbers of one kind. Most of them stay the same, or change little, from one tick to the next. */
export interface InputColumn {
  readonly numbers: InputNumbers;
  /** The index of an earlier column of the same length whose changes these numbers usually share. */
  readonly follows?: number;
}

/** Everything that a tick was computed from, in an order chosen by the writer. */
export interface InputFrame {
  readonly at: Millis;
  readonly columns: readonly InputColumn[];
  /** Data that do not fit into columns, opaque here. */
  readonly rest: Uint8Array;
}

/** Why there are no inputs: they were never recorded or were dropped, or their bytes have changed. */
export type NoInputs = 'not-kept' | 'damaged';

export interface RecordedInputs {
  readonly at: Millis;
  readonly inputs: InputFrame | 'damaged';
}

/**
 * Reads the inputs of past ticks.
 *
 * - Returns exactly what was appended; if that is not certain, it returns `damaged`, never different data.
 * - If a slot was appended more than once, the last one counts.
 * - Reads may run at any time, also in other threads and processes than the one that appends.
 */
export interface InputReader {
  read(at: Millis): Promise<InputFrame | NoInputs>;
  /** The inputs of the ticks from <= t <= to, in chronological order. */
  between(from: Millis, to: Millis): AsyncIterable<RecordedInputs>;
}

/** The extent of the stored inputs, from the first tick to the last one. */
export interface InputBounds {
  readonly first: Millis;
  readonly last: Millis;
  readonly bytes: number;
}

/** Reads inputs from their permanent place. */
export interface StoredInputReader extends InputReader {
  /** Undefined if no inputs are stored. */
  bounds(): Promise<InputBounds | undefined>;
  close(): Promise<void>;
}

/** If there is no space, inputs are given up so that history can continue. */
export type RecordOutcome = 'recorded' | 'given-up';

/**
 * Records inputs for the configured time and while there is space.
 *
 * - When `append` resolves with `recorded`, the frame is durable. With `given-up` nothing of it is stored, because there is no
 *   space for it even after dropping older ones. If it rejects, nothing is stored either, and it may be retried.
 * - Only one process appends; the one that opened the store closes it.
 */
export interface InputStore {
  append(frame: InputFrame): Promise<RecordOutcome>;
  close(): Promise<void>;
}

/** Why hours of inputs were dropped. */
export type DropReason = 'age' | 'room';

/** The events of an input store. */
export type InputEvent =
  | { readonly kind: 'recorded'; readonly at: Millis; readonly bytes: number; readonly keptBytes: number }
  | { readonly kind: 'dropped'; readonly hour: Millis; readonly bytes: number; readonly reason: DropReason }
  | { readonly kind: 'given-up'; readonly at: Millis; readonly reason: string };
