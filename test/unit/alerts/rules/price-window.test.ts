import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  EMPTY_WINDOW,
  largestMove,
  percentChange,
  withPrice,
  type PricePoint,
} from '../../../../src/alerts/rules/price-window.ts';

const WINDOW_MS = 5;

test('the largest move is that of a scan over all prices of the window', () => {
  const steps = fc.array(
    fc.record({ pause: fc.integer({ min: 1, max: 4 }), price: fc.integer({ min: 1, max: 9 }) }),
    {
      minLength: 1,
      maxLength: 40,
    },
  );
  fc.assert(
    fc.property(steps, (taken) => {
      let at = 0;
      let window = EMPTY_WINDOW;
      const all: PricePoint[] = [];
      for (const { pause, price } of taken) {
        at += pause;
        const point = { at, price, flags: 0 };
        all.push(point);
        window = withPrice(window, point, at - WINDOW_MS);
        const within = all.filter((each) => each.at >= at - WINDOW_MS);
        const changes = within.map((each) => percentChange(each.price, price));
        const largest = Math.max(...changes.map(Math.abs));
        const move = largestMove(window)!;
        expect(Math.abs(move.percent)).toBe(largest);
        expect(within).toContainEqual(move.from);
        expect(percentChange(move.from.price, price)).toBe(move.percent);
      }
    }),
  );
});

test('an empty window has no move', () => {
  expect(largestMove(EMPTY_WINDOW)).toBeUndefined();
});
