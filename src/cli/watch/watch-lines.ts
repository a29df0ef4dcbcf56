import type { StreamState } from '../../../sdk/src/node.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';
import { painter, type Appearance } from '../client/appearance.ts';
import { tableLines, type TableColumn } from '../client/columns.ts';
import { shortSourceText } from '../client/notices/source-notice.ts';
import { sparkline } from '../client/sparkline.ts';
import { cut, cutPainted, textWidth } from '../client/text-width.ts';
import { spanText } from '../shared-options.ts';
import { outageText, type Outage } from './outage.ts';
import { ageMs, MAX_REMEMBERED, type WatchRow } from './watch-board.ts';

export interface WatchView {
  readonly rows: readonly WatchRow[];
  readonly state: Pick<StreamState, 'connected' | 'since' | 'reconnects' | 'source'>;
  /** Why it is not connected, as far as is known. */
  readonly outage?: Outage;
  /** Lag of the last live tick; undefined before the first, and if market time differs from clock time. */
  readonly lagMs: Millis | undefined;
  readonly now: Millis;
}

/** The largest width that each column has had. */
export type Widest = Map<string, number>;

export interface Size extends Pick<Appearance, 'columns' | 'hasColours'> {
  /** Terminal lines. */
  readonly lines: number;
  /** Kept between redraws, so that columns do not get narrower. */
  readonly widest?: Widest;
}

/** Lines besides the rows: the heading, the state, and one below the table for the prompt. */
const OTHER_LINES = 3;
/**
 * In a narrower window, each column of the sparkline shows two ticks, so that it covers the same time as the
 * change next to it.
 */
const WIDE = 100;
/** In a narrower window, names are cut to leave room for prices. */
const NARROW = 24;
/** Width of most ages (`59 min`) and changes (`+12.34 %`). */
const AGE_COLUMNS = 6;
const CHANGE_COLUMNS = 8;

/** A table that fits the terminal, with the state of the connection below. */
export function watchLines(view: WatchView, size: Size): string[] {
  const room = Math.max(1, size.lines - OTHER_LINES);
  const shown = view.rows.length > room ? view.rows.slice(0, Math.max(1, room - 1)) : view.rows;
  const left = view.rows.length - shown.length;
  const paint = painter(size.hasColours);
  return [
    ...tableLines(shown, withWidest(shown, columnsFor(view, size), size.widest), size),
    ...(left > 0 ? [paint(cut(`and ${left} more: enlarge the window`, size.columns), 'dim')] : []),
    stateLine(view, size),
  ].map((line) => cutPainted(line, size.columns));
}

/** Columns at least as wide as before, with nothing appearing or disappearing. */
function withWidest(
  rows: readonly WatchRow[],
  columns: readonly TableColumn<WatchRow>[],
  widest: Widest = new Map(),
): TableColumn<WatchRow>[] {
  return columns.map((column) => {
    const now = Math.max(0, ...rows.map((row) => textWidth(column.of(row))));
    const minReservedWidth = Math.max(now, widest.get(column.key) ?? 0, column.minReservedWidth ?? 0);
    // The sparkline has its own width, which depends on the window alone.
    if (minReservedWidth > 0 && column.key !== 'trend') widest.set(column.key, minReservedWidth);
    return minReservedWidth === 0 ? column : { ...column, minReservedWidth };
  });
}

function columnsFor({ rows, now }: WatchView, { columns }: Size): TableColumn<WatchRow>[] {
  const perColumn = columns >= WIDE ? 1 : 2;
  const length = MAX_REMEMBERED / perColumn;
  const hasExchanges = rows.some(({ exchange }) => exchange !== undefined);
  return [
    { key: 'index', of: ({ index }) => index, minWidth: columns < NARROW ? 3 : 7 },
    ...(hasExchanges
      ? [
          {
            key: 'exchange',
            of: ({ exchange = 'index' }: WatchRow) => exchange,
            minWidth: 6,
            preferredWidth: 12,
            priority: 7,
          },
        ]
      : []),
    {
      key: 'price',
      of: ({ value }) => value?.price ?? '-',
      side: 'right',
      colour: ({ direction }) => direction && (direction === 'up' ? 'green' : 'red'),
    },
    {
      key: 'change',
      heading: '15 min',
      of: ({ changePercent }) => changeText(changePercent),
      side: 'right',
      colour: ({ changePercent = 0 }) =>
        changePercent === 0 ? undefined : changePercent > 0 ? 'green' : 'red',
      priority: 6,
      minReservedWidth: CHANGE_COLUMNS,
    },
    {
      key: 'trend',
      of: ({ prices }) => sparkline(prices, length, perColumn),
      priority: 3,
      minReservedWidth: length,
    },
    {
      key: 'volume',
      heading: '24 h volume',
      of: ({ value }) => value?.volume ?? '',
      side: 'right',
      priority: 1,
    },
    {
      key: 'age',
      of: ({ value }) => (value ? spanText(ageMs(value, now)) : ''),
      side: 'right',
      priority: 5,
      minReservedWidth: AGE_COLUMNS,
    },
    {
      key: 'flags',
      of: ({ value }) => value?.flags.join(' ') ?? '',
      priority: 4,
      minWidth: 5,
      colour: () => 'yellow',
    },
  ];
}

export function changeText(percent: number | undefined): string {
  if (percent === undefined) return '';
  const text = percent.toFixed(2);
  return `${percent > 0 && !/^0\.00$/.test(text) ? '+' : ''}${text.replace(/^-(0\.00)$/, '$1')} %`;
}

/** If the line is too long, parts with the highest number are dropped first. */
function stateLine({ state, outage = {}, lagMs, now }: WatchView, { columns, hasColours }: Size): string {
  const { connected, since, reconnects, source } = state;
  const lag = connected && lagMs !== undefined ? `lag ${(Math.max(0, lagMs) / SECOND_MS).toFixed(1)} s` : '';
  const times = reconnects === 1 ? 'once' : `${reconnects} times`;
  const parts: (readonly [text: string, dropOrder: number])[] = [
    [connected ? 'connected' : waitingText(outage, Math.max(0, now - since)), 0],
    [lag, 1],
    [reconnects > 0 ? `reconnected ${times}` : '', 3],
    [shortSourceText(source) ?? '', 0],
    ['press Ctrl-C to stop', 2],
  ];
  const shownParts = parts.filter(([text]) => text !== '');
  const texts = [3, 2, 1, 0].map((maxOrder) =>
    shownParts
      .filter(([, dropOrder]) => dropOrder <= maxOrder)
      .map(([text]) => text)
      .join(' · '),
  );
  const text = texts.find((each) => textWidth(each) <= columns) ?? cut(texts.at(-1)!, columns);
  return painter(hasColours)(text, connected ? 'dim' : 'yellow');
}

function waitingText(outage: Outage, forMs: Millis): string {
  const why = outageText(outage);
  const isAgain = outage.ended !== undefined || outage.attempt !== undefined;
  return `${isAgain ? 'reconnecting' : 'connecting'} for ${spanText(forMs)}${why && ` (${why})`}`;
}
