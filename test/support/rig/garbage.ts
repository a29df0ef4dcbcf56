import { sendAnswer, type RigFault } from './faults.ts';
import { numeral } from './numeral.ts';

/** Shorter lists do not contain markets or tickers. */
const FEWEST_ENTRIES = 8;
const LONGEST_ROW = 40;
const HUGE = 'X'.repeat(200_000);
const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

/** Invalid as an entry of any list. */
const SCALARS: readonly unknown[] = [null, 7, -1, true, '', 'NaN', [], {}, [[null]], numeral('1e999'), HUGE];
/** Invalid as a value of any field of an entry. */
const VALUES: readonly unknown[] = [
  null,
  7,
  'NaN',
  {},
  [],
  { deep: [{ deeper: [null] }] },
  '__proto__',
  numeral('1e999'),
  HUGE.slice(0, 20_000),
];

/** Every list of every reply contains invalid entries in its middle. */
export const GARBAGE: RigFault = {
  name: 'garbage among the entries of lists',
  send: ({ response, answer }) =>
    sendAnswer({ response, answer: { ...answer, body: withGarbage(answer.body) } }),
};

function withGarbage(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  if (Array.isArray(value)) {
    if (value.length < FEWEST_ENTRIES || isListOfLists(value)) return value.map(withGarbage);
    return listWithGarbage(value);
  }
  const members = Object.entries(value);
  const inner = members.filter(([, member]) => typeof member === 'object' && member !== null);
  if (members.length < FEWEST_ENTRIES || inner.length < members.length * 0.9)
    return Object.fromEntries(members.map(([name, member]) => [name, withGarbage(member)]));
  return listWithGarbage(value);
}

/** The list with all kinds of garbage added. */
export function listWithGarbage(list: object): object {
  if (Array.isArray(list)) {
    const middle = list.length >> 1;
    return [...list.slice(0, middle), ...garbageLike(list[middle]), ...list.slice(middle)];
  }
  const members = Object.entries(list);
  const garbage = garbageLike(members[0]?.[1]).map((each, i) => [PROTOTYPE_NAMES[i] ?? `G${i}USD`, each]);
  return Object.fromEntries([...members, ...garbage]);
}

/** Rows are short. */
function isListOfLists(value: readonly unknown[]): boolean {
  return value.some((row) => Array.isArray(row) && row.length > LONGEST_ROW);
}

function garbageLike(entry: unknown): readonly unknown[] {
  if (typeof entry !== 'object' || entry === null) return SCALARS;
  const filled = VALUES.map((value) =>
    Array.isArray(entry)
      ? entry.map(() => value)
      : Object.fromEntries(Object.keys(entry).map((name) => [name, value])),
  );
  return [...SCALARS, ...filled];
}
