import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SLOT_MS, type Millis } from '../../../src/core/time.ts';
import type { InputReader, InputStore } from '../../../src/history/input-store.ts';
import { bitsOf, frameAt, START } from '../../unit/history/inputs/input-frames.ts';

export interface InputStoreUnderTest {
  /** A new one, in which nothing is recorded. */
  readonly create: () => Promise<{ readonly reader: InputReader; readonly open: () => Promise<InputStore> }>;
}

const at = (tick: number): Millis => START + tick * SLOT_MS;
const upTo = (ticks: number): number[] => [...Array(ticks).keys()];

/** What every store of recorded inputs must do. A new one's test is a call of this. */
export function describeInputStore(name: string, { create }: InputStoreUnderTest): void {
  describe(name, () => {
    let reader: InputReader;
    let open: () => Promise<InputStore>;
    let store: InputStore;

    beforeEach(async () => {
      ({ reader, open } = await create());
      store = await open();
    });

    afterEach(() => store.close());

    async function append(...ticks: number[]): Promise<void> {
      for (const tick of ticks) expect(await store.append(frameAt(at(tick)))).toBe('recorded');
    }

    async function expectKept(ticks: readonly number[]): Promise<void> {
      for (const tick of ticks) {
        const read = await reader.read(at(tick));
        expect(typeof read === 'string' ? read : bitsOf(read)).toEqual(bitsOf(frameAt(at(tick))));
      }
    }

    test('gives back frames to the bit, from key frames and from differences', async () => {
      await append(...upTo(45));
      await expectKept(upTo(45));
      expect(await reader.read(at(45))).toBe('not-kept');
      expect(await reader.read(at(-1))).toBe('not-kept');
    });

    test('reads a range in the order of time, across hours and days', async () => {
      await append(0, 1, 119, 120, 121, 250, 1439, 1440, 3000);
      const read: number[] = [];
      for await (const { at: instant, inputs } of reader.between(at(1), at(1440))) {
        expect(typeof inputs === 'string' ? inputs : bitsOf(inputs)).toEqual(bitsOf(frameAt(instant)));
        read.push((instant - START) / SLOT_MS);
      }
      expect(read).toEqual([1, 119, 120, 121, 250, 1439, 1440]);
    });

    test('reads everything where a range has no bounds, and nothing where there is nothing', async () => {
      const all = async () => {
        const read: number[] = [];
        for await (const { at: instant } of reader.between(-Infinity, Infinity)) read.push(instant);
        return read;
      };
      expect(await all()).toEqual([]);
      await append(2, 30);
      expect(await all()).toEqual([at(2), at(30)]);
    });

    test('gives the last frame of a slot that was appended twice, and those around it', async () => {
      await append(0, 1);
      const again = { ...frameAt(at(1)), rest: Uint8Array.of(1, 2, 3) };
      await store.append(again);
      await append(2);
      const read = await reader.read(at(1));
      expect(typeof read === 'string' ? read : bitsOf(read)).toEqual(bitsOf(again));
      await expectKept([0, 2]);
    });

    test('gives the last frame of a slot that was appended again after later ones, which stay', async () => {
      await append(0, 1, 2);
      const again = { ...frameAt(at(1)), rest: Uint8Array.of(1, 2, 3) };
      await store.append(again);
      await append(3);
      const read = await reader.read(at(1));
      expect(typeof read === 'string' ? read : bitsOf(read)).toEqual(bitsOf(again));
      await expectKept([0, 2, 3]);
    });

    test('goes on after it was opened again', async () => {
      await append(0, 1, 2);
      await store.close();
      store = await open();
      await append(3, 4);
      await expectKept(upTo(5));
    });

    test('takes frames of another shape', async () => {
      await append(0);
      const other = frameAt(at(1), 80);
      await store.append(other);
      await append(2);
      const read = await reader.read(at(1));
      expect(typeof read === 'string' ? read : bitsOf(read)).toEqual(bitsOf(other));
      await expectKept([0, 2]);
    });
  });
}
