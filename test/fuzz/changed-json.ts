import fc from 'fast-check';

/** Changes of a JSON value: at each place, counted through the whole value, another value, nothing or a copy. */
export type Changes = readonly { readonly place: number; readonly change: Change }[];
type Change = { readonly put: unknown } | 'remove' | 'copy';

const STRINGS = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '',
    '..',
    '../x',
    '/etc/passwd',
    'a/../../b',
    'https://',
    '{market}',
    '\0',
    '__proto__',
    '1e999',
    '-0',
  ),
);
const VALUES = fc.oneof(
  STRINGS,
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1e308, 2 ** 53, [], {}, [[]], { __proto__: null }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.array(STRINGS, { maxLength: 3 }),
);

export const changes: fc.Arbitrary<Changes> = fc.array(
  fc.record({
    place: fc.nat(),
    change: fc.oneof(
      { weight: 4, arbitrary: VALUES.map((put) => ({ put })) },
      { weight: 1, arbitrary: fc.constant('remove' as const) },
      { weight: 1, arbitrary: fc.constant('copy' as const) },
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

/** A changed copy. */
export function changed(value: unknown, all: Changes): unknown {
  const root = { value: structuredClone(value) };
  for (const { place, change } of all) {
    const places = placesIn(root);
    const [parent, key] = places[place % places.length] ?? [];
    if (!parent || key === undefined) break;
    if (change === 'remove') remove(parent, key);
    else if (change === 'copy') copy(parent, key);
    else (parent as Record<string, unknown>)[key] = change.put;
  }
  return root.value;
}

function placesIn(parent: object): [object, string][] {
  return Object.entries(parent).flatMap(([key, child]) => {
    const own: [object, string] = [parent, key];
    return typeof child === 'object' && child !== null ? [own, ...placesIn(child as object)] : [own];
  });
}

function remove(parent: object, key: string): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete (parent as Record<string, unknown>)[key];
}

function copy(parent: object, key: string): void {
  const value = structuredClone((parent as Record<string, unknown>)[key]);
  if (Array.isArray(parent)) parent.push(value);
  else (parent as Record<string, unknown>)[`${key}2`] = value;
}
