/** One entry of a list with its context. */
export interface Entry {
  readonly value: unknown;
  /** Its member name, if the list is an object. */
  readonly key?: string | undefined;
  /** The name that `*` in the path of the list matched. */
  readonly group?: string | undefined;
  /** The id of the requested market in the market list, if the request was for one market. */
  readonly requested?: string | undefined;
  /** The whole reply. */
  readonly answer: unknown;
}

export type Lookup = (entry: Entry) => unknown;

const NAME = /^[^.$*]+$/;

/**
 * Whether a text is a path: member names or array indices separated by dots; `$key` and `$group` for the names that led
 * to the entry; `$market` for the requested market; `$answer.` before a path that starts at the whole reply.
 */
export function isPath(text: string): boolean {
  if (text === '$key' || text === '$group' || text === '$market') return true;
  return text
    .replace(/^\$answer\./, '')
    .split('.')
    .every((name) => NAME.test(name));
}

/** The same for the path to a list, in which `*` matches every member. */
export function isListPath(text: string): boolean {
  return text.split('.').every((name) => name === '*' || NAME.test(name));
}

/** Reads a path; undefined if nothing is there. */
export function lookupOf(path: string): Lookup {
  if (path === '$key') return ({ key }) => key;
  if (path === '$group') return ({ group }) => group;
  if (path === '$market') return ({ requested }) => requested;
  const names = path.replace(/^\$answer\./, '').split('.');
  return path.startsWith('$answer.')
    ? ({ answer }) => follow(answer, names)
    : ({ value }) => follow(value, names);
}

function follow(from: unknown, names: readonly string[]): unknown {
  let at = from;
  for (const name of names) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[name];
  }
  return at;
}

/** A list, and the name that `*` matched. */
export interface FoundList {
  readonly list: unknown;
  readonly group?: string | undefined;
}

/** The lists at a path: several if it has a `*`. */
export function listsAt(answer: unknown, path: string | undefined): readonly FoundList[] {
  let found: readonly FoundList[] = [{ list: answer }];
  for (const name of path?.split('.') ?? [])
    found = found.flatMap(({ list, group }) =>
      name === '*' ? members(list) : [{ list: follow(list, [name]), group }],
    );
  return found;
}

function members(value: unknown): readonly FoundList[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([group, list]) => ({ list, group }));
}
