/** One entry of a list, with what stands around it. */
export interface Entry {
  readonly value: unknown;
  /** Its member name, where the list is an object. */
  readonly key?: string | undefined;
  /** The name that `*` in the path of the list stood for. */
  readonly group?: string | undefined;
  /** What the market list calls the market that was requested, if the request was for one. */
  readonly requested?: string | undefined;
  /** All of what was answered. */
  readonly answer: unknown;
}

export type Lookup = (entry: Entry) => unknown;

const NAME = /^[^.$*]+$/;

/**
 * Whether a text is a path: names of members or positions in arrays with dots between them; `$key` and `$group` for the
 * names that led to the entry; `$market` for the market that was requested; `$answer.` before a path that begins at the whole answer.
 */
export function isPath(text: string): boolean {
  if (text === '$key' || text === '$group' || text === '$market') return true;
  return text
    .replace(/^\$answer\./, '')
    .split('.')
    .every((name) => NAME.test(name));
}

/** The same of the path to a list, in which `*` stands for every member. */
export function isListPath(text: string): boolean {
  return text.split('.').every((name) => name === '*' || NAME.test(name));
}

/** Reads a path; what is not there is undefined. */
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

/** A list that was found, and the name that `*` stood for. */
export interface FoundList {
  readonly list: unknown;
  readonly group?: string | undefined;
}

/** What a path to a list leads to: several lists where it has a `*`. */
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
