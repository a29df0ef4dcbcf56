/** What was left out of an answer for one reason. */
export interface LeftOut {
  readonly why: string;
  readonly count: number;
  /** The first few, by what the exchange calls them. */
  readonly examples: readonly string[];
}

const EXAMPLES = 3;
const MOST_CHARACTERS = 60;

/** Counts what is left out, by reason. */
export class LeftOutCounts {
  readonly #byReason = new Map<string, { count: number; examples: string[] }>();

  add(why: string, example: string): void {
    const known = this.#byReason.get(why) ?? { count: 0, examples: [] };
    known.count += 1;
    if (known.examples.length < EXAMPLES) known.examples.push(example);
    this.#byReason.set(why, known);
  }

  all(): readonly LeftOut[] {
    return [...this.#byReason].map(([why, { count, examples }]) => ({ why, count, examples }));
  }
}

/** Members that name a market, in the order in which they are looked for. */
const NAMES = ['symbol', 'market', 'pair', 'instrument', 'ticker', 'name', 'id', 's'];

/**
 * What an exchange calls an entry of a list: its member name, else the text of a member that names a market (`symbol`,
 * `marketName`, `instrument_id`), else the first of its texts that has a letter.
 */
export function exampleOf(key: string | undefined, value: unknown): string {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const texts = members.filter((member): member is [string, string] => isName(member[1]));
  const named = NAMES.flatMap((name) => [
    ...texts.filter(([member]) => member.toLowerCase() === name),
    ...(name.length > 2 ? texts.filter(([member]) => member.toLowerCase().includes(name)) : []),
  ]);
  const name = key ?? (named[0] ?? texts[0])?.[1];
  return (name ?? JSON.stringify(value) ?? '').slice(0, MOST_CHARACTERS);
}

function isName(text: unknown): boolean {
  return typeof text === 'string' && /\p{L}/u.test(text);
}
