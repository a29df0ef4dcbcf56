import type { IndexTicker } from './contract.ts';

type IndexType = IndexTicker['indexType'];
type Flag = NonNullable<IndexTicker['flags']>[number];

interface FlagText {
  /** For any index. */
  readonly any: string;
  /** If the rules of one type of index say more. */
  readonly of?: Readonly<Partial<Record<IndexType, string>>>;
}

/** The rules are in docs/trust: version-3.md, mwa.md, thin-markets.md, gwa.md and lx.md. */
const FLAGS: Readonly<Record<Flag, FlagText>> = {
  SPLIT: {
    any: 'The inputs disagree about the price by about 1 % or more, or it depends on a few of them.',
    of: {
      MWA: 'The exchanges disagree: the medians are more than 1 % apart, a few exchanges outside tier A decide the price, or many were refused as outliers.',
      GWA: 'The markets disagree: the two with the largest weight imply prices more than 1 % apart, or more than half of the weight is in markets that are split.',
      LX: 'The median by volume, the median of exchanges and the price that other markets imply are more than 0.9 % apart.',
    },
  },
  SUSPECT: {
    any: 'A new price is not confirmed yet, so the last value is repeated for up to 10 minutes.',
    of: {
      MWA: 'The exchanges report a price that nothing else confirms yet, so the last value is repeated for up to 10 minutes.',
      GWA: 'The price jumped by more than 25 % and too few markets and exchanges confirm it, so the last value is repeated for up to 10 minutes.',
    },
  },
  THIN: {
    any: 'Few exchanges contribute, and a single one could move the price.',
    of: {
      MWA: 'Few exchanges contribute: a single one could move the price by more than about 0.4 %, or none of them is trusted yet.',
      GWA: 'A single exchange could move the price by more than 1 % through markets with few exchanges; unless flags are strict, exchanges of tier A do not count.',
    },
  },
  SINGLE_SOURCE: {
    any: 'Only one exchange contributes, and nothing confirms its price.',
    of: {
      MWA: 'Only one exchange has an accepted price for this market.',
      GWA: 'One and the same exchange is the only one that contributes to the markets behind this price.',
    },
  },
  CARRIED: {
    any: 'There is no usable new price, so the last value is repeated.',
    of: {
      MWA: 'No exchange has a usable new price, so the last value is repeated.',
      GWA: 'No market with a new price leads from this asset to US dollars, so the last value is repeated.',
      LX: 'Too few constituents are fresh (at least three, and more than half by number and by volume), so the last value is repeated for up to 5 minutes.',
    },
  },
  MODELLED: { any: 'A model of the simulated past generated this value; it was not computed from tickers.' },
  SEEDED: {
    any: "Combined from the exchanges' own daily candles, for the time before the service was started.",
  },
  PARTIAL: {
    any: 'Some trades of the 30 seconds before this tick may not have been received, such as right after a start.',
  },
};

/** Why a value has a flag, in one sentence; undefined for a flag of a newer service. */
export function flagSentence(flag: string, indexType?: IndexType): string | undefined {
  if (!Object.hasOwn(FLAGS, flag)) return undefined;
  const { any, of } = FLAGS[flag as Flag];
  return (indexType && of?.[indexType]) ?? any;
}

const REFUSALS: Readonly<Record<string, string>> = {
  BAD_NUMBER: 'The price or volume is not a positive number, or is far too large.',
  BAD_TIME: 'Its timestamp is more than a minute after the tick.',
  EXCHANGE_STATUS: 'The exchange, or the market on it, is not active.',
  UNQUALIFIED: 'The market is marked as not qualified on that exchange.',
  STALE: 'It is more than 90 seconds old, or its price has not changed for long while others moved.',
  NEW: 'The exchange was listed less than 30 days ago and has no trust yet, and a trusted exchange is fresh.',
  OUTLIER: 'Its price is too far from the reference.',
  NO_RATE: 'Its quote asset has no price in US dollars.',
};

/** Why a ticker was refused, in one sentence; undefined for a reason of a newer service. */
export function refusalSentence(reason: string): string | undefined {
  return Object.hasOwn(REFUSALS, reason) ? REFUSALS[reason] : undefined;
}
