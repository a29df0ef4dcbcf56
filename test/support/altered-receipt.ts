type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** A path in a receipt: names of fields and indices in lists. */
export type Place = readonly (string | number)[];

/** Paths of all values of a receipt that are not objects, including each list element. */
export function placesIn(value: Json, path: Place = []): Place[] {
  if (Array.isArray(value)) {
    const elements = value.flatMap((each: Json, i) => placesIn(each, [...path, i]));
    return value.every((each) => typeof each === 'string')
      ? [path]
      : [...elements, ...value.map((_, i) => [...path, i])];
  }
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, each]) => placesIn(each as Json, [...path, name]));
}

/** `exchanges.weight`. */
export function nameOf(place: Place): string {
  return place.filter((step) => typeof step === 'string').join('.');
}

/** The receipt with the value at one path changed or removed. */
export function alteredAt<T extends object>(receipt: T, place: Place, way: number): T {
  const copy = structuredClone(receipt) as Record<string | number, unknown>;
  const parent = place.slice(0, -1).reduce((each, step) => each[step] as typeof copy, copy);
  const last = place.at(-1)!;
  const other = otherThan(parent[last] as Json, way);
  if (other !== undefined) parent[last] = other;
  else if (Array.isArray(parent)) parent.splice(last as number, 1);
  else delete parent[last];
  return copy as T;
}

const CHOICES = [
  ['A', 'B', 'NEW'],
  ['ACTIVE', 'INACTIVE'],
  ['YES', 'NO'],
  ['BASE', 'QUOTE'],
  ['TRADES', 'TICKER'],
];

/** Undefined: removed. */
function otherThan(value: Json, way: number): Json | undefined {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return way % 5 === 4 ? undefined : value + [1, -1, 0.5, 1000][way % 4]!;
  if (Array.isArray(value)) return value.includes('THIN') ? [] : [...(value as string[]), 'THIN'];
  if (typeof value !== 'string') return undefined;
  if (way % 5 === 4) return undefined;
  const choices = CHOICES.find((known) => known.includes(value));
  if (choices) return choices[(choices.indexOf(value) + 1 + (way % (choices.length - 1))) % choices.length]!;
  if (/^-?\d+(\.\d+)?$/.test(value)) return otherNumber(Number(value), way);
  if (/^\d{4}-.*Z$/.test(value))
    return new Date(Date.parse(value) + (way % 2 ? -30_000 : 90_000)).toISOString();
  return `${value}x`;
}

function otherNumber(value: number, way: number): string {
  if (value === 0) return '1';
  if (Number.isInteger(value)) return String(value + 1);
  const factor = [1.0000001, 0.999, 1.3, 100][way % 4]!;
  return (value * factor).toFixed(20).replace(/\.?0+$/, '');
}
