import type { IndexTicker } from '@tidemark/sdk';

export type Flag = NonNullable<IndexTicker['flags']>[number];

interface FlagWords {
  readonly title: string;
  /** What it means for the reader of the value. */
  readonly meaning: string;
  /** Whether the value deserves doubt; else it is only something to know. */
  readonly isWarning: boolean;
}

const FLAGS: Readonly<Record<Flag, FlagWords>> = {
  SPLIT: {
    title: 'split',
    meaning: 'What the value is made from disagrees by about 1 % or more.',
    isWarning: true,
  },
  SUSPECT: {
    title: 'suspect',
    meaning: 'The value is held at its last one, because what came in is not believed yet.',
    isWarning: true,
  },
  THIN: {
    title: 'thin',
    meaning: 'Few exchanges stand behind the value: one of them could move it.',
    isWarning: false,
  },
  SINGLE_SOURCE: {
    title: 'single source',
    meaning: 'Only one exchange stands behind the value.',
    isWarning: true,
  },
  CARRIED: {
    title: 'carried',
    meaning: 'There was no fresh input: this is the last value, carried on.',
    isWarning: true,
  },
  MODELLED: {
    title: 'modelled',
    meaning: 'Made up by the model of the simulated past, not computed from tickers.',
    isWarning: false,
  },
  SEEDED: {
    title: 'seeded',
    meaning: "Combined from exchanges' own daily candles, from before the service was there.",
    isWarning: false,
  },
};

/** What a flag says. One that this page does not know comes from a newer service: it is named, and deserves doubt. */
export function flagWords(flag: string): FlagWords {
  const known = Object.hasOwn(FLAGS, flag) ? FLAGS[flag as Flag] : undefined;
  const title = flag.toLowerCase().replaceAll('_', ' ');
  return (
    known ?? {
      title,
      meaning: `The service says "${title}", which this page does not know.`,
      isWarning: true,
    }
  );
}

export const isWarned = (flags: readonly Flag[]): boolean => flags.some((flag) => flagWords(flag).isWarning);

export const flagMeanings = (flags: readonly Flag[]): string =>
  flags.map((flag) => flagWords(flag).meaning).join(' ');

/** A value that was not computed anew: it must not look as if it were. */
export const isHeld = (flags: readonly Flag[]): boolean =>
  flags.includes('CARRIED') || flags.includes('SUSPECT');

export const flagTitles = (flags: readonly Flag[]): string =>
  flags.map((flag) => flagWords(flag).title).join(', ');
