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

/** A price as the axis shows it. Prices next to nothing beside the usual one are 0. */
export function axisPriceText(price: number, usual: number): string {
  return priceText(Math.abs(price) < Math.abs(usual) * ZERO_SHARE ? 0 : price);
}
