import type { Exchange } from '@tidemark/sdk';

/**
 * The exchanges with contracts in the API. No route lists them, and requesting each of all exchanges would
 * take hundreds of requests; a test compares this list with those of the service. Which exchange has which
 * type is known after the requests.
 */
export const DERIVATIVE_EXCHANGES = [
  'Binance',
  'BitMEX',
  'Bybit',
  'Deribit',
  'Kraken',
  'LedgerX',
  'OKX',
] as const;

/** An exchange with contracts. */
export interface Venue {
  readonly id: string;
  readonly name: string;
  /** Index of its colour in pictures, from 0. */
  readonly colour: number;
}

/** The exchanges of the list that the service knows. */
export function derivativeExchanges(exchanges: readonly Exchange[]): Venue[] {
  const byName = new Map(exchanges.map(({ name, id }) => [name, id]));
  return DERIVATIVE_EXCHANGES.flatMap((name, colour) => {
    const id = byName.get(name);
    return id === undefined ? [] : [{ id, name, colour }];
  });
}
