import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { InputColumn, InputFrame } from '../../../../src/history/input-store.ts';
import { FrameDecoder, FrameEncoder } from '../../../../src/history/inputs/frame-codec.ts';
import { bitsOf, frameAt, START } from './input-frames.ts';

/** Encodes one frame after the other and decodes them again. */
function roundTrip(frames: readonly InputFrame[], isKey: (place: number) => boolean): InputFrame[] {
  const encoder = new FrameEncoder();
  const decoder = new FrameDecoder();
  return frames.map((frame, place) => {
    decoder.advance(encoder.encode(frame, isKey(place)).slice(), isKey(place));
    return decoder.frame(frame.at);
  });
}

const decimal = fc
  .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: -12, max: 24 }))
  .map(([digits, exponent]) => Number(`${digits}e${-exponent}`));
const number = fc.oneof(
  { weight: 6, arbitrary: decimal },
  { weight: 1, arbitrary: fc.double() },
  fc.constantFrom(0, -0, Infinity, -Infinity, 1e15, 1e15 + 1, 2 ** 53, 5e-324, 1.7976931348623157e308),
);
const CELLS = 6;
const doubles = fc
  .array(number, { minLength: CELLS, maxLength: CELLS })
  .map((numbers) => ({ numbers: Float64Array.from(numbers) }));
const follower = doubles.map(({ numbers }) => ({ numbers, follows: 0 }));
const integers = fc
  .array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), { minLength: 2, maxLength: 2 })
  .map((numbers) => ({ numbers: Int32Array.from(numbers) }));
const small = fc.uint8Array({ minLength: 3, maxLength: 3 }).map((numbers) => ({ numbers: numbers.slice() }));
const medium = fc
  .uint16Array({ minLength: 1, maxLength: 1 })
  .map((numbers) => ({ numbers: numbers.slice() }));
const frame = fc
  .tuple(doubles, follower, integers, small, medium, fc.uint8Array({ maxLength: 20 }))
  .map(([a, b, c, d, e, rest]): InputFrame => {
    const columns: readonly InputColumn[] = [a, b, c, d, e];
    return { at: START, columns, rest: rest.slice() };
  });

describe('frames', () => {
  test('are decoded to the bit, whatever the numbers', () => {
    fc.assert(
      fc.property(
        fc.array(frame, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 4 }),
        (frames, keyEvery) => {
          const back = roundTrip(frames, (place) => place % keyEvery === 0);
          expect(back.map(bitsOf)).toEqual(frames.map(bitsOf));
        },
      ),
      { numRuns: 400 },
    );
  });

  test('are decoded to the bit if most numbers stay or move a little', () => {
    const frames = Array.from({ length: 50 }, (_, i) => frameAt(START + i * 30_000));
    expect(roundTrip(frames, (place) => place === 0).map(bitsOf)).toEqual(frames.map(bitsOf));
  });

  test('take few bytes where nothing moves', () => {
    const encoder = new FrameEncoder();
    const still = { ...frameAt(START, 1000), rest: new Uint8Array(0) };
    const whole = encoder.encode(still, true).length;
    const again = encoder.encode(still, false);
    expect(whole).toBeGreaterThan(8000);
    expect(again.filter((byte) => byte !== 0).length).toBeLessThan(40);
  });

  test('of another length than the previous one cannot continue from it', () => {
    const encoder = new FrameEncoder();
    encoder.encode(frameAt(START, 5), true);
    expect(encoder.canContinue(frameAt(START, 5))).toBe(true);
    expect(encoder.canContinue(frameAt(START, 6))).toBe(false);
  });

  test('that are too short or too long are refused', () => {
    const bytes = new FrameEncoder().encode(frameAt(START), true).slice();
    for (let length = 0; length < bytes.length; length++)
      expect(() => new FrameDecoder().advance(bytes.subarray(0, length), true)).toThrow(RangeError);
    expect(() => new FrameDecoder().advance(Uint8Array.of(...bytes, 0), true)).toThrow(RangeError);
  });
});
