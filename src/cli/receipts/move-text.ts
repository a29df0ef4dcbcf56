import type { IndexReceipt } from '../../../sdk/src/node.ts';
import type { MovePart, RestReason } from '../../../sdk/src/verify/index.ts';
import { painter, type Appearance, type Colour } from '../client/appearance.ts';
import { tableLines, type TableColumn } from '../client/columns.ts';
import { plain } from '../client/notices/plain.ts';
import { wrapText } from '../output/wrap-text.ts';
import type { End, ExplainedMove } from './explain-move.ts';
import { aligned, bpsText } from './number-text.ts';
import { nameOf, unitOf } from './receipt-text.ts';
import { refusalText } from './refusal-words.ts';
import { DESCRIPTORS } from '../../engine/index-types/index-types.ts';

/** A line of the table: a part of the move, the remainder, or the sum. */
export interface MoveLine {
  readonly name: string;
  readonly price: string;
  readonly clamp: string;
  readonly path: string;
  readonly weight: string;
  readonly total: string;
  readonly note: string;
}

const REST_NAMES: Readonly<Record<RestReason, string>> = {
  ROUNDING: 'rounding',
  CARRIED: 'carried over',
  SUSPECT: 'held',
  MEDIAN: 'median',
  UNEXPLAINED: 'not explained',
};

/** All parts, the remainder and the move itself: the totals of the others add up to the last. */
export function moveLines({ before, after, move }: ExplainedMove): MoveLine[] {
  const none = { price: '', clamp: '', path: '', weight: '', note: '' };
  return [
    ...move.parts.map((part) => ({
      name: part.name,
      price: part.price,
      clamp: part.clamp ?? '',
      path: part.path ?? '',
      weight: part.weight,
      total: part.total,
      note: noteOf(part, before, after),
    })),
    { ...none, name: REST_NAMES[move.rest.because], total: move.rest.amount },
    { ...none, name: 'sum', total: move.move },
  ];
}

const MARKET_REASONS: Readonly<Record<string, string>> = {
  NO_PART: 'took no part',
  NO_PATH: 'had no path to USD',
};

function noteOf({ id, presence, reason }: MovePart, before: End, after: End): string {
  if (presence === 'STAYED') return '';
  const other = (presence === 'CAME' ? before : after).computed;
  const when = presence === 'CAME' ? 'added; before' : 'removed';
  return `${when}: ${reasonText(other, id, reason)}`;
}

function reasonText(receipt: IndexReceipt, id: string, reason: string | undefined): string {
  if (reason === undefined) return DESCRIPTORS[receipt.indexType].texts.missingLine;
  const line = receipt.refused?.find(({ exchangeId }) => exchangeId === id);
  return line ? `${reason}, ${refusalText(line, receipt)}` : (MARKET_REASONS[reason] ?? reason);
}

/** For programs: all fields. */
export const MOVE_FIELDS: readonly TableColumn<MoveLine>[] = (
  ['name', 'price', 'clamp', 'path', 'weight', 'total', 'note'] as const
).map((key) => ({ key, of: (line) => line[key] }));

type Look = Pick<Appearance, 'columns' | 'hasColours'>;

export function moveText(explained: ExplainedMove, look: Look): string {
  const { before, after, move } = explained;
  const paint = painter(look.hasColours);
  const [was, is] = [before.receipt, after.receipt];
  const bps = bpsText(Number(move.move) / Number(was.price));
  const change = paint(plain(`${signed(move.move)} (${bps})`), ...coloursOf(move.move));
  const name = paint(plain(nameOf(is)), 'bold');
  return [
    `${name}  ${plain(`${was.price} to ${is.price} ${unitOf(is)}`)}  ${change}`,
    plain(`${was.timestamp} to ${is.timestamp}`),
    ...[before, after].flatMap(repeatedText).flatMap((text) => wrapText(plain(text), look.columns)),
    '',
    ...(move.rest.because === 'MEDIAN' ? medianLines(explained, look) : partLines(explained, look)),
    '',
  ].join('\n');
}

