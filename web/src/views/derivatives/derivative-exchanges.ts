import type { Exchange } from '@tidemark/sdk';

/**
 * The exchanges whose contracts the API has. No route tells them, and to ask each of all exchanges would be hundreds of requests:
 * a test compares the list with those of the service. Which of them has which type is seen when they are asked.
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
  /** Of its colour in pictures, from 0. */
  readonly colour: number;
}

/** Those of them that the service knows. */
export function derivativeExchanges(exchanges: readonly Exchange[]): Venue[] {
  const byName = new Map(exchanges.map(({ name, id }) => [name, id]));
  return DERIVATIVE_EXCHANGES.flatMap((name, colour) => {
    const id = byName.get(name);
    return id === undefined ? [] : [{ id, name, colour }];
  });
}
