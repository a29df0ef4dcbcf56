import type { IndexReceipt } from '../../../sdk/src/node.ts';
import { methodologyNamed } from '../../engine/methodology.ts';
import { painter, type Appearance, type Paint } from '../client/appearance.ts';
import { tableLines } from '../client/columns.ts';
import { plain } from '../client/notices/plain.ts';
import { wrapText } from '../output/wrap-text.ts';
import { barText, PRICE_DIGITS, significant } from './number-text.ts';
import { columnsFor, linesOf, type ReceiptLine } from './receipt-lines.ts';
import { DESCRIPTORS } from '../../engine/index-types/index-types.ts';
import type { Flag } from '../../core/index-value.ts';

/** Explanations of flags. */
const FLAG_WORDS: Readonly<Record<Flag, string>> = {
  SPLIT: 'the inputs disagree',
  SUSPECT: 'held at the last value until the new inputs are confirmed',
  THIN: 'too few exchanges, or few that disagree',
  SINGLE_SOURCE: 'one exchange only',
  CARRIED: 'no fresh input: the last value is repeated',
  MODELLED: 'filled in from a price model, without exchange data',
  SEEDED: 'combined from daily candles of exchanges',
  PARTIAL: 'trades of the slot may be missing',
};

type Look = Pick<Appearance, 'columns' | 'hasColours'>;

const LONGEST_BAR = 16;
const SHORTEST_BAR = 6;

/** Explains for people how a value was computed. Unknown flags of a newer service are shown as they are. */
export function receiptText(receipt: IndexReceipt, look: Look): string {
  const paint = painter(look.hasColours);
  const all = linesOf(receipt);
  const counted = all.filter(({ isRefused }) => !isRefused);
  const refused = all.filter(({ isRefused }) => isRefused);
  return [
    ...headLines(receipt, look, paint),
    '',
    ...(counted.length > 0 ? countedLines(receipt, counted, look) : [nothingText(receipt)]),
    ...refusedLines(receipt, refused, look, paint),
    ...medianLines(receipt, look),
    '',
    ...wrapped(
      `receipt ${receipt.id}, methodology ${receipt.methodology}, record ${receipt.recordHash}`,
      look,
    ).map((line) => paint(line, 'dim')),
    '',
  ].join('\n');
}

export function nameOf({ name, market, asset, indexId }: IndexReceipt): string {
  return name ?? market ?? asset ?? indexId;
}

/** Unit of a price. */
export function unitOf({ market }: IndexReceipt): string {
  return market?.slice(market.indexOf('_') + 1) ?? 'USD';
}

function headLines(receipt: IndexReceipt, look: Look, paint: Paint): string[] {
  const { price, timestamp, volume, indexType, flags, market = '', asset } = receipt;
  const base = asset ?? market.slice(0, Math.max(0, market.indexOf('_')));
  const name = paint(plain(nameOf(receipt)), 'bold');
  const value = paint(plain(`${price} ${unitOf(receipt)}`), 'bold');
  return [
    `${name}  ${value}  ${plain(timestamp)}`,
    ...wrapped(`${indexType}, 24 h volume ${significant(volume, 8)} ${base}`.trim(), look),
    ...flags.flatMap((flag) =>
      wrapped([flag, FLAG_WORDS[flag]].filter(Boolean).join(': '), look).map((line) => paint(line, 'yellow')),
    ),
  ];
}

function wrapped(text: string, { columns }: Look): string[] {
  return wrapText(plain(text), columns);
}

function countedLines(receipt: IndexReceipt, lines: readonly ReceiptLine[], look: Look): string[] {
  const largest = Math.max(...lines.map(({ share }) => Number(share)));
  const bar = Math.max(SHORTEST_BAR, Math.min(LONGEST_BAR, Math.floor(look.columns / 8)));
  const columns = columnsFor(DESCRIPTORS[receipt.indexType].texts.line, lines, ({ share }) =>
    barText(Number(share), largest, bar),
  );
  return tableLines(lines, columns, look);
}

