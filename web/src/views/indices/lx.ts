import { toNumber, type IndexReceipt } from '@tidemark/sdk';

/** The liquid indices, in the order of the page. Their ids are part of the API. */
export const LX = [
  { name: 'BLX', id: '191724d4-7915-491b-8b73-bc293e03a93e', asset: 'Bitcoin', symbol: 'BTC' },
  { name: 'ELX', id: '6560acf3-1cb7-4fe4-aa19-fbd90c7b56ee', asset: 'Ether', symbol: 'ETH' },
  { name: 'XRPLX', id: 'ce36445a-2a33-4a0f-8b5b-e56175f8db60', asset: 'XRP', symbol: 'XRP' },
] as const;

export type LxName = (typeof LX)[number]['name'];

/** Number of newest values requested: half an hour of ticks, if none is missing. */
export const TICKS_SHOWN = 60;

/** One exchange of an LX at one tick. */
export interface ConstituentRow {
  readonly exchange: string;
  readonly exchangeId: string;
  readonly market: string;
  readonly marketId: string;
  /** In US dollars; undefined if it does not contribute. */
  readonly price: number | undefined;
  /** From the index, in basis points. */
  readonly deviation: number | undefined;
  /** Share of the accepted volume, 0 to 1. */
  readonly share: number;
  readonly source: 'TRADES' | 'TICKER';
  readonly trades: number;
  /** What it traded in the slot, in units of the asset. */
  readonly traded: number;
  readonly silentTicks: number;
  readonly refusedFor: string | undefined;
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
  const { exchange, exchangeId, market, marketId, source, trades, silentTicks } = constituent;
  const own = toNumber(constituent.price);
  const price = own > 0 ? own : undefined;
  return {
    exchange,
    exchangeId,
    market,
    marketId,
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
