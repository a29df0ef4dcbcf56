/** Entries left out of a reply for one reason. */
export interface LeftOut {
  readonly why: string;
  readonly count: number;
  /** The exchange's names of the first few. */
  readonly examples: readonly string[];
}

const EXAMPLES = 3;
const MAX_CHARACTERS = 60;

/** Counts left-out entries by reason. */
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

/** Members that name a market, in order of preference. */
const NAMES = ['symbol', 'market', 'pair', 'instrument', 'ticker', 'name', 'id', 's'];

/**
 * A name for an entry of a list: its member name, else the text of a member that names a market (`symbol`,
 * `marketName`, `instrument_id`), else its first text with a letter.
 */
export function exampleOf(key: string | undefined, value: unknown): string {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const texts = members.filter((member): member is [string, string] => isName(member[1]));
  const named = NAMES.flatMap((name) => [
    ...texts.filter(([member]) => member.toLowerCase() === name),
    ...(name.length > 2 ? texts.filter(([member]) => member.toLowerCase().includes(name)) : []),
  ]);
  const name = key ?? (named[0] ?? texts[0])?.[1];
  return (name ?? JSON.stringify(value) ?? '').slice(0, MAX_CHARACTERS);
}

function isName(text: unknown): boolean {
  return typeof text === 'string' && /\p{L}/u.test(text);
}
