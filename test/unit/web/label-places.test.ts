import { expect, test } from 'vitest';
import { labelPlaces } from '../../../web/src/views/exchanges/label-places.ts';

const PICTURE = { left: 40, right: 400, top: 10, bottom: 160 };

test('names of points that lie together are written apart', () => {
  const points = [
    { x: 300, y: 80, name: 'Binance' },
    { x: 304, y: 82, name: 'Bybit' },
    { x: 298, y: 78, name: 'OKX' },
  ];
  const places = labelPlaces(points, 3, PICTURE);
  expect(places.length).toBeGreaterThan(1);
  for (const [i, a] of places.entries())
    for (const b of places.slice(i + 1)) {
      const isApart =
        Math.abs(a.y - b.y) >= 13 || a.x + 6 * a.name.length <= b.x || b.x + 6 * b.name.length <= a.x;
      expect(isApart, `${a.name} and ${b.name}`).toBe(true);
    }
});

test('a name stays inside of the picture', () => {
  const [place] = labelPlaces([{ x: 398, y: 155, name: 'Coinbase-Pro' }], 1, PICTURE);
  expect(place!.x + 12 * 6.6).toBeLessThanOrEqual(PICTURE.right);
  expect(place!.y).toBeLessThanOrEqual(PICTURE.bottom);
});

test('a name without room is left out', () => {
  const crowd = Array.from({ length: 1000 }, (_, i) => ({
    x: 40 + (i % 40) * 9,
    y: 10 + Math.floor(i / 40) * 6,
    name: `Exchange ${i}`,
  }));
  expect(labelPlaces(crowd, 3, PICTURE)).toEqual([]);
});