function nothingText({ state: { lastRealAt } }: IndexReceipt): string {
  const since = lastRealAt === undefined ? '' : `, which was last computed at ${lastRealAt}`;
  return plain(`No input counts at this tick: the value repeats the previous one${since}.`);
}

function refusedLines(
  receipt: IndexReceipt,
  lines: readonly ReceiptLine[],
  look: Look,
  paint: Paint,
): string[] {
  if (lines.length === 0) return [];
  const indent = '  ';
  const heading = DESCRIPTORS[receipt.indexType].texts.notCounted;
  return [
    '',
    paint(heading, 'dim'),
    ...lines.flatMap(({ name, price, note }) => {
      const priceText = Number(price) > 0 ? ` ${significant(price, 8)}` : '';
      const [first = '', ...more] = wrapText(
        plain(`${name}${priceText}  ${note}`),
        look.columns - indent.length * 2,
      );
      return [
        `${indent}${paint(first, 'red')}`,
        ...more.map((line) => `${indent}${indent}${paint(line, 'red')}`),
      ];
    }),
  ];
}

const TRUST_SOURCES: Readonly<Record<string, string>> = {
  TIERS: 'by exchanges of tier A',
  CROSS_RATE: 'the rate that other markets imply',
  EXCHANGES: 'too few exchanges of tier A: equal to E',
  MEAN: 'too few exchanges of tier A: the mean of V and E',
};

/** The medians that decide which prices are accepted. */
function medianLines(receipt: IndexReceipt, look: Look): string[] {
  const { volumeMedian, exchangeMedian, trustMedian, trustSource = '', reference, impliedUsd } = receipt;
  const rows: (readonly [string, string | undefined, string])[] = [
    ['V', volumeMedian, 'median by volume'],
    ['E', exchangeMedian, 'median of exchanges, each once'],
    ['T', trustMedian, `median by trust, ${TRUST_SOURCES[trustSource] ?? trustSource}`],
    ['A', impliedUsd, 'implied by all other markets'],
    ['C', receipt.crossRate, 'cross rate, implied by other markets'],
    ['R', reference, clampText(receipt)],
  ];
  const medians = rows.flatMap(([name, value, words]) =>
    value === undefined ? [] : wrapped(`${name} ${significant(value, 10)}  ${words}`, look),
  );
  const all = [...medians, ...wrapped(gateText(receipt), look)];
  return all.length === 0 ? [] : ['', ...all];
}

/** The limit for prices of a market without a quorum; empty for others. */
function gateText({
  indexType,
  methodology,
  volumeMedian,
  crossRate,
  state,
  exchanges = [],
}: IndexReceipt): string {
  const mwa = methodologyNamed(methodology)?.mwa;
  if (indexType !== 'MWA' || volumeMedian !== undefined || exchanges.length === 0 || !mwa) return '';
  const percent = (share: number) => `${share * 100} %`;
  if (crossRate !== undefined) return `no quorum: prices count up to ${percent(mwa.gateToCrossRate)} from C`;
  const isSlow = mwa.anchorHalfLifeTicks > 0;
  const anchor = isSlow ? state.anchor : state.lastValue;
  if (anchor === undefined) return 'no quorum, and no earlier price to compare with';
  const what = isSlow
    ? `its average of the last hours, ${significant(anchor, PRICE_DIGITS)}`
    : `the last value, ${anchor}`;
  return `no quorum: prices count up to ${percent(mwa.gateToAnchor)} from ${what}`;
}

function clampText({ volumeMedian, methodology, reference }: IndexReceipt): string {
  const middle =
    volumeMedian === undefined ? 'the limit for the few fresh prices' : 'the middle one of V, E and T';
  const reach = methodologyNamed(methodology)?.mwa.clamp;
  if (reach === undefined) return `reference: ${middle}`;
  const [lowest, highest] = [1 - reach, 1 + reach].map((share) =>
    significant((Number(reference) * share).toPrecision(PRICE_DIGITS), PRICE_DIGITS),
  );
  return `reference: ${middle}; prices count up to ${reach * 1e4} bps from it, ${lowest} to ${highest}`;
}
