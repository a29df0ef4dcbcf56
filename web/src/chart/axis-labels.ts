import { priceText } from '../format/number.ts';

/** Labels of the price axis are this high; one that is nearer to the label of the last price would be partly covered by it. In pixels. */
const LABEL_HEIGHT = 15;
/** The axis is computed in steps that add up to zero only nearly. Prices of a chart are not this far apart. */
const ZERO_SHARE = 1e-10;

interface LabelPlaces {
  /** A price of the chart's usual size, such as the last. */
  readonly usual: number;
  /** Where a price lies on the axis; null if that is not known. */
  readonly placeOf: (price: number) => number | null;
  /** Where the label of the last price lies; null if there is none. */
  readonly last: number | null;
}

/** Labels of the price axis; empty where the label of the last price would cover one. */
export function axisLabels(prices: readonly number[], { usual, placeOf, last }: LabelPlaces): string[] {
  return prices.map((price) => {
    const place = placeOf(price);
    const isCovered = last !== null && place !== null && Math.abs(place - last) < LABEL_HEIGHT;
    return isCovered ? '' : axisPriceText(price, usual);
  });
}

interface PercentPlaces {
  /** Where a change in percent lies on the axis; null if that is not known. */
  readonly placeOf: (percent: number) => number | null;
  /** Where the lines that are compared end, the main one first. */
  readonly lasts: readonly number[];
}

/** Labels of an axis in percent; empty where the label of the last value of a line would cover one. */
export function percentLabels(percents: readonly number[], { placeOf, lasts }: PercentPlaces): string[] {
  const covered = stackedLabels(lasts);
  return percents.map((percent) => {
    const place = placeOf(percent);
    const isCovered = place !== null && covered.some((each) => Math.abs(place - each) < LABEL_HEIGHT);
    return isCovered ? '' : axisPercentText(percent);
  });
}

/** Where the labels of last values are drawn: the library moves those that would overlap away from the first. */
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

/** As the library writes it by itself. */
function axisPercentText(percent: number): string {
  const text = percent.toFixed(2);
  return `${text === '-0.00' ? '0.00' : text.replace('-', '\u2212')}%`;
}

/** A price as the axis shows it. Prices next to nothing beside the usual one are 0. */
export function axisPriceText(price: number, usual: number): string {
  return priceText(Math.abs(price) < Math.abs(usual) * ZERO_SHARE ? 0 : price);
}
