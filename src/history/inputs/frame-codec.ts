import type { Millis } from '../../core/time.ts';
import type { InputColumn, InputFrame } from '../input-store.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { InputColumnEncoder, decodeColumn } from './column-codec.ts';
import { ColumnMemory, RAW } from './column-memory.ts';

/** The order is the type's number in the format. */
const TYPES = [Float64Array, Int32Array, Uint16Array, Uint8Array] as const;

/** Turns one frame after the other into bytes, each as its difference from the one before. */
export class FrameEncoder {
  readonly #columns = new InputColumnEncoder();
  readonly #writer = new ByteWriter(2 ** 20);
  #memories: ColumnMemory[] = [];

  /** Whether the frame can be told as a difference from the last one: its columns are as long. */
  canGoOn({ columns }: InputFrame): boolean {
    const memories = this.#memories;
    return (
      columns.length === memories.length &&
      columns.every(({ numbers }, i) => numbers.length === memories[i]!.length)
    );
  }

  /** A key frame stands for itself. The bytes are valid until the next call. */
  encode({ columns, rest }: InputFrame, isKey: boolean): Uint8Array {
    if (!this.canGoOn({ at: 0, columns, rest }))
      this.#memories = columns.map(({ numbers }) => new ColumnMemory(numbers.length));
    const to = this.#writer;
    to.clear();
    to.byte(columns.length);
    columns.forEach((column, i) => this.#encodeColumn(column, this.#memories[i]!, isKey));
    to.varint(rest.length);
    to.put(rest);
    return to.bytes();
  }

  #encodeColumn({ numbers, follows }: InputColumn, memory: ColumnMemory, isKey: boolean): void {
    const to = this.#writer;
    to.byte(TYPES.findIndex((type) => numbers instanceof type));
    to.byte(follows === undefined ? 0 : follows + 1);
    to.varint(numbers.length);
    const hints = isKey ? hintsFrom(memory) : memory.scales;
    const leader = follows === undefined ? undefined : this.#memories[follows];
    const values = numbers instanceof Float64Array ? numbers : Float64Array.from(numbers);
    this.#columns.encode(values, memory, leader, hints, to);
  }
}

/** A key frame tries the scales of the frame before, so that the frames after it seldom need others. */
function hintsFrom(memory: ColumnMemory): Uint8Array {
  const hints = memory.scales.map((scale) => (scale === RAW ? 0 : scale));
  memory.forget();
  return hints;
}

interface ColumnKind {
  readonly type: (typeof TYPES)[number];
  readonly follows: number;
}

/** Reads frames in the order in which they were encoded, from a key frame on. */
export class FrameDecoder {
  #memories: ColumnMemory[] = [];
  #kinds: ColumnKind[] = [];
  #rest = new Uint8Array(0);

  /** Goes on to the next frame. Throws a RangeError where the bytes are no frame, or not the next one. */
  advance(bytes: Uint8Array, isKey: boolean): void {
    const from = new ByteReader(bytes);
    const count = from.byte();
    if (isKey) this.#memories = [];
    else if (count !== this.#memories.length) throw new RangeError('the frame before had other columns');
    this.#kinds = Array.from({ length: count }, (_, i) => this.#decodeColumn(from, i));
    this.#rest = from.take(from.varint()).slice();
    from.end();
  }

  /** The frame that it has come to. */
  frame(at: Millis): InputFrame {
    const columns = this.#kinds.map(({ type, follows }, i) => {
      const numbers = new type(this.#memories[i]!.length);
      this.#memories[i]!.copyTo(numbers);
      return follows < 0 ? { numbers } : { numbers, follows };
    });
    return { at, columns, rest: this.#rest };
  }

  #decodeColumn(from: ByteReader, place: number): ColumnKind {
    const type = TYPES[from.byte()];
    const follows = from.byte() - 1;
    const length = from.varint();
    if (!type || follows >= place) throw new RangeError('a column of no kind');
    const memory = (this.#memories[place] ??= new ColumnMemory(length));
    const leader = this.#memories[follows];
    if (memory.length !== length || (leader && leader.length !== length))
      throw new RangeError('columns that belong together differ in length');
    decodeColumn(memory, leader, from);
    return { type, follows };
  }
}
