import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DeliveredIntervals } from '../../../src/sources/delivered-intervals.ts';

test('advancing time is delivered interval by interval', () => {
  const handedOn = new DeliveredIntervals();
  expect(handedOn.take(0, 10)).toEqual([[0, 10]]);
  expect(handedOn.take(10, 20)).toEqual([[10, 20]]);
});

test('after a jump ahead and back, intervals delivered there are skipped', () => {
  const handedOn = new DeliveredIntervals();
  handedOn.take(0, 10);
  handedOn.take(50, 60);
  expect(handedOn.take(10, 70)).toEqual([
    [10, 50],
    [60, 70],
  ]);
  expect(handedOn.take(0, 70)).toEqual([]);
});

test('in any order of calls, each instant is delivered once', () => {
  const span = fc.tuple(fc.nat(100), fc.nat(30)).map(([from, length]) => [from, from + length] as const);
  fc.assert(
    fc.property(fc.array(span, { maxLength: 20 }), (spans) => {
      const handedOn = new DeliveredIntervals();
      const seen = new Map<number, number>();
      for (const [from, to] of spans)
        for (const [start, end] of handedOn.take(from, to))
          for (let at = start + 1; at <= end; at++) seen.set(at, (seen.get(at) ?? 0) + 1);
      const wanted = new Set(
        spans.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + 1 + i)),
      );
      expect(new Set(seen.keys())).toEqual(wanted);
      expect([...seen.values()].every((times) => times === 1)).toBe(true);
    }),
  );
});