function repeatedText({ receipt, computed }: End): string[] {
  if (receipt === computed) return [];
  return [`The value of ${receipt.timestamp} repeats that of ${computed.timestamp}, which is used instead.`];
}

function partLines(explained: ExplainedMove, look: Look): string[] {
  const lines = moveLines(explained);
  const what = DESCRIPTORS[explained.after.receipt.indexType].texts.line;
  const numbers = (['price', 'clamp', 'path', 'weight', 'total'] as const).map((key, place) =>
    numberColumn(lines, key, NUMBER_PRIORITIES[place]),
  );
  return tableLines(
    lines,
    [
      { key: 'name', heading: what, of: ({ name }) => name, minWidth: MIN_NAME_WIDTH },
      ...numbers,
      { key: 'note', of: ({ note }) => note, minWidth: MIN_NOTE_WIDTH, priority: 0 },
    ],
    look,
  );
}

const MIN_NAME_WIDTH = 10;
const MIN_NOTE_WIDTH = 12;
/** The total column is never dropped. */
const NUMBER_PRIORITIES = [3, 1, 2, 2, undefined];

function numberColumn(
  lines: readonly MoveLine[],
  key: 'price' | 'clamp' | 'path' | 'weight' | 'total',
  priority: number | undefined,
): TableColumn<MoveLine> {
  // A column of zeros is dropped.
  const isEmpty = lines.every((line) => Number(line[key]) === 0) && key !== 'total';
  const texts = aligned(lines.map((line) => (isEmpty ? '' : signed(line[key]))));
  const textOf = new Map(lines.map((line, place) => [line, texts[place]!]));
  return {
    key,
    of: (line) => textOf.get(line)!,
    side: 'right',
    colour: (line) => coloursOf(line[key])[0],
    ...(priority !== undefined && { priority }),
  };
}

function signed(text: string): string {
  return text === '' || text === '0' || text.startsWith('-') ? text : `+${text}`;
}

function coloursOf(amount: string): Colour[] {
  const value = Number(amount);
  return value === 0 ? [] : [value > 0 ? 'green' : 'red'];
}

interface MedianRow {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** A median moves by all of one input's change or by nothing: it has no parts. */
function medianLines({ before, after }: ExplainedMove, look: Look): string[] {
  const [was, is] = [before.receipt, after.receipt];
  const prices = (receipt: IndexReceipt) =>
    new Map((receipt.constituents ?? []).map(({ exchange, price }) => [exchange, price]));
  const [old, now] = [prices(was), prices(is)];
  const medians: MedianRow[] = [
    { name: 'V by volume', before: was.volumeMedian ?? '', after: is.volumeMedian ?? '' },
    { name: 'E by exchange', before: was.exchangeMedian ?? '', after: is.exchangeMedian ?? '' },
    { name: 'A by other markets', before: was.impliedUsd ?? '', after: is.impliedUsd ?? '' },
    ...[...new Set([...now.keys(), ...old.keys()])].map((name) => ({
      name,
      before: old.get(name) ?? '',
      after: now.get(name) ?? '',
    })),
  ];
  const columns: readonly TableColumn<MedianRow>[] = [
    { key: 'name', heading: 'median', of: ({ name }) => name, minWidth: MIN_NAME_WIDTH },
    { key: 'before', of: (each) => rounded(each.before), side: 'right', priority: 1 },
    { key: 'after', of: (each) => rounded(each.after), side: 'right', priority: 2 },
    {
      key: 'change',
      of: (each) => changeText(each),
      side: 'right',
      colour: (each) => coloursOf(String(Number(each.after) - Number(each.before)))[0],
    },
  ];
  const why = `${nameOf(is)} is the middle one of V, E and A, which are medians: its move cannot be split.`;
  return [...wrapText(plain(why), look.columns), '', ...tableLines(medians, columns, look)];
}

const USD_DECIMALS = 4;

function rounded(price: string): string {
  return price === '' ? '' : Number(price).toFixed(USD_DECIMALS);
}

function changeText({ before, after }: MedianRow): string {
  if (before === '') return 'came';
  if (after === '') return 'went';
  return signed((Number(after) - Number(before)).toFixed(USD_DECIMALS));
}
