import type { IndexReceipt } from '@tidemark/sdk';
import type { Reach } from '@tidemark/sdk/verify';
import { refusalText } from './refusal-words.ts';

type MwaLine = NonNullable<IndexReceipt['exchanges']>[number];
type LxLine = NonNullable<IndexReceipt['constituents']>[number];
type GwaMarket = NonNullable<IndexReceipt['markets']>[number];

/** An input of the value, accepted or rejected. */
export interface Point {
  readonly id: string;
  readonly name: string;
  readonly tier: 'A' | 'B' | 'NEW' | undefined;
  /** In the unit of the value; 0 if it has none. */
  readonly price: number;
  /** Reported volume of 24 hours, in base units. */
  readonly volume: number;
  /** Share of the total weight. */
  readonly share: number;
  /** The price it counts with, if that is not its own. */
  readonly countsAt: number | undefined;
  /** Why it does not count. */
  readonly refusal: string | undefined;
  /** For a market of an asset: its expected deviation, as a share. */
  readonly deviation: number | undefined;
  /** For a constituent of an LX: volume traded in the tick. */
  readonly traded: number | undefined;
  /** Age of its ticker at the tick; undefined for a market, and before version 3. */
  readonly ageMs: number | undefined;
  /** Further notes, in words. */
  readonly note: string;
}

/** A median of prices. */
export interface Mark {
  readonly letter: string;
  readonly title: string;
  readonly price: number;
}

/** A receipt prepared for drawing. */
export interface ReceiptModel {
  readonly receipt: IndexReceipt;
  readonly value: number;
  /** The price in the middle of the picture. */
  readonly centre: number;
  readonly points: readonly Point[];
  readonly marks: readonly Mark[];
  /** Prices count at most up to its ends. */
  readonly band: readonly [number, number] | undefined;
  /** What a point stands for. */
  readonly noun: 'exchange' | 'market';
  /** Unit of volumes. */
  readonly base: string;
  readonly unit: string;
}

export function modelOf(receipt: IndexReceipt, reach: Reach | undefined): ReceiptModel {
  const value = Number(receipt.price);
  const head = { receipt, value, centre: value, marks: marksOf(receipt) };
  return { ...head, ...DRAWN[receipt.indexType](receipt, reach) };
}

/** Differences between the types. Without `centre` the value is in the middle. */
type Drawn = Omit<ReceiptModel, 'receipt' | 'value' | 'centre' | 'marks'> &
  Partial<Pick<ReceiptModel, 'centre'>>;

const DRAWN: Readonly<
  Record<IndexReceipt['indexType'], (receipt: IndexReceipt, reach: Reach | undefined) => Drawn>
> = { MWA: drawnMwa, GWA: drawnGwa, LX: drawnLx };

function drawnGwa({ markets = [], asset = '' }: IndexReceipt): Drawn {
  const points = markets.map((market) => ofGwaMarket(market));
  return { points, band: undefined, noun: 'market', base: asset, unit: 'USD' };
}

function drawnLx(receipt: IndexReceipt): Drawn {
  const { constituents = [], refused = [] } = receipt;
  return {
    points: [
      ...constituents.map((line) => ofLxLine(line)),
      ...refused.map((line) => ofLxLine(line as LxLine, refusalText(line, receipt))),
    ],
    band: undefined,
    noun: 'exchange',
    base: constituents[0]?.market.split('_')[0] ?? '',
    unit: 'USD',
  };
}

function drawnMwa(receipt: IndexReceipt, reach: Reach | undefined): Drawn {
  const reference = Number(receipt.reference);
  const [base = '', unit = ''] = (receipt.market ?? '').split('_');
  const band: ReceiptModel['band'] =
    reach && reference > 0 ? [reference * (1 - reach.clamp), reference * (1 + reach.clamp)] : undefined;
  return {
    ...(reference > 0 && { centre: reference }),
    points: [
      ...(receipt.exchanges ?? []).map((line) => ofMwaLine(line, band)),
      ...(receipt.refused ?? []).map((line) => ({
        ...ofMwaLine(line as MwaLine, undefined),
        refusal: refusalText(line, receipt),
      })),
    ],
    band,
    noun: 'exchange',
    base,
    unit,
  };
}

function marksOf({
  volumeMedian,
  exchangeMedian,
  trustMedian,
  trustSource,
  impliedUsd,
}: IndexReceipt): Mark[] {
  const found: readonly (readonly [string, string, string | undefined])[] = [
    ['V', 'median by volume', volumeMedian],
    ['E', 'median of exchanges', exchangeMedian],
    ['T', trustTitle(trustSource), trustMedian],
    ['A', 'implied by all other markets', impliedUsd],
  ];
  return found.flatMap(([letter, title, price]) =>
    price === undefined ? [] : [{ letter, title, price: Number(price) }],
  );
}

function trustTitle(source: string | undefined): string {
  if (source === 'CROSS_RATE') return 'implied by other markets, instead of trusted exchanges';
  if (source === 'EXCHANGES') return 'median of exchanges, instead of trusted ones';
  if (source === 'MEAN') return 'mean of V and E, instead of trusted exchanges';
  return 'median by trust';
}

function ofMwaLine(line: MwaLine, band: ReceiptModel['band']): Point {
  const price = Number(line.price);
  return {
    id: line.exchangeId,
    name: line.exchange,
    tier: line.tier,
    price,
    volume: Number(line.reportedVolume),
    share: Number(line.share),
    countsAt: band && line.clamped ? Math.min(Math.max(price, band[0]), band[1]) : undefined,
    refusal: undefined,
    deviation: undefined,
    traded: undefined,
    ageMs: line.ageMs,
    note:
      Number(line.believedVolume) < Number(line.reportedVolume) ? 'part of its volume is not counted' : '',
  };
}

function ofLxLine(line: LxLine, refusal?: string): Point {
  return {
    id: line.exchangeId,
    name: `${line.exchange} ${line.market.replace('_', '/')}`,
    tier: line.tier,
    price: Number(line.price),
    volume: Number(line.reportedVolume),
    share: Number(line.share),
    countsAt: undefined,
    refusal,
    deviation: undefined,
    traded: line.trades.reduce((sum, { amount }) => sum + Number(amount), 0),
    ageMs: line.ageMs,
    note:
      line.source === 'TRADES'
        ? `from ${line.trades.length} trades`
        : 'no trade in this tick: its last price',
  };
}

function ofGwaMarket(market: GwaMarket): Point {
  const { exchanges, takesPart, impliedUsd, deviation, side, volume, rate } = market;
  const share = Number(market.share);
  const count = exchanges.length;
  return {
    id: market.marketId,
    name: market.market.replace('_', '/'),
    tier: undefined,
    price: Number(impliedUsd ?? 0),
    volume: side === 'BASE' ? Number(volume) : Number(volume) * Number(rate),
    share,
    countsAt: undefined,
    refusal: share > 0 ? undefined : takesPart ? 'it has no value in USD' : 'its value is held or too old',
    deviation: deviation === undefined ? undefined : Number(deviation),
    traded: undefined,
    ageMs: undefined,
    note: `${count} ${count === 1 ? 'exchange' : 'exchanges'}`,
  };
}

/** Distance from the middle of the picture, in basis points. */
export function bpsFrom(centre: number, price: number): number {
  return (price / centre - 1) * 10_000;
}
