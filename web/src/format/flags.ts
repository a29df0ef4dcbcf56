import { flagSentence, type IndexTicker } from '@tidemark/sdk';

export type Flag = NonNullable<IndexTicker['flags']>[number];
export type IndexType = IndexTicker['indexType'];

interface FlagWords {
  readonly title: string;
  /** One sentence that explains the flag. */
  readonly meaning: string;
  /** Whether the flag is a warning; otherwise it is only information. */
  readonly isWarning: boolean;
}

const FLAGS: Readonly<Record<Flag, { readonly title: string; readonly isWarning: boolean }>> = {
  SPLIT: { title: 'split', isWarning: true },
  SUSPECT: { title: 'suspect', isWarning: true },
  THIN: { title: 'thin', isWarning: false },
  SINGLE_SOURCE: { title: 'single source', isWarning: true },
  CARRIED: { title: 'carried', isWarning: true },
  MODELLED: { title: 'modelled', isWarning: false },
  SEEDED: { title: 'seeded', isWarning: false },
  PARTIAL: { title: 'partial', isWarning: true },
};

/** The words for a flag. An unknown flag of a newer service is shown by name, as a warning. */
export function flagWords(flag: string, type?: IndexType): FlagWords {
  const known = Object.hasOwn(FLAGS, flag) ? FLAGS[flag as Flag] : undefined;
  const title = flag.toLowerCase().replaceAll('_', ' ');
  const meaning = flagSentence(flag, type) ?? `A flag that this page does not know: "${title}".`;
  return { title, isWarning: true, ...known, meaning };
}

export const isWarned = (flags: readonly Flag[]): boolean => flags.some((flag) => flagWords(flag).isWarning);

export const flagMeanings = (flags: readonly Flag[], type?: IndexType): string =>
  flags.map((flag) => flagWords(flag, type).meaning).join(' ');

/** Whether the value was not newly computed: it must not look as if it were. */
export const isHeld = (flags: readonly Flag[]): boolean =>
  flags.includes('CARRIED') || flags.includes('SUSPECT');

export const flagTitles = (flags: readonly Flag[]): string =>
  flags.map((flag) => flagWords(flag).title).join(', ');

/** All flags that occur, once each, in the order of the table above. */
export function flagsAmong(lists: Iterable<readonly Flag[]>): readonly Flag[] {
  const found = new Set<Flag>();
  for (const flags of lists) for (const flag of flags) found.add(flag);
  const order = Object.keys(FLAGS);
  return [...found].sort((a, b) => order.indexOf(a) - order.indexOf(b));
}
