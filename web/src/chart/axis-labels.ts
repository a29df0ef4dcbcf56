import { priceText } from '../format/number.ts';

/** Height of a label on the price axis, in pixels. The label of the last price would cover a closer one. */
const LABEL_HEIGHT = 15;
/**
 * Steps of the axis add up to zero only approximately. Prices of a chart are never this small compared with
 * the usual one.
 */
const ZERO_SHARE = 1e-10;

interface LabelPlaces {
  /** A typical price of the chart, such as the last. */
  readonly usual: number;
  /** Position of a price on the axis; null if unknown. */
  readonly placeOf: (price: number) => number | null;
  /** Position of the label of the last price; null if there is none. */
  readonly last: number | null;
}

/** Labels of the price axis; empty if the label of the last price would cover one. */
export function axisLabels(prices: readonly number[], { usual, placeOf, last }: LabelPlaces): string[] {
  return prices.map((price) => {
    const place = placeOf(price);
    const isCovered = last !== null && place !== null && Math.abs(place - last) < LABEL_HEIGHT;
    return isCovered ? '' : axisPriceText(price, usual);
  });
}

interface PercentPlaces {
  /** Position of a percentage on the axis; null if unknown. */
  readonly placeOf: (percent: number) => number | null;
  /** Last values of the compared lines, the main one first. */
  readonly lasts: readonly number[];
}

/** Labels of a percentage axis; empty if the label of a line's last value would cover one. */
export function percentLabels(percents: readonly number[], { placeOf, lasts }: PercentPlaces): string[] {
  const covered = stackedLabels(lasts);
  return percents.map((percent) => {
    const place = placeOf(percent);
    const isCovered = place !== null && covered.some((each) => Math.abs(place - each) < LABEL_HEIGHT);
    return isCovered ? '' : axisPercentText(percent);
  });
}

/** Positions of the labels of last values: the library moves overlapping ones away from the first. */
export function stackedLabels(lasts: readonly number[]): number[] {
  const [first, ...others] = lasts;
  if (first === undefined) return [];
  const stacked = (places: readonly number[], step: 1 | -1) => {
    let before = first;
    return places
      .toSorted((a, b) => step * (a - b))
      .map((place) => (before = step * Math.max(step * place, step * before + LABEL_HEIGHT)));
  };
  const above = others.filter((place) => place <= first);
  const below = others.filter((place) => place > first);
  return [first, ...stacked(above, -1), ...stacked(below, 1)];
}

/** The default text of the library. */
function axisPercentText(percent: number): string {
  const text = percent.toFixed(2);
  return `${text === '-0.00' ? '0.00' : text.replace('-', '\u2212')}%`;
}

/** Text of a price on the axis. Prices negligible compared with the usual one are 0. */
export function axisPriceText(price: number, usual: number): string {
  return priceText(Math.abs(price) < Math.abs(usual) * ZERO_SHARE ? 0 : price);
}
