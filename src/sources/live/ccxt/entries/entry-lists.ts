/** An entry of a list by its place or its name. */
export type ListEntry = readonly [key: string, value: unknown];

/** A list within an answer, which can be made to have some of its entries alone. */
export interface EntryList {
  readonly entries: readonly ListEntry[];
  keep(entries: readonly ListEntry[]): void;
}

/** Shorter ones may be anything, such as the parts of an envelope. */
const FEWEST_ENTRIES = 8;
const DEEPEST = 4;

/**
 * The outermost lists of an answer: what has one entry for each market, asset or ticker. Lists of the same length may belong together
 * place by place, and none of them is one: without an entry of one, the others would say something about another thing.
 */
export function entryListsIn(answer: unknown): readonly EntryList[] {
  const arrays: unknown[][] = [];
  const objects: Record<string, unknown>[] = [];
  const search = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
    if (Array.isArray(value) && isListOfRows(value)) arrays.push(value);
    else if (!Array.isArray(value) && isListByName(value)) objects.push(value as Record<string, unknown>);
    else for (const each of Object.values(value)) search(each, depth + 1);
  };
  search(answer, 0);
  const lengths = arrays.map(({ length }) => length);
  const alone = arrays.filter(({ length }) => lengths.filter((other) => other === length).length === 1);
  return [...alone.map(arrayList), ...objects.map(objectList)];
}

/** Arrays of another length each are not the rows of one list, but a list each. */
function isListOfRows(value: readonly unknown[]): boolean {
  if (value.length < FEWEST_ENTRIES) return false;
  const rows = value.filter((row) => Array.isArray(row));
  if (rows.length * 2 < value.length) return true;
  const lengths = rows.map(({ length }) => length).toSorted((a, b) => a - b);
  const usual = lengths[lengths.length >> 1];
  return lengths.filter((length) => length === usual).length * 2 > rows.length;
}

/** An object whose members are nearly all objects or arrays is a list by name, not a thing with properties. */
function isListByName(value: object): boolean {
  const members = Object.values(value);
  const inner = members.filter((member) => typeof member === 'object' && member !== null);
  return members.length >= FEWEST_ENTRIES && inner.length * 2 > members.length;
}

function arrayList(list: unknown[]): EntryList {
  return {
    entries: Object.entries(list),
    keep(entries) {
      list.length = 0;
      for (const [, value] of entries) list.push(value);
    },
  };
}

function objectList(list: Record<string, unknown>): EntryList {
  return {
    entries: Object.entries(list),
    keep(entries) {
      for (const name of Object.keys(list)) delete list[name];
      for (const [name, value] of entries)
        Object.defineProperty(list, name, { value, enumerable: true, configurable: true, writable: true });
    },
  };
}
