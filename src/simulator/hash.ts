/**
 * Randomness by position: the same keys give the same number, in any order, on every machine. Only 32-bit
 * integer operations, which all engines compute alike.
 */
export function hashText(text: string): number {
  return mix(read(BASIS, text));
}

/** The hash of texts with a common beginning, which is processed once. */
export function hashTextAfter(beginning: string): (end: string) => number {
  const begun = read(BASIS, beginning);
  return (end) => mix(read(begun, end));
}

const BASIS = 0x811c9dc5;

function read(hash: number, text: string): number {
  let h = hash;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h;
}

/** Two keys into one; chain it for more. */
export function hashPair(a: number, b: number): number {
  return mix(Math.imul(a, 0x9e3779b1) ^ mix(b));
}

/** `hashPair(a, b)` with a precomputed `mix(b)`, for a `b` that is used often. */
export function hashPairMixed(a: number, mixedB: number): number {
  return mix(Math.imul(a, 0x9e3779b1) ^ mixedB);
}

export function mix(value: number): number {
  let h = value ^ (value >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** In [0, 1). */
export function unit(hash: number): number {
  return hash / 4294967296;
}

/** Another number from the same position. */
export function rehash(hash: number): number {
  return mix(hash + 0x9e3779b9);
}

/** Evenly within (-1, 1). */
export function symmetric(hash: number): number {
  return (hash - 2147483647.5) / 2147483648;
}

const SQRT_3 = 1.7320508075688772;

/** Close to a standard normal variable: four even ones added up. Mean 0, deviation 1, never beyond 3.47. */
export function bell(hash: number): number {
  const other = rehash(hash);
  const sum = (hash >>> 16) + (hash & 0xffff) + (other >>> 16) + (other & 0xffff);
  return (sum / 65535 - 2) * SQRT_3;
}

/** A whole number within [0, count). */
export function below(hash: number, count: number): number {
  return Math.floor(unit(hash) * count);
}
