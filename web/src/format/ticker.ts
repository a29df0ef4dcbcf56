import { toNumber, type ExchangeTicker } from '@tidemark/sdk';

/** A price that has not moved at its exchange for so long looks old. */
export const OLD_TICKER_MS = 300_000;

const BPS = 10_000;

/** A number of the service that may be absent. */
export const numberIn = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : toNumber(text);

/** How far a price is from a reference, in basis points. */
export const awayBps = (price: number, reference: number | undefined): number | undefined =>
  reference === undefined ? undefined : (price / reference - 1) * BPS;

/** From bid to ask, in basis points of their middle. */
export function spreadBps({
  bid: bidText,
  ask: askText,
}: Pick<ExchangeTicker, 'bid' | 'ask'>): number | undefined {
  const bid = numberIn(bidText);
  const ask = numberIn(askText);
  return bid === undefined || ask === undefined ? undefined : ((ask - bid) / ((ask + bid) / 2)) * BPS;
}

/** Since the price last moved at the exchange. */
export const unmovedMs = ({
  timestamp,
  lastMoved,
}: Pick<ExchangeTicker, 'timestamp' | 'lastMoved'>): number => Date.parse(timestamp) - Date.parse(lastMoved);
