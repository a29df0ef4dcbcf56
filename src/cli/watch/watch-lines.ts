import type { StreamState } from '../../../sdk/src/node.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';
import { painter, type Appearance } from '../client/appearance.ts';
import { tableLines, type TableColumn } from '../client/columns.ts';
import { notLiveText } from '../client/source-notice.ts';
import { sparkline } from '../client/sparkline.ts';
import { cut, textWidth } from '../client/text-width.ts';
import { spanText } from '../client/words.ts';
import { ageMs, REMEMBERED, type WatchRow } from './watch-board.ts';

export interface WatchView {
  readonly rows: readonly WatchRow[];
  readonly state: Pick<StreamState, 'connected' | 'since' | 'reconnects' | 'source' | 'lastClose'>;
  /** Of the last tick that came as it was published; undefined before, and where market time is not that of clocks. */
  readonly lagMs: Millis | undefined;
  readonly now: Millis;
}

/** The widest text that each column has had. */
export type Widest = Map<string, number>;

export interface Size extends Pick<Appearance, 'columns' | 'hasColours'> {
  /** Lines of the terminal. */
  readonly lines: number;
  /** Kept from one drawing to the next, so that a column stays as wide as it was. */
  readonly widest?: Widest;
}

/** Lines beside the rows: the heading, the state, and the one below what is left when it ends. */
const OTHER_LINES = 3;
/** In a row that is so narrow, a picture of the last minutes takes less. */
const WIDE = 100;
const SHORT = 16;
/** So wide are most ages (`59 min`) and changes (`+12.34 %`). */
const AGE_COLUMNS = 6;
const CHANGE_COLUMNS = 8;

/** What is drawn: a table that fits the terminal, and below it how the connection is. */
export function watchLines(view: WatchView, size: Size): string[] {
  const room = Math.max(1, size.lines - OTHER_LINES);
  const shown = view.rows.length > room ? view.rows.slice(0, Math.max(1, room - 1)) : view.rows;
  const left = view.rows.length - shown.length;
  const paint = painter(size.hasColours);
  return [
    ...tableLines(shown, withWidest(shown, columnsFor(view, size), size.widest), size),
    ...(left > 0 ? [paint(cut(`and ${left} more: make the window higher`, size.columns), 'dim')] : []),
    stateLine(view, size),
  ];
}

/** Columns no narrower than they were, in which nothing comes and goes. */
function withWidest(
  rows: readonly WatchRow[],
  columns: readonly TableColumn<WatchRow>[],
  widest: Widest = new Map(),
): TableColumn<WatchRow>[] {
  return columns.map((column) => {
    const now = Math.max(0, ...rows.map((row) => textWidth(column.of(row))));
    const reserve = Math.max(now, widest.get(column.key) ?? 0, column.reserve ?? 0);
    // A course is as long as the window allows, and has its own place.
    if (reserve > 0 && column.key !== 'course') widest.set(column.key, reserve);
    return reserve === 0 ? column : { ...column, reserve };
  });
}

function columnsFor({ rows, now }: WatchView, { columns }: Size): TableColumn<WatchRow>[] {
  const length = columns >= WIDE ? REMEMBERED : SHORT;
  const hasExchanges = rows.some(({ exchange }) => exchange !== undefined);
  return [
    { key: 'index', of: ({ index }) => index, least: 7 },
    ...(hasExchanges
      ? [
          {
            key: 'exchange',
            of: ({ exchange = 'index' }: WatchRow) => exchange,
            least: 6,
            wanted: 12,
            keep: 7,
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
      keep: 6,
      reserve: CHANGE_COLUMNS,
    },
    { key: 'course', of: ({ prices }) => sparkline(prices, length), keep: 3, reserve: length },
    { key: 'volume', heading: '24 h volume', of: ({ value }) => value?.volume ?? '', side: 'right', keep: 1 },
    {
      key: 'age',
      of: ({ value }) => (value ? spanText(ageMs(value, now)) : ''),
      side: 'right',
      keep: 5,
      reserve: AGE_COLUMNS,
    },
    {
      key: 'flags',
      of: ({ value }) => value?.flags.join(' ') ?? '',
      keep: 4,
      least: 5,
      colour: () => 'yellow',
    },
  ];
}

export function changeText(percent: number | undefined): string {
  if (percent === undefined) return '';
  const text = percent.toFixed(2);
  return `${percent > 0 && !/^0\.00$/.test(text) ? '+' : ''}${text.replace(/^-(0\.00)$/, '$1')} %`;
}

function stateLine({ state, lagMs, now }: WatchView, { columns, hasColours }: Size): string {
  const paint = painter(hasColours);
  const parts = [
    state.connected ? 'connected' : waitingText(state, now),
    ...(state.connected && lagMs !== undefined
      ? [`lag ${(Math.max(0, lagMs) / SECOND_MS).toFixed(1)} s`]
      : []),
    ...(state.reconnects > 0 ? [`reconnected ${state.reconnects} times`.replace(/ 1 times$/, ' once')] : []),
    ...(notLiveText(state.source) ?? '').split('\n').filter((text) => text !== ''),
    'Ctrl-C ends',
  ];
  return paint(cut(parts.join(' · '), columns), state.connected ? 'dim' : 'yellow');
}

function waitingText({ since, lastClose }: WatchView['state'], now: Millis): string {
  const why = lastClose ? ` (closed with ${lastClose.code})` : '';
  return `${lastClose ? 'connecting again' : 'connecting'}, for ${spanText(Math.max(0, now - since))}${why}`;
}
