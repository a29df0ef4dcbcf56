/** The content of a table cell. */
export interface Cell {
  readonly text: string;
  /** The exact text, if the cell is rounded or formatted. */
  readonly exact?: string;
  readonly isNumber?: boolean;
}

type Shorten = (value: number) => string;

const localized =
  (options: Intl.NumberFormatOptions): Shorten =>
  (value) =>
    value.toLocaleString('en', options);

const price = localized({ maximumSignificantDigits: 8 });
const large = localized({ maximumFractionDigits: 2 });
const small = localized({ maximumSignificantDigits: 4 });
const amount: Shorten = (value) => (Math.abs(value) < 1 ? small(value) : large(value));
const percent = localized({ style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 });
const MIN_SHARE = 0.00005;
const share: Shorten = (value) => (value > 0 && value < MIN_SHARE ? '<0.01%' : percent(value));

const KINDS: Readonly<Record<string, Shorten>> = {
  last: price,
  bid: price,
  ask: price,
  price,
  quoteUsd: price,
  rate: price,
  impliedUsd: price,
  crossRate: price,
  volumeMedian: price,
  exchangeMedian: price,
  trustMedian: price,
  reference: price,
  reportedVolume: amount,
  believedVolume: amount,
  volume: amount,
  volumeUsd: amount,
  tickVolume: amount,
  weight: amount,
  share,
  residualBps: large,
  ticksSinceChange: large,
  ageMs: large,
};

/**
 * A field of a receipt, rounded for reading. A price of zero means that the exchange's price was not used.
 */
export function cellOf(name: string, value: unknown): Cell {
  if (Array.isArray(value)) return { text: value.join(', ') };
  if (value === undefined) return { text: '' };
  const exact = String(value);
  const shorten = KINDS[name];
  const number = Number(exact);
  if (!shorten || exact.trim() === '' || !Number.isFinite(number)) return { text: exact };
  if (name === 'price' && number === 0) return { text: '–', isNumber: true };
  const text = shorten(number);
  return text === exact ? { text, isNumber: true } : { text, exact, isNumber: true };
}
