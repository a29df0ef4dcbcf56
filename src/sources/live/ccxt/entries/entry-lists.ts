/** An entry of a list with its index or name. */
export type ListEntry = readonly [key: string, value: unknown];

/** A list within a reply that can be reduced to some of its entries. */
export interface EntryList {
  readonly entries: readonly ListEntry[];
  keep(entries: readonly ListEntry[]): void;
}

/** Shorter lists may be anything, such as parts of an envelope. */
const MIN_ENTRIES = 8;
const MAX_DEPTH = 4;

/**
 * The outermost lists of a reply, those with one entry for each market, asset or ticker. Arrays of the same length are
 * skipped: their entries may correspond by index, so removing an entry from one would misalign the others.
 */
export function entryListsIn(answer: unknown): readonly EntryList[] {
  const arrays: unknown[][] = [];
  const objects: Record<string, unknown>[] = [];
  const search = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
    if (Array.isArray(value) && isListOfRows(value)) arrays.push(value);
    else if (!Array.isArray(value) && isListByName(value)) objects.push(value as Record<string, unknown>);
    else for (const each of Object.values(value)) search(each, depth + 1);
  };
  search(answer, 0);
  const lengths = arrays.map(({ length }) => length);
  const alone = arrays.filter(({ length }) => lengths.filter((other) => other === length).length === 1);
  return [...alone.map(arrayList), ...objects.map(objectList)];
}

/** Arrays of different lengths are not the rows of one list, but separate lists. */
function isListOfRows(value: readonly unknown[]): boolean {
  if (value.length < MIN_ENTRIES) return false;
  const rows = value.filter((row) => Array.isArray(row));
  if (rows.length * 2 < value.length) return true;
  const lengths = rows.map(({ length }) => length).toSorted((a, b) => a - b);
  const usual = lengths[lengths.length >> 1];
  return lengths.filter((length) => length === usual).length * 2 > rows.length;
}

/** An object whose members are mostly objects or arrays is a list by name, not an object with properties. */
function isListByName(value: object): boolean {
  const members = Object.values(value);
  const inner = members.filter((member) => typeof member === 'object' && member !== null);
  return members.length >= MIN_ENTRIES && inner.length * 2 > members.length;
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
