import type { Millis } from '../../core/time.ts';
import type { InputColumn, InputFrame } from '../input-store.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { InputColumnEncoder, decodeColumn } from './column-codec.ts';
import { ColumnMemory, RAW_SCALE } from './column-memory.ts';

/** The index is the type's number in the format. */
const TYPES = [Float64Array, Int32Array, Uint16Array, Uint8Array] as const;

/** Encodes a sequence of frames, each as the difference from the previous one. */
export class FrameEncoder {
  readonly #columns = new InputColumnEncoder();
  readonly #writer = new ByteWriter(2 ** 20);
  #memories: ColumnMemory[] = [];

  /** Whether the frame can be encoded as a difference from the last one: its columns have the same lengths. */
  canContinue({ columns }: InputFrame): boolean {
    const memories = this.#memories;
    return (
      columns.length === memories.length &&
      columns.every(({ numbers }, i) => numbers.length === memories[i]!.length)
    );
  }

  /** A key frame does not depend on other frames. The bytes are valid until the next call. */
  encode({ columns, rest }: InputFrame, isKey: boolean): Uint8Array {
    if (!this.canContinue({ at: 0, columns, rest }))
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

/** A key frame first tries the scales of the previous frame, so that later frames seldom need new ones. */
function hintsFrom(memory: ColumnMemory): Uint8Array {
  const hints = memory.scales.map((scale) => (scale === RAW_SCALE ? 0 : scale));
  memory.forget();
  return hints;
}

interface ColumnKind {
  readonly type: (typeof TYPES)[number];
  readonly follows: number;
}

/** Decodes frames in the order in which they were encoded, starting at a key frame. */
export class FrameDecoder {
  #memories: ColumnMemory[] = [];
  #kinds: ColumnKind[] = [];
  #rest = new Uint8Array(0);

  /** Decodes the next frame. Throws a RangeError if the bytes are not a frame, or not the next one. */
  advance(bytes: Uint8Array, isKey: boolean): void {
    const from = new ByteReader(bytes);
    const count = from.byte();
    if (isKey) this.#memories = [];
    else if (count !== this.#memories.length) throw new RangeError('the previous frame had other columns');
    this.#kinds = Array.from({ length: count }, (_, i) => this.#decodeColumn(from, i));
    this.#rest = from.take(from.varint()).slice();
    from.end();
  }

  /** The current frame. */
  frame(at: Millis): InputFrame {
    const columns = this.#kinds.map(({ type, follows }, i) => {
      const numbers = new type(this.#memories[i]!.length);
      this.#memories[i]!.copyTo(numbers);
      return follows < 0 ? { numbers } : { numbers, follows };
    });
    return { at, columns, rest: this.#rest };
  }

  #decodeColumn(from: ByteReader, index: number): ColumnKind {
    const type = TYPES[from.byte()];
    const follows = from.byte() - 1;
    const length = from.varint();
    if (!type || follows >= index) throw new RangeError('a column has an invalid type');
    const memory = (this.#memories[index] ??= new ColumnMemory(length));
    const leader = this.#memories[follows];
    if (memory.length !== length || (leader && leader.length !== length))
      throw new RangeError('a column and the one it follows differ in length');
    decodeColumn(memory, leader, from);
    return { type, follows };
  }
}
