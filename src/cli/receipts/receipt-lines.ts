import type { IndexReceipt } from '../../../sdk/src/node.ts';
import { formatNumber } from '../../core/numbers/decimal.ts';
import { SECOND_MS, SLOT_MS } from '../../core/time.ts';
import type { TableColumn } from '../client/columns.ts';
import { spanText } from '../shared-options.ts';
import { aligned, bpsText, percentText, PRICE_DIGITS, significant } from './number-text.ts';
import { refusalText, type RefusedLine } from './refusal-words.ts';

/** An exchange of a market or of an LX, or a market of an asset, whether it counts or not. */
export interface ReceiptLine {
  readonly name: string;
  readonly isRefused: boolean;
  /** For exchanges only. */
  readonly tier: string;
  /** Its price, in the unit of the value. */
  readonly price: string;
  readonly volume: string;
  /** From 0 to 1. */
  readonly share: string;
  /** For exchanges: time since its ticker changed, in whole seconds of ticks; empty if unknown. */
  readonly age: string;
  /**
   * For markets: the other asset, which gives its value in USD; its distance from the value; its exchanges.
   */
  readonly path: string;
  readonly off: string;
  readonly exchanges: string;
  readonly note: string;
}

type ExchangeLine = NonNullable<IndexReceipt['exchanges']>[number];
type Constituent = NonNullable<IndexReceipt['constituents']>[number];
type MarketLine = NonNullable<IndexReceipt['markets']>[number];

/** Sorted by share, rejected ones last. */
export function linesOf(receipt: IndexReceipt): ReceiptLine[] {
  const { exchanges = [], constituents = [], markets = [], refused = [] } = receipt;
  const lines = [
    ...exchanges.map(exchangeLine),
    ...constituents.map(constituentLine),
    ...markets.map(marketLine),
    ...refused.map((line) => refusedLine(line, receipt)),
  ];
  return lines.sort((a, b) => Number(a.isRefused) - Number(b.isRefused) || Number(b.share) - Number(a.share));
}

function exchangeLine(line: ExchangeLine): ReceiptLine {
  return { ...tickerLine(line), price: line.price, isRefused: false, note: line.clamped ? 'clamped' : '' };
}

function constituentLine(line: Constituent): ReceiptLine {
  const { source, market, trades, price } = line;
  const sourceText =
    source === 'TRADES' ? `${trades.length} ${trades.length === 1 ? 'trade' : 'trades'}` : 'ticker';
  return { ...tickerLine(line), price, isRefused: false, note: `${market}, ${sourceText}` };
}

function refusedLine(line: RefusedLine, receipt: IndexReceipt): ReceiptLine {
  const { price, last } = line;
  return {
    ...tickerLine(line),
    price: Number(price) > 0 ? price : last,
    volume: line.reportedVolume,
    isRefused: true,
    note: `${line.reason}: ${refusalText(line, receipt)}`,
  };
}

function tickerLine({ exchange, tier, believedVolume, share, ticksSinceChange }: ExchangeLine | Constituent) {
  const ticks = Number(ticksSinceChange);
  return {
    name: exchange,
    tier,
    volume: believedVolume,
    share,
    age: ticks < 0 ? '' : String((ticks * SLOT_MS) / SECOND_MS),
    path: '',
    off: '',
    exchanges: '',
  };
}

function marketLine(line: MarketLine): ReceiptLine {
  const { market, rate, impliedUsd, volume, share, otherAsset, otherLn, residualBps, exchanges } = line;
  const isRefused = !(Number(share) > 0);
  return {
    name: market,
    isRefused,
    tier: '',
    price: isRefused ? rate : (impliedUsd ?? rate),
    volume,
    share,
    age: '',
    path: otherLn === undefined ? '' : pathText(otherAsset, Number(otherLn)),
    off: residualBps === undefined ? '' : bpsText(Number(residualBps) / BPS),
    exchanges: String(exchanges.length),
    note: isRefused ? notPart(line) : '',
  };
}

/** The value of the other asset; empty if it is USD. */
function pathText(otherAsset: string, otherLn: number): string {
  if (otherAsset === 'USD') return 'USD';
  return `${otherAsset} at ${significant(formatNumber(Math.exp(otherLn)), 6)}`;
}

function notPart({ takesPart, flags, otherAsset }: MarketLine): string {
  if (takesPart) return `NO_PATH: ${otherAsset} has no value in USD`;
  if (flags.includes('SUSPECT')) return 'NO_PART: its own value is held (SUSPECT)';
  return 'NO_PART: its own value has been carried for more than an hour (CARRIED)';
}

function ageText(seconds: string): string {
  if (seconds === '') return '';
  return seconds === '0' ? '<30 s' : spanText(Number(seconds) * SECOND_MS);
}

const VOLUME_DIGITS = 5;
const MIN_NAME = 10;
const BPS = 1e4;

/** For programs: all fields, unchanged. */
export const FIELDS: readonly TableColumn<ReceiptLine>[] = [
  { key: 'state', of: ({ isRefused }) => (isRefused ? 'refused' : 'counts') },
  { key: 'name', of: ({ name }) => name },
  { key: 'tier', of: ({ tier }) => tier },
  { key: 'price', of: ({ price }) => price },
  { key: 'volume', of: ({ volume }) => volume },
  { key: 'share', of: ({ share }) => share },
  { key: 'age', of: ({ age }) => age },
  { key: 'path', of: ({ path }) => path },
  { key: 'off', of: ({ off }) => off },
  { key: 'exchanges', of: ({ exchanges }) => exchanges },
  { key: 'note', of: ({ note }) => note },
];

/** For people; `bar` draws a share. */
export function columnsFor(
  what: string,
  lines: readonly ReceiptLine[],
  bar: (line: ReceiptLine) => string,
): readonly TableColumn<ReceiptLine>[] {
  const prices = aligned(lines.map(({ price }) => significant(price, PRICE_DIGITS)));
  const priceOf = new Map(lines.map((line, place) => [line, prices[place]!]));
  return [
    { key: 'name', heading: what, of: ({ name }) => name, minWidth: MIN_NAME },
    { key: 'tier', of: ({ tier }) => tier, priority: 2 },
    { key: 'price', of: (line) => priceOf.get(line)!, side: 'right' },
    {
      key: 'volume',
      heading: '24 h volume',
      of: ({ volume }) => significant(volume, VOLUME_DIGITS),
      side: 'right',
      priority: 1,
    },
    { key: 'share', of: ({ share }) => percentText(Number(share)), side: 'right' },
    { key: 'weight', of: bar, colour: () => 'cyan', priority: 5 },
    { key: 'age', of: ({ age }) => ageText(age), side: 'right', priority: 3 },
    { key: 'path', heading: 'via', of: ({ path }) => path, priority: 6 },
    { key: 'off', of: ({ off }) => off, side: 'right', priority: 4 },
    { key: 'exchanges', of: ({ exchanges }) => exchanges, side: 'right', priority: 3 },
    { key: 'note', of: ({ note }) => note, priority: 4 },
  ];
}
