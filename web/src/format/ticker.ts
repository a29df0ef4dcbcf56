import { toNumber, type ExchangeTicker } from '@tidemark/sdk';

/** A price unchanged for this long at its exchange looks old. */
export const OLD_TICKER_MS = 300_000;

const BPS = 10_000;

/** A number of the service that may be absent. */
export const numberIn = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : toNumber(text);

/** Distance of a price from a reference, in basis points. */
export const awayBps = (price: number, reference: number | undefined): number | undefined =>
  reference === undefined ? undefined : (price / reference - 1) * BPS;

/** Spread between bid and ask, in basis points of their middle. */
export function spreadBps({
  bid: bidText,
  ask: askText,
}: Pick<ExchangeTicker, 'bid' | 'ask'>): number | undefined {
  const bid = numberIn(bidText);
  const ask = numberIn(askText);
  return bid === undefined || ask === undefined ? undefined : ((ask - bid) / ((ask + bid) / 2)) * BPS;
}

/** Time since the price last changed at the exchange. */
export const unmovedMs = ({
  timestamp,
  lastMoved,
}: Pick<ExchangeTicker, 'timestamp' | 'lastMoved'>): number => Date.parse(timestamp) - Date.parse(lastMoved);
