import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeTick, encodeTick, type NumberedTick } from '../../../../src/history/tiers/tick-record.ts';

const anyTick: fc.Arbitrary<NumberedTick> = fc
  .array(
    fc.record({
      number: fc.nat({ max: 9000 }),
      price: fc.double(),
      volume: fc.double(),
      tickVolume: fc.option(fc.double({ noNaN: true }), { nil: Number.NaN }),
      flags: fc.nat({ max: 0xffff }),
    }),
    { maxLength: 60 },
  )
  .chain((rows) => fc.uint8Array({ maxLength: 50 }).map((record) => ({ rows, record })))
  .map(({ rows, record }) => ({
    numbers: Uint32Array.from(rows, ({ number }) => number),
    prices: Float64Array.from(rows, ({ price }) => price),
    volumes: Float64Array.from(rows, ({ volume }) => volume),
    tickVolumes: Float64Array.from(rows, ({ tickVolume }) => tickVolume),
    flags: Uint16Array.from(rows, ({ flags }) => flags),
    record: Uint8Array.from(record),
  }));

test('a tick is read back to the bit, at any offset', () => {
  fc.assert(
    fc.property(anyTick, fc.nat({ max: 9 }), (tick, offset) => {
      const encoded = encodeTick(tick);
      const shifted = new Uint8Array(encoded.length + offset);
      shifted.set(encoded, offset);
      expect(decodeTick(shifted.subarray(offset))).toEqual(tick);
    }),
  );
});
