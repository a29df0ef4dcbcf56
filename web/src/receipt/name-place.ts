/** About what a letter of a name takes, in pixels. */
const LETTER = 6.2;
const APART = 4;

/** Where the name of a point is written, from the point's own edges in pixels. */
export type NamePlace = {
  readonly left: string;
  readonly top?: string;
};

/** Beside the point: on its right where there is room, else on its left, else below it, always inside of the picture. */
export function namePlace(name: string, x: number, radius: number, width: number): NamePlace {
  const length = name.length * LETTER;
  const side = radius + APART;
  if (x + side + length <= width) return { left: `${2 * radius + APART}px` };
  if (x - side - length >= 0) return { left: `${-APART - length}px` };
  const from = Math.max(0, Math.min(x - length / 2, width - length));
  return { left: `${from - (x - radius)}px`, top: `calc(100% + ${2 * APART}px)` };
}
