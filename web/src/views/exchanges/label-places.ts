/** A point of a picture that may have a name, in pixels. */
export interface NamedPoint {
  readonly x: number;
  readonly y: number;
  readonly name: string;
}

export interface LabelPlace {
  /** Where the text begins, and its base line. */
  readonly x: number;
  readonly y: number;
  readonly name: string;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Approximate width of a letter of 11 pixels, and the height of the text above and below its base line. */
const LETTER = 6.6;
const [ABOVE, BELOW] = [10, 3];
const RADIUS = 5;
const APART = 4;

/**
 * Positions of names for the first points that have room: next to, above or below the point, inside the
 * picture, overlapping no other name or point.
 */
export function labelPlaces(points: readonly NamedPoint[], most: number, picture: Box): LabelPlace[] {
  const circles = points.map(({ x, y }) => boxOf(x - RADIUS, x + RADIUS, y - RADIUS, y + RADIUS));
  const written: Box[] = [];
  const places: LabelPlace[] = [];
  for (const point of points.slice(0, most)) {
    const free = candidates(point).find(({ box }) => {
      const isInside =
        box.left >= picture.left &&
        box.right <= picture.right &&
        box.top >= picture.top &&
        box.bottom <= picture.bottom;
      return isInside && ![...written, ...circles].some((other) => isOn(box, other));
    });
    if (!free) continue;
    written.push(free.box);
    places.push({ x: free.box.left, y: free.base, name: point.name });
  }
  return places;
}

function candidates({ x, y, name }: NamedPoint): readonly { readonly box: Box; readonly base: number }[] {
  const length = name.length * LETTER;
  const side = RADIUS + APART;
  const at = (left: number, base: number) => ({
    box: boxOf(left, left + length, base - ABOVE, base + BELOW),
    base,
  });
  const [above, middle, below] = [y - side - BELOW, y + 4, y + side + ABOVE];
  return [
    at(x + side, middle),
    at(x - side - length, middle),
    at(x - length / 2, above),
    at(x - length / 2, below),
    at(x + APART, above),
    at(x - APART - length, above),
    at(x + APART, below),
    at(x - APART - length, below),
  ];
}

const boxOf = (left: number, right: number, top: number, bottom: number): Box => ({
  left,
  right,
  top,
  bottom,
});

const isOn = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
