import { expect, test } from 'vitest';
import { ByteSlabs, SpareSlabs } from '../../../../../src/history/embedded/segment/byte-slabs.ts';

const MIB = 2 ** 20;

test('kept bytes stay unchanged and packed, whatever their size', () => {
  const slabs = new ByteSlabs(new SpareSlabs());
  const part = new Uint8Array(20 * MIB).fill(7);
  const first = slabs.keep([Uint8Array.of(1, 2), Uint8Array.of(3)]);
  const second = slabs.keep([part]);
  const third = slabs.keep([part, part]);
  const large = slabs.keep([part, part, part]);
  const none = slabs.keep([]);
  part.fill(9);
  expect([...first]).toEqual([1, 2, 3]);
  expect(second.buffer).toBe(first.buffer);
  expect(third.buffer).not.toBe(first.buffer);
  expect([second, third, large, none].map(({ length }) => length / MIB)).toEqual([20, 40, 60, 0]);
  for (const kept of [second, third, large]) expect([kept[0], kept.at(-1)]).toEqual([7, 7]);
});

test('released slabs are reused, until they are not needed soon', () => {
  const spare = new SpareSlabs();
  const keep = (slabs: ByteSlabs, byte: number) => slabs.keep([Uint8Array.of(byte)]);
  const before = new ByteSlabs(spare);
  const released = keep(before, 1);
  const other = keep(new ByteSlabs(spare), 2);
  expect(other.buffer).not.toBe(released.buffer);
  before.release();
  const next = new ByteSlabs(spare);
  const again = keep(next, 3);
  expect([again.buffer === released.buffer, again[0]]).toEqual([true, 3]);
  next.release();
  spare.clear();
  expect(keep(new ByteSlabs(spare), 4).buffer).not.toBe(again.buffer);
});

test('spare slabs are limited to the number and memory that the last one needed', () => {
  const spare = new SpareSlabs();
  const buffersFor = (sizes: readonly number[]) => {
    const slabs = new ByteSlabs(spare);
    const buffers = sizes.map((mebibytes) => slabs.keep([new Uint8Array(mebibytes * MIB)]).buffer);
    slabs.release();
    return buffers;
  };
  const [first, second] = buffersFor([40, 20]);
  const again = buffersFor([40, 20]);
  expect([again[0] === first, again[1] === second]).toEqual([true, true]);
  // As much of the first as before, and nothing of the second.
  expect(buffersFor([40])[0] === first).toBe(true);
  expect(buffersFor([40, 20])[1] === second).toBe(false);
  // Little of a heavily used one.
  expect(buffersFor([1])[0] === first).toBe(true);
  const [small] = buffersFor([1]);
  expect(small === first).toBe(false);
  expect(buffersFor([1])[0] === small).toBe(true);
});
