import { toNumber, type IndexReceipt } from '@tidemark/sdk';

/** The liquid indices, in the order of the page. */
export const LX = [
  { name: 'BLX', asset: 'Bitcoin', symbol: 'BTC' },
  { name: 'ELX', asset: 'Ether', symbol: 'ETH' },
  { name: 'XRPLX', asset: 'XRP', symbol: 'XRP' },
] as const;

export type LxName = (typeof LX)[number]['name'];

/** Of the last half hour. */
export const TICKS_SHOWN = 60;

/** One exchange of an LX at one tick. */
export interface ConstituentRow {
  readonly exchange: string;
  readonly exchangeId: string;
  readonly market: string;
  /** In US dollars; undefined where it does not contribute. */
  readonly price: number | undefined;
  /** From the index, in basis points. */
  readonly deviation: number | undefined;
  /** Of the believed volume, 0 to 1. */
  readonly share: number;
  readonly source: 'TRADES' | 'TICKER';
  readonly trades: number;
  /** What it traded in the slot, in units of the asset. */
  readonly traded: number;
  readonly silentTicks: number;
  readonly refusedFor: string | undefined;
}

export interface Opinion {
  readonly title: string;
  readonly about: string;
  readonly price: number | undefined;
}

const numberOf = (text: string | undefined) => (text === undefined ? undefined : toNumber(text));

/** V, E and A, of which the index is the middle one. */
export function opinionsOf({ volumeMedian, exchangeMedian, impliedUsd }: IndexReceipt): readonly Opinion[] {
  return [
    { title: 'V', about: 'the median by volume', price: numberOf(volumeMedian) },
    { title: 'E', about: 'the median that counts each exchange once', price: numberOf(exchangeMedian) },
    { title: 'A', about: 'what all other markets of the asset imply', price: numberOf(impliedUsd) },
  ];
}

type Constituent = NonNullable<IndexReceipt['constituents']>[number];

export function constituentRows(receipt: IndexReceipt): readonly ConstituentRow[] {
  const price = toNumber(receipt.price);
  const refused = (receipt.refused ?? []).filter((each) => 'source' in each);
  return [
    ...(receipt.constituents ?? []).map((each) => rowOf(each, price, undefined)),
    ...refused.map((each) => rowOf(each, price, each.reason)),
  ];
}

function rowOf(constituent: Constituent, index: number, refusedFor: string | undefined): ConstituentRow {
  const { exchange, exchangeId, market, source, trades, silentTicks } = constituent;
  const own = toNumber(constituent.price);
  const price = own > 0 ? own : undefined;
  return {
    exchange,
    exchangeId,
    market,
    price,
    deviation: price === undefined ? undefined : (price / index - 1) * 10_000,
    share: toNumber(constituent.share),
    source,
    trades: trades.length,
    traded: trades.reduce((sum, { amount }) => sum + toNumber(amount), 0),
    silentTicks: Number(silentTicks),
    refusedFor,
  };
}
