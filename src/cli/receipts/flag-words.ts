import type { Flag } from '../../core/index-value.ts';

/** What a flag says of a value. */
export const FLAG_WORDS: Readonly<Record<Flag, string>> = {
  SPLIT: 'what the value is made from disagrees',
  SUSPECT: 'held at the last value, because what came in is not believed yet',
  THIN: 'too few exchanges, or few that disagree',
  SINGLE_SOURCE: 'one exchange only',
  CARRIED: 'no fresh input: the last value is carried on',
  MODELLED: 'filled in from a price model: no exchange said it',
  SEEDED: 'combined from daily candles of exchanges',
};
