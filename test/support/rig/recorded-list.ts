import type { MarketSection, TickerSection } from '../../../src/sources/live/declared/exchange-definition.ts';
import type { RigInstrument } from './rig-layout.ts';

/** Marks a text that `encodeBody` writes as a number. */
const MARK = '\u0001';
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

type Fields = Record<string, unknown>;

/** An entry made from the recorded one. */
export interface ListedEntry {
  readonly instruments: readonly RigInstrument[];
  /**
   * Sets a value by its path, as a number if the recorded one is. Paths that were not recorded are refused, because
   * they would be invented.
   */
  set(path: string, text: string): void;
  /** The same for a name, in lower case if the recorded one is. */
  setName(path: string, text: string): void;
}

type Fill = (entry: ListedEntry, instrument: RigInstrument, index: number) => void;

/** A recorded list whose entries can be replaced. */
export class RecordedList {
  readonly #section: MarketSection | TickerSection;
  readonly #answer: unknown;

  constructor(section: MarketSection | TickerSection, body: string) {
    this.#section = section;
    const marked = body.replace(TEXT_OR_NUMBER, (found) =>
      found.startsWith('"') ? found : `"\\u0001${found}"`,
    );
    this.#answer = JSON.parse(marked);
  }

  /** The recorded reply with an entry for each instrument. */
  with(
    instruments: readonly RigInstrument[],
    groupOf: (instrument: RigInstrument) => string | undefined,
    fill: Fill,
  ): unknown {
    const answer = structuredClone(this.#answer);
    const template = this.#template();
    const groups = new Map<string | undefined, [string, unknown][]>([[undefined, []]]);
    for (const [index, instrument] of instruments.entries()) {
      const entry = new MadeEntry(template, answer, instruments);
      fill(entry, instrument, index);
      const group = groupOf(instrument);
      const named = group === undefined ? undefined : sameCase(template.group, group);
      // A member whose name has no meaning still needs a unique one.
      const key = entry.key ?? `${instrument.base}_${instrument.quote}`;
      groups.set(named, [...(groups.get(named) ?? []), [key, entry.value]]);
    }
    const lists = new Map([...groups].map(([group, entries]) => [group, this.#listOf(entries, template)]));
    return replaced(answer, this.#section.list?.split('.') ?? [], template.group, lists);
  }

  /** Whether the recorded value is a number. */
  isNumber(path: string): boolean {
    const found = path === '$key' ? this.#template().key : valueAt(this.#template().value, path.split('.'));
    return typeof found === 'string' && found.startsWith(MARK);
  }

  withMember(answer: unknown, path: string, text: string): unknown {
    const changed = structuredClone(answer);
    setAt(changed, path.split('.'), text);
    return changed;
  }

  /** Members that are not entries, such as a status, stay. */
  #listOf(entries: readonly [string, unknown][], { beside }: Template): unknown {
    if (this.#section.layout === 'array') return entries.map(([, value]) => value);
    return Object.fromEntries([...beside, ...entries]);
  }

  /** The recorded entry with the most members. */
  #template(): Template {
    const { layout, list } = this.#section;
    const paths = pathsOf(this.#section);
    if (layout === 'one') throw new Error('the rig has no exchange that is asked for one market at a time');
    const lists = listsIn(this.#answer, list?.split('.') ?? [], layout);
    const all = lists.flatMap(({ group, value }) => {
      const members = Object.entries(value as Fields);
      const beside = members.filter(([, each]) => typeof each !== 'object' || each === null);
      return members
        .filter(([, each]) => typeof each === 'object' && each !== null)
        .map(([key, each]): Template => ({
          key,
          value: each,
          group,
          beside: layout === 'object' ? beside : [],
        }));
    });
    const said = ({ value }: Template) => paths.filter((path) => isSaid(value, path.split('.'))).length;
    const [best] = all.toSorted((a, b) => said(b) - said(a));
    if (!best) throw new Error('no entry was recorded');
    return best;
  }
}

interface Template {
  readonly key: string;
  readonly value: unknown;
  readonly group: string | undefined;
  readonly beside: readonly [string, unknown][];
}

class MadeEntry implements ListedEntry {
  /** Undefined until the instrument sets it. */
  key: string | undefined;
  readonly value: unknown;
  readonly instruments: readonly RigInstrument[];
  readonly #answer: unknown;
  readonly #recordedKey: string;

  constructor({ key, value }: Template, answer: unknown, instruments: readonly RigInstrument[]) {
    this.#recordedKey = key;
    this.value = structuredClone(value);
    this.#answer = answer;
    this.instruments = instruments;
  }

  set(path: string, text: string): void {
    if (path === '$key') this.key = text;
    else if (path === '$group') return;
    else if (path.startsWith('$answer.')) setAt(this.#answer, path.slice('$answer.'.length).split('.'), text);
    else setAt(this.value, path.split('.'), text);
  }

  setName(path: string, text: string): void {
    if (path === '$key') this.key = sameCase(this.#recordedKey, text);
    else if (path !== '$group') setAt(this.value, path.split('.'), text, true);
  }
}

function setAt(root: unknown, names: readonly string[], text: string, isName = false): void {
  let at = root as Fields;
  for (const name of names.slice(0, -1)) at = at[name] as Fields;
  const last = names.at(-1) ?? '';
  if (typeof at !== 'object' || at === null || !(last in at))
    throw new Error(`the recorded answer has no ${names.join('.')}`);
  const recorded = at[last];
  if (typeof recorded === 'boolean' && (text === 'true' || text === 'false')) at[last] = text === 'true';
  else if (typeof recorded !== 'string') at[last] = text;
  else if (isName) at[last] = sameCase(recorded, text);
  else at[last] = recorded.startsWith(MARK) && /^-?[\d.]/.test(text) ? MARK + text : text;
}

function sameCase(recorded: string | undefined, text: string): string {
  const isSmall = recorded !== undefined && recorded === recorded.toLowerCase() && /[a-z]/.test(recorded);
  return isSmall ? text.toLowerCase() : text;
}

function valueAt(value: unknown, names: readonly string[]): unknown {
  let at = value;
  for (const name of names) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Fields)[name];
  }
  return at;
}

function isSaid(value: unknown, names: readonly string[]): boolean {
  return valueAt(value, names) !== undefined && valueAt(value, names) !== null;
}

function pathsOf(section: MarketSection | TickerSection): readonly string[] {
  const fields: readonly { readonly path: string }[] =
    'fields' in section ? Object.values(section.fields) : [];
  return fields.map(({ path }) => path).filter((path) => !path.startsWith('$'));
}

interface GroupedList {
  readonly value: unknown;
  readonly group: string | undefined;
}

function listsIn(
  value: unknown,
  names: readonly string[],
  layout: 'array' | 'object',
  group?: string,
): readonly GroupedList[] {
  const [name, ...rest] = names;
  const isList = typeof value === 'object' && value !== null && Array.isArray(value) === (layout === 'array');
  if (name === undefined) return isList ? [{ value, group }] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (name !== '*') return listsIn((value as Fields)[name], rest, layout, group);
  return Object.entries(value).flatMap(([key, inner]) => listsIn(inner, rest, layout, key));
}

/** The reply with other lists: one instead of the recorded one, or one per group if members are groups. */
function replaced(
  value: unknown,
  names: readonly string[],
  template: string | undefined,
  lists: ReadonlyMap<string | undefined, unknown>,
): unknown {
  const [name, ...rest] = names;
  if (name === undefined) return lists.get(undefined);
  if (name !== '*') {
    const fields = value as Fields;
    return { ...fields, [name]: replaced(fields[name], rest, template, lists) };
  }
  if (Array.isArray(value)) return [lists.get(undefined)];
  const named = [...lists].flatMap(([group, list]) => (group === undefined ? [] : [[group, list] as const]));
  return Object.fromEntries(named.length > 0 ? named : [[template ?? '', lists.get(undefined)]]);
}
