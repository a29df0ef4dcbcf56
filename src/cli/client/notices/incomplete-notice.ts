import { joined, type Incomplete } from '../../../../sdk/src/incomplete.ts';
import { plain } from './plain.ts';

/** At most this many ranges are named; the rest are counted. */
const MAX_SHOWN = 5;

const WORDS: Readonly<Record<string, string>> = {
  BACKFILL: 'is still being filled in',
  BEFORE_FIRST: 'is before the first value',
  DISK: 'could not be stored',
  DOWN: 'is missing because the service was down',
  NOT_LISTED: 'is missing because no exchange listed it',
  RETENTION: 'is older than what the service keeps',
  SOURCE: 'is missing because exchanges sent nothing to compute it from',
};

const RETRY = 'try again in a few seconds';
const EXPORT = ", or use 'tidemark export --url', which waits";

/** Collects the gaps that responses report. */
export class IncompleteNotice {
  readonly #isExport: boolean;
  #items: readonly Incomplete[] = [];

  constructor(isExport = false) {
    this.#isExport = isExport;
  }

  get items(): readonly Incomplete[] {
    return this.#items;
  }

  add(items: readonly Incomplete[]): void {
    this.#items = joined([...this.#items, ...items]);
  }

  /** One line; undefined if nothing is missing. */
  text(): string | undefined {
    if (this.#items.length === 0) return undefined;
    const shown = this.#items.slice(0, MAX_SHOWN).map(itemText);
    const more = this.#items.length - shown.length;
    const advice = this.#items.some(({ reason }) => reason === 'BACKFILL')
      ? `; ${RETRY}${this.#isExport ? '' : EXPORT}`
      : '';
    return `incomplete: ${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}${advice}`;
  }
}

function itemText({ reason, from, to }: Incomplete): string {
  const isDays = [from, to].every((at) => at.endsWith(MIDNIGHT));
  const [start, end] = [from, to].map((at) => (isDays ? at.replace(MIDNIGHT, '') : shortened(at)));
  return plain(`${start} to ${end} ${WORDS[reason] ?? 'is missing'} (${reason})`);
}

const MIDNIGHT = 'T00:00:00.000Z';

function shortened(at: string): string {
  return at.replace(/(?::00)?\.000Z$/, 'Z');
}
