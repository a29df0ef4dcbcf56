import type { AssetRow } from '../../data/asset-rows.ts';
import type { PageData } from '../../data/page-data.ts';
import { flagMeanings, flagTitles, isHeld, isWarned, type Flag } from '../../format/flags.ts';
import { amountText, changeCell, directionOf, listPriceText, NOTHING } from '../../format/number.ts';
import { limitText, resistanceText } from '../../format/resistance.ts';
import { numberIn } from '../../format/ticker.ts';
import { flash, unflash } from '../../parts/flash.ts';
import { sparkIn } from '../../parts/sparkline.ts';
import type { GridColumn } from '../../parts/virtual-grid.ts';
import { attributeWriter, classWriter, textWriter } from '../../parts/writers.ts';
import { addressOf } from '../../address.ts';
import type { Sparks } from './sparks.ts';

type Column = GridColumn<AssetRow> & {
  /** Sort key; undefined values come last. */
  readonly sortKey?: (row: AssetRow) => number | string | undefined;
};

/** Current price of a row: live if available, otherwise that of the list. */
const priceOf = ({ live }: PageData, row: AssetRow) => live.quote(row.id)?.price ?? row.price;
const volumeOf = ({ live }: PageData, row: AssetRow) => live.quote(row.id)?.volume ?? row.volume;

export function flagsOf({ live, reference }: PageData, row: AssetRow): readonly Flag[] {
  return (
    live.quote(row.id)?.flags ?? reference.assetQuality.state.peek().value?.get(row.id)?.flags ?? row.flags
  );
}

export function isPale(page: PageData, row: AssetRow): boolean {
  const quote = page.live.quote(row.id);
  return quote !== undefined && (page.live.isStale(quote) || isHeld(quote.flags));
}

function changeColumn(page: PageData, id: 'change24h' | 'change7d' | 'change30d', title: string): Column {
  return {
    id,
    title,
    className: `number ${id}`,
    isSortable: true,
    sortKey: (row) => row[id],
    make: (cell) => {
      const write = textWriter(cell);
      const setClass = classWriter(cell);
      const setTitle = attributeWriter(cell, 'title');
      return (row) => {
        const { text, about } = changeCell(row[id], page.board.areChangesComing.peek());
        write(text);
        setTitle(about);
        setClass(`cell number ${id} ${directionOf(row[id])}`);
      };
    },
  };
}

function nameColumn(page: PageData): Column {
  return {
    id: 'name',
    title: 'Asset',
    className: 'name cut',
    isSortable: true,
    sortKey: (row) => row.name.toLowerCase(),
    make: (cell) => {
      const link = document.createElement('a');
      link.tabIndex = -1;
      const symbol = document.createElement('strong');
      const name = document.createElement('span');
      link.append(symbol, name);
      cell.append(link);
      const setAddress = attributeWriter(link, 'href');
      const writeSymbol = textWriter(symbol);
      const writeName = textWriter(name);
      return (row) => {
        setAddress(addressOf('asset', page.board.nameOf(row)));
        writeSymbol(row.symbol);
        writeName(row.name);
      };
    },
  };
}

function priceColumn(page: PageData): Column {
  return {
    id: 'price',
    title: 'Price',
    about: 'The reference price in US dollars, published every 30 seconds',
    className: 'number price',
    isSortable: true,
    isLive: true,
    sortKey: (row) => priceOf(page, row),
    make: (cell) => {
      const text = document.createElement('span');
      cell.append(text);
      const write = textWriter(text);
      return (row, isTick) => {
        const quote = page.live.quote(row.id);
        write(listPriceText(quote?.price ?? row.price));
        if (isTick && quote) flash(text, quote.step);
        else unflash(text);
      };
    },
  };
}

function amountColumn(id: string, title: string, about: string, sortKey: (row: AssetRow) => number): Column {
  return {
    id,
    title,
    about,
    className: `number ${id}`,
    isSortable: true,
    isLive: true,
    sortKey,
    make: (cell) => {
      const write = textWriter(cell);
      return (row) => write(amountText(sortKey(row)));
    },
  };
}

