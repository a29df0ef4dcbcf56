import { effect, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { AssetRow } from '../../data/asset-rows.ts';
import { usePage, type PageData } from '../../data/page-data.ts';
import type { Sorting } from '../../parts/grid-head.ts';
import { VirtualGrid } from '../../parts/virtual-grid.ts';
import { addressOf } from '../../address.ts';
import { flagsOf, isPale, marketColumns } from './market-columns.ts';
import type { QualityFilter } from './market-view.tsx';
import { Sparks } from './sparks.ts';
import '../../parts/grid.css';

interface MarketGridProps {
  readonly text: Signal<string>;
  readonly kept: Signal<QualityFilter>;
  readonly sorting: Signal<Sorting>;
  /** Number of rows after filtering; undefined before the first filtering. */
  readonly shown: Signal<number | undefined>;
}

const ROW_HEIGHT = 40;
/** Columns that sort ascending on the first click. */
const ASCENDING_FIRST = ['rank', 'name'];

export function MarketGrid(props: MarketGridProps) {
  const page = usePage();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const grid = buildGrid(page, props);
    place.current!.append(grid.element);
    return grid.close;
  }, [page]);
  return <div ref={place} class="market-place" />;
}

function buildGrid(page: PageData, { text, kept, sorting, shown }: MarketGridProps) {
  const { board, live, reference } = page;
  const sparks = new Sparks();
  const reconnects = live.reconnects.peek();
  const columns = marketColumns(page, sparks);
  const grid = new VirtualGrid<AssetRow>({
    id: 'assets',
    label: 'Assets by market cap',
    columns,
    rowHeight: ROW_HEIGHT,
    keyOf: (row) => row.id,
    addressOf: (row) => addressOf('asset', board.nameOf(row)),
    classOf: (row) => (isPale(page, row) ? 'pale' : ''),
    onSort: (column) => {
      const { value: before } = sorting;
      const isSame = before.column === column;
      sorting.value = {
        column,
        isDescending: isSame ? !before.isDescending : !ASCENDING_FIRST.includes(column),
      };
      grid.scrollToTop();
    },
  });
  const arrange = () => {
    const rows = board.rows.value.filter(filterOf(page, text.value, kept.value));
    const sortKey = columns.find(({ id }) => id === sorting.value.column)?.sortKey;
    const sorted =
      sorting.value.column === 'rank' && !sorting.value.isDescending
        ? rows
        : sortedBy(rows, sorting.value, sortKey!);
    shown.value = sorted.length;
    grid.setSorting(sorting.value);
    grid.setRows(sorted);
  };
  const ends = [
    // Values used for sorting change with each tick.
    effect(() => {
      if (sorting.value.column !== 'rank') void live.newest.value;
      arrange();
    }),
    effect(() => {
      sparks.set(reference.sparklines.state.value.value ?? new Map());
      grid.repaint();
    }),
    effect(() => {
      void reference.assetQuality.state.value;
      void board.areChangesComing.value;
      grid.repaint();
    }),
    effect(() => {
      if (live.reconnects.value > reconnects) void board.refresh();
    }),
    live.onFrame((changed) => grid.tick(changed)),
    reference.sparklines.use(),
    reference.assetQuality.use(),
  ];
  return {
    element: grid.element,
    close: () => {
      for (const end of ends) end();
      grid.close();
    },
  };
}

function filterOf(page: PageData, typed: string, kept: QualityFilter): (row: AssetRow) => boolean {
  const text = typed.trim().toLowerCase();
  return (row) => {
    if (text !== '' && !row.symbol.toLowerCase().includes(text) && !row.name.toLowerCase().includes(text))
      return false;
    return kept === 'all' || flagsOf(page, row).length > 0 === (kept === 'flagged');
  };
}

function sortedBy(
  rows: readonly AssetRow[],
  { isDescending }: Sorting,
  sortKey: (row: AssetRow) => number | string | undefined,
): AssetRow[] {
  const sign = isDescending ? -1 : 1;
  const keyed = rows.map((row) => ({ row, value: sortKey(row) }));
  keyed.sort((a, b) => {
    if (a.value === b.value) return a.row.rank - b.row.rank;
    if (a.value === undefined) return 1;
    if (b.value === undefined) return -1;
    return a.value < b.value ? -sign : sign;
  });
  return keyed.map(({ row }) => row);
}
