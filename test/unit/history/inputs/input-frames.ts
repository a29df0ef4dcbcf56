import type { Millis } from '../../../../src/core/time.ts';
import type { InputColumn, InputFrame } from '../../../../src/history/input-store.ts';

export const START: Millis = Date.parse('2026-03-01T12:00:30Z');

/** A small frame, like one of a tick: its numbers follow from its time. */
export function frameAt(at: Millis, cells = 50): InputFrame {
  const slot = at / 30_000;
  const column = (make: (cell: number) => number) => Float64Array.from({ length: cells }, (_, i) => make(i));
  const moved = (cell: number) => ((slot * 7919 + cell * 31) % 97) - 48;
  const bid = column((cell) => Number((100 + cell + moved(cell) / 1000).toFixed(3)));
  const columns: InputColumn[] = [
    { numbers: bid },
    { numbers: bid.map((price) => Number((price + 0.002).toFixed(3))), follows: 0 },
    { numbers: column((cell) => (cell % 7 === 0 ? 1 / 3 + cell : at - cell)) },
    { numbers: Int32Array.from({ length: cells }, (_, cell) => ((cell + slot) % 5) - 1) },
    { numbers: Uint8Array.from({ length: 3 }, (_, cell) => (slot + cell) % 256) },
  ];
  return { at, columns, rest: new TextEncoder().encode(`rest of ${at}`) };
}

/** Everything of a frame, bit for bit. */
export function bitsOf({ at, columns, rest }: InputFrame): unknown {
  return {
    at,
    rest: Buffer.from(rest).toString('hex'),
    columns: columns.map(({ numbers, follows }) => ({
      type: numbers.constructor.name,
      follows,
      bits: Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('hex'),
    })),
  };
}
