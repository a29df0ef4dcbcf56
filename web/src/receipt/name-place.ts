import type { PictureScale } from './picture-scale.ts';
import type { Point } from './receipt-model.ts';

/** Approximate width of a letter, in pixels, and height of a name. */
const LETTER = 6.2;
const HIGH = 12;
const APART = 4;

/** Left end and middle of a name's line, in pixels of the picture. */
interface Place {
  readonly left: number;
  readonly middle: number;
  readonly length: number;
}

/** Relative to the point, for its style. */
export type NamePlace = { readonly left: string; readonly top: string };

/**
 * Places names next to their points: on the right if there is room, otherwise on the left, otherwise below,
 * always inside the picture. If names overlap, the heavier point keeps its name. `always`: points that get a
 * name in any case.
 */
export function namePlaces(
  points: readonly Point[],
  scale: PictureScale,
  always: ReadonlySet<string>,
): ReadonlyMap<string, NamePlace> {
  const written: Place[] = [];
  const found = new Map<string, NamePlace>();
  for (const point of points) {
    const place = placeOf(point, scale);
    if (!always.has(point.id) && written.some((other) => isOn(place, other))) continue;
    written.push(place);
    const radius = scale.radius(point.share);
    found.set(point.id, {
      left: `${place.left - (scale.x(point.price) - radius)}px`,
      top: `${place.middle - (scale.y(point.volume) - radius)}px`,
    });
  }
  return found;
}

function placeOf({ name, price, volume, share }: Point, scale: PictureScale): Place {
  const [x, y, radius] = [scale.x(price), scale.y(volume), scale.radius(share)];
  const length = name.length * LETTER;
  const side = radius + APART;
  if (x + side + length <= scale.width) return { left: x + side, middle: y, length };
  if (x - side - length >= 0) return { left: x - side - length, middle: y, length };
  const left = Math.max(0, Math.min(x - length / 2, scale.width - length));
  return { left, middle: y + side + HIGH / 2, length };
}

const isOn = (a: Place, b: Place) =>
  Math.abs(a.middle - b.middle) < HIGH && a.left < b.left + b.length && b.left < a.left + a.length;
