import { describe, expect, it } from 'vitest';

import { FractalPath } from '../../../../src/simulator/prices/fractal-path.ts';
import { autocorrelation, deviation, excessKurtosis, shuffled } from '../statistics.ts';

const SHAPE = { levels: 12, blockDeviation: 1, unevenness: 0.3, memory: 0.5 };

function run(path: FractalPath, first: number, count: number): Float64Array {
  const out = new Float64Array(count);
  path.fill(first, count, out);
  return out;
}

const changes = (values: Float64Array) => values.slice(1).map((value, i) => value - (values[i] ?? 0));

describe('a fractal path', () => {
  it('gives a range the bytes of its single points, across the ends of blocks', () => {
    const values = run(new FractalPath(7, SHAPE), 4096 * 3 - 700, 6000);
    const single = new FractalPath(7, SHAPE);
    for (const i of shuffled(6000)) {
      if (single.at(4096 * 3 - 700 + i) !== values[i]) expect.fail(`slot ${i} differs`);
    }
  });

  it('gives slots at equal distances the bytes of its single points, nodes or not', () => {
    for (const [first, step] of [
      [4096 * 2 - 640, 64],
      [4096 * 2 - 7, 64],
      [4096 * 2 - 90, 45],
      [0, 4096],
    ] as const) {
      const out = new Float64Array(30);
      new FractalPath(7, SHAPE).fill(first, out.length, out, step);
      const single = new FractalPath(7, SHAPE);
      expect(out).toEqual(Float64Array.from(out, (_, i) => single.at(first + i * step)));
    }
  });

  it('gives a range the same bytes wherever it starts', () => {
    const whole = run(new FractalPath(7, SHAPE), 1000, 3000);
    const part = run(new FractalPath(7, SHAPE), 1777, 1234);
    expect(part).toEqual(whole.slice(777, 777 + 1234));
  });

  it('works before 1970 as well', () => {
    const values = run(new FractalPath(7, SHAPE), -5000, 10);
    expect(values[3]).toBe(new FractalPath(7, SHAPE).at(-4997));
    expect(values.every(Number.isFinite)).toBe(true);
  });

  it('is another path with another key', () => {
    expect(new FractalPath(1, SHAPE).at(500)).not.toBe(new FractalPath(2, SHAPE).at(500));
  });

  it('has the requested deviation, over a slot and over a block', () => {
    const values = run(new FractalPath(3, SHAPE), 0, 4096 * 300);
    expect(deviation(changes(values))).toBeCloseTo(1 / 64, 2);
    const knots = Float64Array.from({ length: 300 }, (_, i) => values[i * 4096] ?? 0);
    expect(deviation(changes(knots))).toBeGreaterThan(0.85);
    expect(deviation(changes(knots))).toBeLessThan(1.15);
    expect(Math.max(...knots.map(Math.abs))).toBeLessThan(5);
  });

  it('has fat tails and clusters only if time is uneven', () => {
    const uneven = changes(run(new FractalPath(5, SHAPE), 0, 4096 * 60));
    const even = changes(run(new FractalPath(5, { ...SHAPE, unevenness: 0 }), 0, 4096 * 60));
    expect(excessKurtosis(uneven)).toBeGreaterThan(4);
    expect(Math.abs(excessKurtosis(even))).toBeLessThan(0.4);
    expect(autocorrelation(uneven.map(Math.abs), 10)).toBeGreaterThan(0.1);
    expect(Math.abs(autocorrelation(even.map(Math.abs), 10))).toBeLessThan(0.02);
  });
});
