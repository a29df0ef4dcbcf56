interface SentVolume {
  readonly price: number;
  /** As declared; 0 if there is none. */
  readonly volume: number;
  /** The complete entry. */
  readonly sent: unknown;
}

/** Another number in the entries that reveals the unit of a volume. */
export interface SentUnit {
  readonly unit: 'base' | 'quote';
  /** Its path in an entry. */
  readonly path: string;
}

/** Tolerance for the difference between a day's average price and the last one. */
const TOLERANCE = 1.5;
/** A market reveals the unit if its price is at least this factor from 1. */
const MIN_PRICE_FACTOR = 5;
const MIN_MARKETS = 2;

/**
 * Many exchanges send a volume in both units. If another number is the declared volume times the price, the declared
 * one is in base units; if another number times the price is the declared volume, the declared one is in quote units.
 */
export function unitOfSentVolumes(markets: readonly SentVolume[]): SentUnit | undefined {
  const revealing = markets.filter(
    ({ price, volume }) => volume > 0 && Math.abs(Math.log(price)) > Math.log(MIN_PRICE_FACTOR),
  );
  if (revealing.length < MIN_MARKETS) return undefined;
  const numbers = revealing.map(({ sent }) => numbersIn(sent));
  const isEverywhere = (path: string, expected: (market: SentVolume) => number) =>
    revealing.every((market, i) => isNear(numbers[i]?.get(path) ?? NaN, expected(market)));
  const paths = [...(numbers[0]?.keys() ?? [])];
  const quote = paths.find((path) => isEverywhere(path, ({ volume, price }) => volume * price));
  if (quote !== undefined) return { unit: 'base', path: quote };
  const base = paths.find((path) => isEverywhere(path, ({ volume, price }) => volume / price));
  return base === undefined ? undefined : { unit: 'quote', path: base };
}

function isNear(value: number, expected: number): boolean {
  const ratio = value / expected;
  return ratio > 1 / TOLERANCE && ratio < TOLERANCE;
}

/** Numbers above 0 in an entry, by path. */
function numbersIn(value: unknown, path = '', found = new Map<string, number>()): Map<string, number> {
  if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value))
      numbersIn(member, path === '' ? name : `${path}.${name}`, found);
  else if ((typeof value === 'number' || typeof value === 'string') && Number(value) > 0)
    found.set(path, Number(value));
  return found;
}