function sparkColumn(sparks: Sparks): Column {
  return {
    id: 'spark',
    title: '7 days',
    className: 'spark-cell',
    isSortable: false,
    make: (cell) => {
      const path = sparkIn(cell);
      const setLine = attributeWriter(path, 'd');
      const setClass = classWriter(path);
      return (row) => {
        const { d, direction } = sparks.of(row.id);
        setLine(d);
        setClass(direction);
      };
    },
  };
}

const qualityWords = (exchanges: number | undefined, flags: readonly Flag[]) =>
  [
    exchanges === undefined ? '' : `${exchanges} ${exchanges === 1 ? 'exchange' : 'exchanges'}.`,
    flagMeanings(flags, 'GWA'),
  ].join(' ');

/** Fewer exchanges than this are marked, whatever the flags are. */
const FEW = 3;

function qualityColumn(page: PageData): Column {
  const countOf = (row: AssetRow) => {
    const text = page.reference.assetQuality.state.peek().value?.get(row.id)?.exchanges;
    return text === undefined ? undefined : Number(text);
  };
  return {
    id: 'quality',
    title: 'Sources',
    about: 'How many exchanges contribute to the price, and its flags',
    className: 'quality',
    isSortable: true,
    isLive: true,
    sortKey: countOf,
    make: (cell) => {
      const dot = document.createElement('i');
      const count = document.createElement('span');
      const tag = document.createElement('span');
      cell.append(dot, count, tag);
      const setDot = classWriter(dot);
      const writeCount = textWriter(count);
      const writeTag = textWriter(tag);
      const setTag = classWriter(tag);
      const setTitle = attributeWriter(cell, 'title');
      return (row) => {
        const flags = flagsOf(page, row);
        const exchanges = countOf(row);
        const hasWarning = isWarned(flags);
        const isNoted = flags.length > 0 || (exchanges ?? FEW) < FEW;
        setDot(hasWarning ? 'dot warned' : isNoted ? 'dot noted' : 'dot');
        writeCount(exchanges === undefined ? NOTHING : String(exchanges));
        writeTag(flagTitles(flags));
        setTag(flags.length === 0 ? 'tag none' : hasWarning ? 'tag warn' : 'tag');
        setTitle(qualityWords(exchanges, flags));
      };
    },
  };
}

/** How far one exchange can move the price. */
function resistanceColumn(page: PageData): Column {
  const qualityOf = (row: AssetRow) => page.reference.assetQuality.state.peek().value?.get(row.id);
  const limitOf = (row: AssetRow) => numberIn(qualityOf(row)?.oneExchangeBps);
  return {
    id: 'resistance',
    title: '1 exchange, bps',
    about: 'The most that a single exchange could move the price within one tick, in basis points',
    className: 'number resistance',
    isSortable: true,
    sortKey: limitOf,
    make: (cell) => {
      const write = textWriter(cell);
      const setTitle = attributeWriter(cell, 'title');
      return (row) => {
        const bps = limitOf(row);
        write(bps === undefined ? NOTHING : limitText(bps));
        setTitle(resistanceText(qualityOf(row) ?? {}));
      };
    },
  };
}

/** The columns of the list of assets. */
export function marketColumns(page: PageData, sparks: Sparks): readonly Column[] {
  return [
    {
      id: 'rank',
      title: '#',
      className: 'rank number',
      isSortable: true,
      sortKey: (row) => row.rank,
      make: (cell) => {
        const write = textWriter(cell);
        return (row) => write(String(row.rank));
      },
    },
    nameColumn(page),
    priceColumn(page),
    changeColumn(page, 'change24h', '24 h'),
    changeColumn(page, 'change7d', '7 d'),
    changeColumn(page, 'change30d', '30 d'),
    amountColumn(
      'volume',
      'Volume 24 h',
      'In US dollars, over the last 24 hours',
      (row) => volumeOf(page, row) * priceOf(page, row),
    ),
    amountColumn(
      'cap',
      'Market cap',
      'Price times circulating supply',
      (row) => row.supply * priceOf(page, row),
    ),
    sparkColumn(sparks),
    qualityColumn(page),
    resistanceColumn(page),
  ];
}
